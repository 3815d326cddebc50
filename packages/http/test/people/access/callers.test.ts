/**
 * Every operation with credentials other than a member's token: a session, an invite that is not accepted, credentials
 * of visitors.
 */
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import { Redacted } from "effect"
import { expect, it } from "vitest"
import { signed } from "../../../../core/test/publishing/sites/visiting/tokens.js"
import type { Operation, Row } from "../../contract/rows.js"
import { operations } from "../../contract/table.js"
import { textOf } from "../../support/streams.js"
import { preparedWorld, type World } from "../../support/world.js"

const cases = Object.entries(operations).flatMap(([name, operation]) =>
  [operation satisfies Row, ...(operation.more ?? [])].map((row, at) => [name, at, operation, row] as const)
)

type Headers = Readonly<Record<string, string>>

/** Makes a request of the table with other headers, which identify the caller. */
const attempt = async (world: World, operation: Operation, row: Row, who: Headers, search = "") => {
  await (row.prepare ?? operation.prepare)?.(world)
  const before = world.state()
  const body = row.body ?? operation.body
  const path = (row.path ?? operation.path)(world.ids)
  const joint = search === "" ? "" : path.includes("?") ? "&" : "?"
  const response = await world.ask(operation.method, `${path}${joint}${search}`, {
    as: null,
    headers: { ...(row.headers ?? operation.headers)?.(world.ids), ...who },
    ...(body !== undefined && { body: body(world.ids) })
  })
  return { status: response.status, text: await textOf(response), changed: world.state() !== before }
}

/** Operations that visitors may call on a published site, and on a space on it. */
const forVisitors = new Set([
  "getPublishedContentSite",
  "getSiteStructure",
  "searchSiteContent",
  "listSiteSpaces",
  "listSiteSections",
  "listSiteSectionGroups",
  "getCurrentRevision",
  "listPages",
  "listFiles",
  "getFileById",
  "getPageById",
  "getPageByPath"
])

/** The secret of a session of an administrator, who has signed in through the organization's provider. */
const sessionOf = async ({ ids, lectern }: World): Promise<string> => {
  const { members, organizations, providerSignIn, sessions, users } = lectern.asSystem()
  const organization = OrganizationId.make(ids.organization)
  const { email = "" } = await users.get(ids.users.ada)
  await organizations.update(organization, { emailDomains: ["example.com"] })
  await members.setSso(organization, ids.users.ada)
  const { secret } = await providerSignIn.admit(
    { kind: "saml", organization, issuer: "https://idp.example", subject: "ada", email },
    { address: "192.0.2.1", device: "test" }
  )
  expect(await sessions.authenticate(secret)).toMatchObject({ kind: "user", user: ids.users.ada })
  return Redacted.value(secret)
}

it("a session opens nothing, as a cookie or as a token", async () => {
  const problems: Array<string> = []
  const freshWorld = preparedWorld(sessionOf)
  for (const [name, at, operation, row] of cases) {
    for (const kind of ["cookie", "token"]) {
      const world = await freshWorld()
      const secret = world.prepared
      const cookie = { cookie: `__Host-lectern-session=${secret}` }
      const who = kind === "cookie" ? cookie : { authorization: `Bearer ${secret}` }
      const { changed, status, text } = await attempt(world, operation, row, who)
      const isVisitor = status === 200 && kind === "cookie" && forVisitors.has(name)
      if ((status !== 401 && !isVisitor) || changed) problems.push(`${name} (${at}): ${status} ${text.slice(0, 200)}`)
    }
  }
  expect(problems).toEqual([])
})

/** Operations whose answer is about the caller. */
const ofCaller = /^\/v1\/(user|users|orgs|email-domains)\b(?!\/[^/?]+\/)/

/** Invites an address to the organization; returns a token of a user who has their own. */
const zoeBeside = (invited: string) =>
  preparedWorld(async ({ ids, lectern }) => {
    const { apiTokens, users } = lectern.asSystem()
    const { id } = await users.create({ displayName: "Zoe", email: "zoe@example.net" })
    const { token } = await apiTokens.create(id, { label: "own" })
    await lectern.as(ids.users.ada).invites.inviteUsers(OrganizationId.make(ids.organization), { emails: [invited] })
    return token
  })

it("somebody who is invited gets what a stranger gets", async () => {
  const problems: Array<string> = []
  const worlds = [zoeBeside("other@example.net"), zoeBeside("zoe@example.net")]
  for (const [name, at, operation, row] of cases) {
    const answers = []
    let path = ""
    for (const freshWorld of worlds) {
      const world = await freshWorld()
      path = (row.path ?? operation.path)(world.ids)
      answers.push(await attempt(world, operation, row, { authorization: `Bearer ${world.prepared}` }))
    }
    const [stranger, pending] = answers
    const isSame = stranger?.status === pending?.status && stranger?.changed === pending?.changed
    const saysSame = ofCaller.test(path) || stranger?.text === pending?.text
    if (!isSame || !saysSame) problems.push(`${name} (${at}): ${stranger?.text} but invited ${pending?.text}`)
  }
  expect(problems).toEqual([])
})

interface Brought {
  readonly headers: Headers
  readonly search: string
}
type Bring = (ada: AsUser, organization: OrganizationId, site: SiteId) => Promise<Brought>
type AsUser = ReturnType<World["lectern"]["as"]>

const withNothing: Bring = async () => ({ headers: {}, search: "" })

const withKey: Bring = async ({ shareLinks }, organization, site) => {
  const [link] = (await shareLinks.list(organization, site, {})).items
  const segments = link?.urls.published.split("/").filter((part) => part !== "")
  return { headers: {}, search: `shareKey=${segments?.at(-1)}` }
}

const withToken: Bring = async ({ sitePublishing }, organization, site) => {
  const { privateKey } = await sitePublishing.auth(organization, site)
  const token = await signed(privateKey, { aud: site, exp: Math.floor(Date.now() / 1000) + 3600 })
  return { headers: { "x-visitor-token": token }, search: "" }
}

/** The credentials of each visitor to a published site, and the visibility of that site. */
const visitors = {
  "with the key of a share link": ["share-link", withKey],
  "with nothing, where a site is public": ["public", withNothing],
  "with a token that the site has signed": ["visitor-auth", withToken]
} as const

it.each(Object.entries(visitors))(
  "a visitor %s reads what is published, and does nothing else",
  async (_, [visibility, bring]) => {
    const problems: Array<string> = []
    const read = new Set<string>()
    const freshWorld = preparedWorld(async ({ ids, lectern }) => {
      const all = lectern.as(ids.users.ada)
      const organization = OrganizationId.make(ids.organization)
      const site = SiteId.make(ids.sites.main)
      await all.sites.update(organization, site, { visibility })
      await all.sites.publish(organization, site)
      return bring(all, organization, site)
    })
    for (const [name, at, operation, row] of cases) {
      const world = await freshWorld()
      const { headers, search } = world.prepared
      const { changed, status, text } = await attempt(world, operation, row, headers, search)
      if (status === 200 && operation.method === "GET") read.add(name)
      else if (status !== 401 || changed) problems.push(`${name} (${at}): ${status} ${text.slice(0, 200)}`)
    }
    expect(problems).toEqual([])
    expect([...read].filter((name) => !forVisitors.has(name))).toEqual([])
    expect(read.size).toBeGreaterThan(7)
  }
)
