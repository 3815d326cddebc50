/** Every operation as a person whom the embedding host has signed in. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Lectern from "@lectern/core/Lectern"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import type { HostSession } from "@lectern/core/sessions/Session"
import { fetchHandler, type HostAuthenticate, type MountOptions } from "@lectern/http/LecternHttp"
import { nodeListener } from "@lectern/http/node/NodeListener"
import type { WebHandler } from "@lectern/http/WebHandler"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, describe, expect, it } from "vitest"
import type { Operation, Row } from "../../contract/rows.js"
import { operations } from "../../contract/table.js"
import { messagesOf, textOf } from "../../support/streams.js"
import { makeWorld, type Person, reusableWorld, type World } from "../../support/world.js"

const cases = Object.entries(operations).flatMap(([name, operation]) =>
  [operation satisfies Row, ...(operation.more ?? [])].map((row, at) => [name, at, operation, row] as const)
)

type Headers = Readonly<Record<string, string>>

/** The host's cookie has what it knows about a session, as JSON. */
const cookieOf = (session: HostSession): Headers => ({ cookie: `host=${encodeURIComponent(JSON.stringify(session))}` })

const authenticate: HostAuthenticate = ({ headers }) => {
  const [, found] = /(?:^|; )host=([^;]*)/.exec(headers.get("cookie") ?? "") ?? []
  return found === undefined ? undefined : (JSON.parse(decodeURIComponent(found)) as HostSession)
}

/** Makes a request of the table with other headers, which identify the caller. */
const attempt = async (
  world: World,
  operation: Operation,
  row: Row,
  who: Headers,
  then: (world: World) => Promise<unknown> = async () => {}
) => {
  await (row.prepare ?? operation.prepare)?.(world)
  await then(world)
  const before = world.state()
  const body = row.body ?? operation.body
  const response = await world.ask(operation.method, (row.path ?? operation.path)(world.ids), {
    as: null,
    headers: { ...(row.headers ?? operation.headers)?.(world.ids), ...who },
    ...(body !== undefined && { body: body(world.ids) })
  })
  return { status: response.status, text: await textOf(response), changed: world.state() !== before, response }
}

const own: Headers = { "sec-fetch-site": "same-origin" }
const program: Headers = { "x-lectern-request": "1" }

/** What sessions may only do with a fresh proof of identity, and tokens may do. */
const needsFresh = new Set([
  "createApiToken",
  "createOpenIDProvider",
  "createOrganizationSAMLProvider",
  "createOrganizationToken",
  "deleteOpenIDProvider",
  "deleteOrganizationSAMLProvider",
  "rotateApiToken",
  "rotateOrganizationToken",
  "setUserAsSSOMemberForOrganization",
  "updateOpenIDProvider",
  "updateOrganizationSAMLProvider",
  "updateOrganizationToken"
])

it("a session of the host does what a token of its user does, within pages of its origin and programs", async () => {
  const freshWorld = reusableWorld({ authenticate })
  const problems: Array<string> = []
  const refusedStale = new Set<string>()
  for (const [name, at, operation, row] of cases) {
    const as = row.as ?? operation.as ?? "ada"
    const say = (what: string) => problems.push(`${name} (${at}): ${what}`)
    const session = (world: World, more: Omit<HostSession, "user"> = {}) =>
      cookieOf({ user: world.ids.users[as], secondFactor: true, ...more })
    const byToken = await attempt(await freshWorld(), operation, row, {
      authorization: `Bearer ${(await freshWorld()).tokens[as]}`
    })
    if (operation.method !== "GET") {
      const world = await freshWorld()
      const { changed, status } = await attempt(world, operation, row, session(world))
      if (status !== 403 || changed) say(`without the header ${status}`)
    }
    const world = await freshWorld()
    const freshUntil = Date.now() + 60_000
    const fresh = await attempt(world, operation, row, { ...session(world, { freshUntil }), ...own })
    if (fresh.status !== byToken.status)
      say(`${fresh.status}, by a token ${byToken.status}: ${fresh.text.slice(0, 200)}`)
    const shared = [...fresh.response.headers.keys()].filter((each) => each.startsWith("access-control-"))
    if (shared.length > 0) say(`has ${shared.join(", ")}`)
    const again = await freshWorld()
    const stale = await attempt(again, operation, row, { ...session(again), ...program })
    if (stale.status === 403 && stale.text.includes("confirm who you are")) refusedStale.add(name)
    else if (stale.status !== byToken.status) say(`not fresh ${stale.status}, by a token ${byToken.status}`)
  }
  expect(problems).toEqual([])
  expect([...refusedStale].sort()).toEqual([...needsFresh].sort())
}, 300_000)

const disablesRex = async ({ ids, lectern }: World) => {
  const { accounts } = lectern.asSystem()
  await accounts.createLink(ids.users.rex, { administrator: false })
  await accounts.update(ids.users.rex, { disabled: true })
}

it("a session of somebody who cannot sign in opens what is open to visitors, and nothing else", async () => {
  const freshWorld = reusableWorld({ authenticate })
  const problems: Array<string> = []
  for (const [name, at, operation, row] of cases) {
    const nobody = await attempt(await freshWorld(), operation, row, {})
    for (const who of ["nosuch", "rex"] as const) {
      const world = await freshWorld()
      const user = who === "rex" ? world.ids.users.rex : who
      const headers = { ...cookieOf({ user }), ...own }
      const { changed, status } = await attempt(world, operation, row, headers, disablesRex)
      const isVisitor = status === nobody.status && status === 200 && operation.method === "GET"
      if ((status !== 401 && !isVisitor) || changed) problems.push(`${name} (${at}): ${status} for ${who}`)
    }
  }
  expect(problems).toEqual([])
}, 300_000)

const servers: Array<Server> = []
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

type Sending = (world: Pick<World, "lectern">, options?: MountOptions) => Promise<WebHandler>

const sending: Readonly<Record<"a web handler" | "a server of Node", Sending>> = {
  "a web handler": async ({ lectern }, options = { authenticate }) => fetchHandler(lectern, options),
  "a server of Node": async ({ lectern }, options = { authenticate }) => {
    const server = createServer(nodeListener(lectern, options)).listen(0, "127.0.0.1")
    servers.push(server)
    await new Promise((resolve) => server.once("listening", resolve))
    const { port } = server.address() as AddressInfo
    return (request) => fetch(request.url.replace("http://lectern.test", `http://127.0.0.1:${port}`), request)
  }
}

describe.each(Object.keys(sending) as ReadonlyArray<keyof typeof sending>)("over %s", (over) => {
  it("the rules of the organization, and of who somebody is, hold for sessions of the host", async () => {
    const world = await makeWorld({ authenticate })
    const { ids, lectern, tokens } = world
    const send = await sending[over](world)
    const { accounts, organizations, users } = lectern.asSystem()
    const gone = await users.create({ displayName: "Gone", email: "gone@example.org" })
    await accounts.erase(gone.id)
    const organization = OrganizationId.make(ids.organization)
    const ask = async (headers: Headers, method = "GET") => {
      const body = method === "GET" ? {} : { body: JSON.stringify({ title: "Handbook" }) }
      const url = `http://lectern.test/v1/spaces/${ids.spaces.main}`
      const all = { "content-type": "application/json", ...headers }
      return (await send(new Request(url, { method, headers: all, ...body }))).status
    }
    const of = (person: Person, more: Omit<HostSession, "user"> = {}) => cookieOf({ user: ids.users[person], ...more })
    /** The statuses of a read, and of a change without a header, from a page, and by a program. */
    const statuses = async (headers: Headers) => [
      await ask(headers),
      await ask(headers, "PATCH"),
      await ask({ ...headers, ...own }, "PATCH"),
      await ask({ ...headers, ...program }, "PATCH")
    ]
    const table = async () => ({
      nobody: await statuses({}),
      erased: await statuses(cookieOf({ user: gone.id })),
      stranger: await statuses(of("eve")),
      member: await statuses(of("rex")),
      memberWithFactor: await statuses(of("rex", { secondFactor: true })),
      memberByProvider: await statuses(of("rex", { organization })),
      administrator: await statuses(of("ada")),
      administratorWithFactor: await statuses(of("ada", { secondFactor: true })),
      otherProvider: await statuses(of("ada", { organization: ids.elsewhere })),
      tokenBeside: await statuses({ ...of("eve"), authorization: `Bearer ${tokens.ada}` })
    })
    const always = {
      nobody: [401, 401, 401, 401],
      erased: [401, 401, 401, 401],
      stranger: [404, 403, 404, 404],
      otherProvider: [404, 403, 404, 404],
      tokenBeside: [200, 200, 200, 200]
    }
    const reads = [200, 403, 403, 403]
    const changes = [200, 403, 200, 200]
    const refused = [403, 403, 403, 403]
    expect(await table()).toEqual({
      ...always,
      member: reads,
      memberWithFactor: reads,
      memberByProvider: reads,
      administrator: changes,
      administratorWithFactor: changes
    })
    await organizations.update(organization, { secondFactor: "required" })
    expect(await table()).toEqual({
      ...always,
      member: refused,
      memberWithFactor: reads,
      memberByProvider: reads,
      administrator: refused,
      administratorWithFactor: changes,
      tokenBeside: [200, 200, 200, 200]
    })
    await organizations.update(organization, { secondFactor: "optional", sso: true })
    expect(await table()).toEqual({
      ...always,
      member: refused,
      memberWithFactor: refused,
      memberByProvider: reads,
      administrator: changes,
      administratorWithFactor: changes
    })
    await lectern.close()
  })

  it("the host sees the URL and the headers of a request", async () => {
    const world = await makeWorld()
    const asked: Array<readonly [string, string | null]> = []
    const noting: HostAuthenticate = ({ headers, url }) => {
      asked.push([url.replace(/:\d+/, ""), headers.get("cookie")])
      return world.ids.users.ada
    }
    const send = await sending[over](world, { authenticate: noting, basePath: "/docs" })
    const headers = { cookie: "a=1; b=2", host: "lectern.test" }
    const answer = await send(new Request("http://lectern.test/docs/v1/user?a=b", { headers }))
    expect(await answer.json()).toMatchObject({ id: world.ids.users.ada })
    const host = over === "a web handler" ? "lectern.test" : "127.0.0.1"
    expect(asked).toEqual([[`http://${host}/docs/v1/user?a=b`, "a=1; b=2"]])
    await world.lectern.close()
  })

  it("a stream of events ends within a minute of the host's session", async () => {
    let time = Date.parse("2026-01-01T00:00:00Z")
    const lectern = await Lectern.open({ storage: MemoryStorage.open(), clock: () => time })
    const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const { contentEdits, organizations, spaces } = lectern.as(ada.id)
    const organization = await organizations.create({ title: "Acme" })
    const space = await spaces.create(organization.id, { title: "Handbook" })
    let user: string | undefined = ada.id
    const send = await sending[over]({ lectern }, { authenticate: () => user })
    const headers = { accept: "text/event-stream" }
    const response = await send(new Request(`http://lectern.test/v1/spaces/${space.id}/events`, { headers }))
    const messages = messagesOf(response.body!)
    const insert = (title: string) => contentEdits.apply(space.id, { changes: [{ operation: "insert_page", title }] })
    user = undefined
    time += 59_000
    await insert("While it is known to hold")
    expect((await messages.next()).value).toMatchObject({ data: { type: "space_content_updated" } })
    time += 2_000
    await insert("Afterwards")
    expect((await messages.next()).value).toMatchObject({ event: "end", data: { error: { code: 401 } } })
    expect((await messages.next()).done).toBe(true)
    await lectern.close()
  })
})
