/** Every operation with limited tokens: nothing is done, and nothing revealed, beyond their reach. */
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SpaceId } from "@lectern/core/spaces/Space"
import { describe, expect, it } from "vitest"
import type { Operation, Row } from "../../contract/rows.js"
import { operations } from "../../contract/table.js"
import { textOf } from "../../support/streams.js"
import { type Ids, makeWorld, preparedWorld, type World } from "../../support/world.js"

/**
 * The ways to make each kind of token: of the administrator, or of the organization; each would otherwise be
 * all-powerful.
 */
const tokens = {
  "a personal token that only reads": async ({ ids, lectern }: World) =>
    (await lectern.asSystem().apiTokens.create(ids.users.ada, { label: "x", scopes: ["read"] })).token,
  "a token of the organization that only reads": async ({ ids, lectern }: World) =>
    (await lectern.asSystem().serviceTokens.create(ids.organization, { label: "x" })).token,
  "a token of the organization for one space": async ({ ids, lectern }: World) => {
    const spaces = [SpaceId.make(ids.spaces.second)]
    const { token } = await lectern
      .asSystem()
      .serviceTokens.create(ids.organization, { label: "x", scopes: ["admin"], spaces })
    return token
  },
  "a token of the organization for everything": async ({ ids, lectern }: World) =>
    (await lectern.asSystem().serviceTokens.create(ids.organization, { label: "x", scopes: ["admin"] })).token,
  "a personal token that writes": async ({ ids, lectern }: World) =>
    (await lectern.asSystem().apiTokens.create(ids.users.ada, { label: "x", scopes: ["write"] })).token,
  "the token of a member who creates": async ({ ids, lectern }: World) => {
    const { apiTokens, members, users } = lectern.asSystem()
    const { id } = await users.create({ displayName: "Cleo", email: "cleo@example.com" })
    await members.add(OrganizationId.make(ids.organization), id, "create")
    return (await apiTokens.create(id, { label: "x" })).token
  },
  "a token for another organization": async ({ ids, lectern }: World) =>
    (await lectern.asSystem().apiTokens.create(ids.users.ada, { label: "x", organization: ids.elsewhere })).token,
  "a member's token from before single sign-on was enforced": async ({ ids, lectern }: World) => {
    const { apiTokens, members, organizations, users } = lectern.asSystem()
    const organization = OrganizationId.make(ids.organization)
    const { id } = await users.create({ displayName: "Cleo", email: "cleo@example.com" })
    await members.add(organization, id, "create")
    const { token } = await apiTokens.create(id, { label: "x" })
    await organizations.update(organization, { sso: true })
    return token
  }
} as const

type Kind = keyof typeof tokens
const worlds = Object.fromEntries(
  (Object.keys(tokens) as ReadonlyArray<Kind>).map((kind) => [kind, preparedWorld(tokens[kind])])
) as Record<Kind, ReturnType<typeof preparedWorld<string>>>

const attempt = async (operation: Operation, row: Row, kind: Kind) => {
  const world = await worlds[kind]()
  const { ids, prepared: token } = world
  await (row.prepare ?? operation.prepare)?.(world)
  await world.lectern.asSystem().events.settle()
  const before = world.state()
  const body = row.body ?? operation.body
  const response = await world.ask(operation.method, (row.path ?? operation.path)(ids), {
    headers: { ...(row.headers ?? operation.headers)?.(ids), authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: body(ids) })
  })
  return { world, status: response.status, text: await textOf(response), changed: world.state() !== before }
}

const cases = Object.entries(operations).flatMap(([name, operation]) =>
  [operation satisfies Row, ...(operation.more ?? [])].map((row, at) => [`${name} (${at})`, operation, row] as const)
)
/** An operation that reads, although it takes a body. */
const reading = (name: string): boolean => name.startsWith("openStream ")
const writing = cases.filter(([name, { method }]) => method !== "GET" && method !== "HEAD" && !reading(name))

describe.each(["a personal token that only reads", "a token of the organization that only reads"] as const)(
  "%s",
  (kind) => {
    it("writes nothing", async () => {
      const problems: Array<string> = []
      for (const [name, operation, row] of writing) {
        const { changed, status, text } = await attempt(operation, row, kind)
        const refused = status >= 400 && status < 500 && status !== 401
        if (!refused && (changed || status !== 204)) problems.push(`${name}: ${status} ${text.slice(0, 200)}`)
        if (changed) problems.push(`${name} wrote`)
      }
      expect(problems).toEqual([])
    })
  }
)

/**
 * Writes that a member may make and no other member: on things that they have made or begun, on things that are hidden
 * from most members but not from them, or between their organizations.
 */
const ownWrites = [
  "appendToUpload (0)",
  "appendToUpload (1)",
  "deleteCollectionById (1)",
  "deleteSpaceById (1)",
  "deleteUpload (0)",
  "deleteUpload (2)",
  "editChangeRequestLiveText (0)",
  "editLiveText (0)",
  "transferCollection (0)",
  "transferSpace (0)",
  "updateCommentInChangeRequest (0)",
  "updateCommentInChangeRequest (1)",
  "updateCommentInSpace (0)",
  "updateCommentInSpace (1)",
  "updateCommentReplyInChangeRequest (0)",
  "updateCommentReplyInSpace (0)"
]

describe("a personal token that writes", () => {
  it("does nothing that a member who creates may not do, whoever it belongs to", async () => {
    const more: Array<string> = []
    for (const [name, operation, row] of writing) {
      if (!(await attempt(operation, row, "a personal token that writes")).changed) continue
      const { changed } = await attempt(operation, row, "the token of a member who creates")
      if (!changed) more.push(name)
    }
    expect(more.sort()).toEqual(ownWrites)
  })
})

describe("a token of the organization for everything", () => {
  it("changes nothing outside of it, and no account", async () => {
    const problems: Array<string> = []
    for (const [name, operation, row] of writing) {
      const { changed, status, text, world } = await attempt(
        operation,
        row,
        "a token of the organization for everything"
      )
      const path = (row.path ?? operation.path)(world.ids)
      const isOutside = path.includes(world.ids.elsewhere) || /^\/v1\/(?:user\b|orgs$)/.test(path)
      if (status === 401 || status >= 500 || (changed && isOutside)) problems.push(`${name}: ${status} ${text}`)
    }
    expect(problems).toEqual([])
  })
})

/** The words that a token for `second` must not reveal. */
const beyondSpace = ({
  changeRequest,
  collections,
  comment,
  file,
  import: imported,
  page,
  sites,
  spaces,
  ...ids
}: Ids) => [
  ...Object.values(collections),
  ...Object.values(sites),
  ...Object.values(ids.structure),
  ids.saml.pending,
  spaces.main,
  spaces.locked,
  spaces.hidden,
  spaces.deleted,
  changeRequest,
  comment,
  file,
  imported,
  page,
  ids.team,
  ...Object.values(ids.params),
  ids.specVersion,
  ids.invite,
  ids.shareLink,
  ids.redirect,
  ids.upload,
  ids.users.rex,
  ids.users.gus,
  ids.token,
  ids.serviceToken
]

describe.each([
  ["a token of the organization for one space", beyondSpace],
  ["a token for another organization", (ids: Ids) => [ids.organization, ...beyondSpace(ids), ids.spaces.second]]
] as const)("%s", (kind, beyond) => {
  it("reaches and tells nothing else", async () => {
    const problems: Array<string> = []
    for (const [name, operation, row] of cases) {
      const { changed, status, text, world } = await attempt(operation, row, kind)
      const where = `${name}: ${status} ${text.slice(0, 300)}`
      if (status === 401 || status >= 500) problems.push(where)
      if (status >= 300) continue
      const told = beyond(world.ids).filter((id) => text.includes(id))
      if (told.length > 0) problems.push(`${where} tells of ${told.join(", ")}`)
      const path = (row.path ?? operation.path)(world.ids)
      const inside = [path, text].some((each) => each.includes(world.ids.spaces.second))
      const isInside = kind !== "a token for another organization" && inside
      if (operation.method !== "GET" && changed && !isInside) problems.push(`${where} wrote`)
    }
    expect(problems).toEqual([])
  })
})

describe("a member's token from before single sign-on was enforced", () => {
  it("does nothing in the organization, and is told nothing of it", async () => {
    const problems: Array<string> = []
    for (const [name, operation, row] of cases) {
      const { changed, status, text, world } = await attempt(
        operation,
        row,
        "a member's token from before single sign-on was enforced"
      )
      const { ids } = world
      const within = [ids.organization, ids.spaces.second, ...beyondSpace(ids)]
      const where = `${name}: ${status} ${text.slice(0, 300)}`
      if (status === 401 || status >= 500) problems.push(where)
      const path = (row.path ?? operation.path)(ids)
      const isThere = within.some((id) => path.includes(id))
      if (isThere && (changed || (status < 300 && status !== 204))) problems.push(`${where} was done`)
      const told = within.filter((id) => id !== ids.organization && status < 300 && text.includes(id))
      if (told.length > 0) problems.push(`${where} tells of ${told.join(", ")}`)
    }
    expect(problems).toEqual([])
  })
})

it("a token of a member works as before where single sign-on is not enforced, and is refused where it is", async () => {
  const { ask, ids, lectern } = await makeWorld()
  const organization = OrganizationId.make(ids.organization)
  const get = async () => (await ask("GET", `/v1/orgs/${organization}`, { as: "rex" })).status
  expect(await get()).toBe(200)
  await lectern.asSystem().organizations.update(organization, { sso: true })
  expect(await get()).toBe(403)
  expect((await ask("GET", `/v1/orgs/${organization}`)).status).toBe(200)
  expect((await ask("GET", `/v1/spaces/${ids.spaces.main}`, { as: "rex" })).status).toBe(403)
  expect((await ask("GET", "/v1/orgs", { as: "rex" })).status).toBe(200)
})
