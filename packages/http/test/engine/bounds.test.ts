/** The bounds that `packages/core/test/engine/bounds` tries in process hold over HTTP: one field of each resource. */
import { eventTypes } from "@lectern/core/events/Event"
import { document } from "@lectern/http/OpenApiDocument"
import { expect, it } from "vitest"
import { alphabets, spelled } from "../../../core/test/engine/bounds/fields.js"
import { subjects } from "../../../core/test/engine/bounds/table.js"
import { operations } from "../contract/table.js"
import { type Ids, reusableWorld } from "../support/world.js"

const freshWorld = reusableWorld()

interface Bound {
  readonly name: string
  readonly method: string
  readonly path: (ids: Ids) => string
  readonly field: string
  readonly max: number
  /** The rest of the body, in addition to the field. */
  readonly rest?: object
}

const ofOrganization = (rest: string) => (ids: Ids) => `/v1/orgs/${ids.organization}${rest}`
const ofSite = (name: keyof Ids["sites"], rest: string) => (ids: Ids) =>
  `/v1/orgs/${ids.organization}/sites/${ids.sites[name]}${rest}`

const bounds: ReadonlyArray<Bound> = [
  { name: "an organization", method: "PATCH", path: ofOrganization(""), field: "title", max: 255 },
  { name: "a team", method: "PUT", path: ofOrganization("/teams"), field: "title", max: 64 },
  { name: "a SAML provider", method: "POST", path: ofOrganization("/saml"), field: "label", max: 30 },
  { name: "translation settings", method: "POST", path: ofOrganization("/translations"), field: "title", max: 100 },
  { name: "a collection", method: "POST", path: ofOrganization("/collections"), field: "title", max: 50 },
  { name: "a space", method: "PATCH", path: ({ spaces }) => `/v1/spaces/${spaces.main}`, field: "title", max: 50 },
  { name: "a site", method: "PATCH", path: ofSite("main", ""), field: "title", max: 128 },
  { name: "a group of sections", method: "POST", path: ofSite("parts", "/section-groups"), field: "title", max: 100 },
  { name: "a share link", method: "POST", path: ofSite("main", "/share-links"), field: "name", max: 50 },
  {
    name: "a change request",
    method: "POST",
    path: ({ spaces }) => `/v1/spaces/${spaces.main}/change-requests`,
    field: "subject",
    max: 100
  },
  {
    name: "a comment",
    method: "POST",
    path: ({ spaces }) => `/v1/spaces/${spaces.main}/comments`,
    field: "node",
    max: 256,
    rest: { body: { markdown: "Why?" } }
  }
]

it.each(bounds)("$name has a $field of at most $max characters", async ({ field, max, method, path, rest }) => {
  const { ask, ids } = await freshWorld()
  const page = field === "node" ? { page: ids.page } : {}
  const send = (value: string) => ask(method, path(ids), { body: { ...rest, ...page, [field]: value } })
  for (const alphabet of alphabets) {
    const longest = spelled(alphabet, max)
    const kept = await send(longest)
    expect(kept.ok, await kept.clone().text()).toBe(true)
    expect(JSON.stringify(await kept.json())).toContain(JSON.stringify(longest))
    const refused = await send(spelled(alphabet, max + 1))
    expect(refused.status).toBe(400)
    const message = `${field}: expected at most ${max} characters, got ${max + 1}`
    expect(await refused.json()).toEqual({ error: { code: 400, message } })
  }
})

it("a redirect has a source of at most 512 characters", async () => {
  const { ask, ids } = await freshWorld()
  const create = (length: number) =>
    ask("POST", ofSite("main", "/redirects")(ids), {
      body: {
        source: `/${"a".repeat(length - 1)}`,
        destination: { kind: "site-space", siteSpaceId: ids.structure.first }
      }
    })
  expect((await create(512)).status).toBe(201)
  const message = "source: expected at most 512 characters, got 513"
  expect(await (await create(513)).json()).toEqual({ error: { code: 400, message } })
})

it("a search has a query of at most 512 characters", async () => {
  const { ask, ids } = await freshWorld()
  for (const path of [`/v1/spaces/${ids.spaces.main}/search`, `/v1/orgs/${ids.organization}/search`]) {
    for (const alphabet of alphabets) {
      const search = (length: number) => ask("GET", `${path}?query=${encodeURIComponent(spelled(alphabet, length))}`)
      expect((await search(512)).status).toBe(200)
      const message = "query: expected at most 512 characters, got 513"
      expect(await (await search(513)).json()).toEqual({ error: { code: 400, message } })
    }
  }
})

/** The inputs of operations, according to the API's document. */
interface Declared {
  readonly [key: string]: unknown
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Declared>>
  readonly anyOf?: ReadonlyArray<Declared>
  readonly oneOf?: ReadonlyArray<Declared>
  readonly items?: Declared
  readonly additionalProperties?: Declared | boolean
}
interface Described {
  readonly operationId: string
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Declared } } }
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly schema: Declared }>
}
const described = document() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Declared>> }
}
const all = Object.values(described.paths).flatMap((methods) => Object.values(methods))

const keywords = ["enum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "minimum", "maximum"]

/** A schema of claims has rules of its own, which the tests of adaptive content try. */
const ownRules = "#/components/schemas/AdaptiveJsonSchema"

const membersOf = ({ anyOf, oneOf }: Declared): ReadonlyArray<Declared> => anyOf ?? oneOf ?? []

/** The paths of the fields that have a bound. */
const bounded = (schema: Declared, path = ""): ReadonlyArray<string> => {
  if (schema.$ref === ownRules) return []
  const target = schema.$ref === undefined ? schema : described.components.schemas[schema.$ref.split("/").at(-1)!]!
  const { additionalProperties: rest, items, properties = {} } = target
  const below = (key: string) => (path === "" ? key : `${path}.${key}`)
  return [
    ...(keywords.some((keyword) => keyword in target) ? [path] : []),
    ...membersOf(target).flatMap((each) => bounded(each, path)),
    ...Object.entries(properties).flatMap(([key, each]) => bounded(each, below(key))),
    ...(items === undefined ? [] : bounded(items, below("0"))),
    ...(typeof rest === "object" ? bounded(rest, below("*")) : [])
  ]
}

/** The alternatives of a body: itself, or each member of a choice. */
const alternatives = (schema: Declared): ReadonlyArray<Declared> =>
  schema.$ref === undefined && membersOf(schema).length > 0 ? membersOf(schema).flatMap(alternatives) : [schema]

it("every bound of a body is in the table of bounds", () => {
  const tried = new Set(
    subjects.flatMap(({ fields, identifier }) => Object.keys(fields).map((field) => `${identifier} ${field}`))
  )
  const missing = all.flatMap(({ requestBody }) => {
    const json = requestBody?.content["application/json"]
    const bodies = json === undefined ? [] : alternatives(json.schema)
    return bodies.flatMap((body) => bounded(body).map((field) => `${body.$ref?.split("/").at(-1)} ${field}`))
  })
  expect([...new Set(missing)].filter((field) => !tried.has(field))).toEqual([])
})

const typesOfEvents = Object.keys(eventTypes)

/** The words that queries take. */
const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  "listMembersInOrganizationById order": ["asc", "desc"],
  "listMembersInOrganizationById sort": ["joinedAt", "lastSeenAt"],
  "listMembersInOrganizationById role": ["admin", "create", "review", "edit", "comment", "read", "guest"],
  "listSpacesForOrganizationMember order": ["asc", "desc"],
  "listPermissionsAggregateInCollection role": ["admin", "create", "review", "edit", "comment", "read"],
  "listPermissionsAggregateInSpace role": ["admin", "create", "review", "edit", "comment", "read"],
  "listPermissionsAggregateInSite role": ["admin", "create", "review", "edit", "comment", "read"],
  "listCommentsInSpace order": ["asc", "desc"],
  "listCommentsInSpace status": ["all", "open", "resolved"],
  "listCommentsInSpace format": ["markdown", "document"],
  "listCommentRepliesInSpace format": ["markdown", "document"],
  "getCommentInSpace format": ["markdown", "document"],
  "getCommentReplyInSpace format": ["markdown", "document"],
  "getPageById format": ["markdown", "document"],
  "getPageByPath format": ["markdown", "document"],
  "getPageInChangeRequestByPath format": ["markdown", "document"],
  "getPageInRevisionByPath format": ["markdown", "document"],
  "getPageInRevisionById format": ["markdown", "document"],
  "listChangeRequestsForSpace status": ["draft", "open", "archived", "merged"],
  "getChangeRequestById format": ["markdown", "document"],
  "getPageInChangeRequestById format": ["markdown", "document"],
  "listCommentsInChangeRequest order": ["asc", "desc"],
  "listCommentsInChangeRequest status": ["all", "open", "resolved"],
  "listCommentsInChangeRequest format": ["markdown", "document"],
  "getCommentInChangeRequest format": ["markdown", "document"],
  "listCommentRepliesInChangeRequest order": ["asc", "desc"],
  "listCommentRepliesInChangeRequest format": ["markdown", "document"],
  "getCommentReplyInChangeRequest format": ["markdown", "document"],
  "getReviewsByChangeRequestId format": ["markdown", "document"],
  "listSpaceLinks status": ["ok", "broken", "in-app"],
  "listPageLinksInSpace status": ["ok", "broken", "in-app"],
  "listPageLinksInChangeRequest status": ["ok", "broken", "in-app"],
  "listRevisionLinks status": ["ok", "broken", "in-app"],
  "listPageLinksInRevision status": ["ok", "broken", "in-app"],
  "listChangeRequestLinks status": ["ok", "broken", "in-app"],
  "listChangeRequestLinks brokenContext": ["change-request", "space"],
  "listSiteFeedback kind": ["page", "search"],
  "listEvents type": typesOfEvents,
  "listSpaceEvents type": typesOfEvents
}

it.each(all.map(({ operationId, parameters = [] }) => [operationId, parameters] as const))(
  "%s takes the queries that it should, and refuses others by their names",
  async (operation, parameters) => {
    const world = await freshWorld()
    const { ask, ids } = world
    const row = operations[operation]!
    await row.prepare?.(world)
    const [path, query] = row.path(ids).split("?")
    const send = (name: string, value: string) => {
      const search = new URLSearchParams(query)
      search.set(name, value)
      return ask(row.method, `${path}?${search}`, row.body === undefined ? {} : { body: row.body(ids) })
    }
    for (const { name, schema } of parameters.filter((parameter) => parameter.in === "query")) {
      const fits =
        name === "limit"
          ? ["0", "1", "1000"]
          : schema.type === "boolean"
            ? ["true", "false"]
            : words[`${operation} ${name}`]
      expect(fits !== undefined || schema.enum === undefined, `${operation} ${name}`).toBe(true)
      for (const word of fits ?? []) expect((await send(name, word)).status, `${name}=${word}`).toBe(200)
      const numbers = ["-1", "1001", "1.5", "1e1"]
      const others =
        fits === undefined ? [] : ["", "another", fits[0]!.toUpperCase(), ...(name === "limit" ? numbers : [])]
      for (const word of others.filter((other) => !fits?.includes(other))) {
        const refused = await send(name, word)
        expect(refused.status, `${name}=${word}`).toBe(400)
        expect(await refused.json()).toMatchObject({
          error: { message: expect.stringMatching(`^${name}: expected .+`) }
        })
      }
    }
  }
)
