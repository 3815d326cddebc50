/** Following events over HTTP: in `fetch` handlers and over sockets, with everything that ends a stream. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Lectern from "@lectern/core/Lectern"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { handleListener } from "@lectern/http/engine/node/HandleListener"
import { handle, type MountOptions } from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterEach, describe, expect, it } from "vitest"
import { type Message, messagesOf } from "../../support/streams.js"

type Ask = (path: string, init?: RequestInit) => Promise<Response>

const opened: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** An engine with an organization, a space and a person who may read, behind both kinds of servers. */
const world = async (over: "fetch" | "sockets", options: MountOptions = {}) => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open() })
  opened.push(lectern.close)
  const system = lectern.asSystem()
  const ada = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
  const rex = await system.users.create({ displayName: "Rex", email: "rex@example.com" })
  const own = lectern.as(ada.id)
  const organization = await own.organizations.create({ title: "Acme" })
  await system.members.add(organization.id, rex.id, "read")
  const space = await own.spaces.create(organization.id, { title: "Handbook" })
  const tokens = {
    ada: await system.apiTokens.create(ada.id, { label: "a" }),
    rex: await system.apiTokens.create(rex.id, { label: "r" })
  }
  const handler = handle(lectern, { limits: {}, ...options })
  let base = "http://lectern.test"
  let send: (request: Request) => Promise<Response> = webHandler(handler)
  if (over === "sockets") {
    const server = createServer(handleListener(handler)).listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    opened.push(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections()
          server.close(() => resolve())
        })
    )
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    send = (request) => fetch(request)
  }
  const ask =
    (who: keyof typeof tokens): Ask =>
    (path, { headers, ...init } = {}) =>
      send(
        new Request(`${base}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${tokens[who].token}`, accept: "text/event-stream", ...headers }
        })
      )
  const insert = (title: string) => own.contentEdits.apply(space.id, { changes: [{ operation: "insert_page", title }] })
  return { lectern, own, rex, organization: organization.id, space: space.id, tokens, ask, insert }
}

const typeOf = ({ data }: Message) => (data as { readonly type?: string }).type

/** The next message; a stream that has ended is a failure. */
const next = async (messages: AsyncGenerator<Message, void>): Promise<Message> => {
  const { value } = await messages.next()
  if (value === undefined) throw new Error("the stream has ended")
  return value
}

describe.each(["fetch", "sockets"] as const)("a stream of events over %s", (over) => {
  it("has what happens from now on, and continues after the last event that came", async () => {
    const { ask, insert, space } = await world(over)
    const path = `/v1/spaces/${space}/events`
    const response = await ask("rex")(path)
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(response.headers.get("content-length")).toBe(null)
    const messages = messagesOf(response.body!)
    await insert("One")
    const first = await next(messages)
    expect(first.data).toMatchObject({ object: "event", id: first.id, type: "space_content_updated", space })
    await messages.return()
    await insert("Two")
    await insert("Three")
    const continued = messagesOf((await ask("rex")(path, { headers: { "last-event-id": first.id! } })).body!)
    const rest = [await next(continued), await next(continued)]
    expect(rest.map(typeOf)).toEqual(["space_content_updated", "space_content_updated"])
    expect(rest.map(({ id = "" }) => id > first.id!)).toEqual([true, true])
    await continued.return()
    const all = await (await ask("rex")(path, { headers: { accept: "application/json" } })).json()
    expect((all as { readonly items: ReadonlyArray<unknown> }).items.length).toBe(4)
  })

  it("can have everything that a client follows, each message with its subscription", async () => {
    const { ask, insert, organization, own, space } = await world(over)
    const subscriptions = [
      { kind: "events", space, type: "space_content_updated" },
      { kind: "events", organization, type: "team_created" }
    ]
    const response = await ask("ada")("/v1/stream", {
      method: "POST",
      body: JSON.stringify({ subscriptions }),
      headers: { "content-type": "application/json" }
    })
    const messages = messagesOf(response.body!)
    await own.teams.create(organization as OrganizationId, { title: "Writers" })
    expect((await next(messages)).data).toMatchObject({ subscription: 1, event: { type: "team_created" } })
    await insert("One")
    const { data } = await next(messages)
    const { event, id } = data as { readonly event: { readonly id: string }; readonly id: string }
    expect(data).toMatchObject({ subscription: 0, event: { type: "space_content_updated" } })
    expect(event.id).toBe(id)
    await messages.return()
  })

  const endings = {
    "the token is revoked": {
      end: async ({ lectern, rex, tokens }: Awaited<ReturnType<typeof world>>) =>
        lectern.asSystem().apiTokens.revoke(rex.id, tokens.rex.apiToken.id),
      code: 401
    },
    "the role is gone": {
      end: ({ organization, own, rex }: Awaited<ReturnType<typeof world>>) => own.members.remove(organization, rex.id),
      code: 404
    },
    "the space is gone": {
      end: ({ own, space }: Awaited<ReturnType<typeof world>>) => own.spaces.remove(space),
      code: 404
    }
  }
  it.each(Object.entries(endings))("ends when %s", async (_, { code, end }) => {
    const made = await world(over)
    const messages = messagesOf((await made.ask("rex")(`/v1/spaces/${made.space}/events`)).body!)
    await end(made)
    await made.insert("Never seen").catch(() => {})
    const last = await next(messages)
    expect(last).toMatchObject({ event: "end", retry: "1000", data: { error: { code } } })
    expect(await messages.next()).toEqual({ done: true, value: undefined })
  })

  it("ends with a hint to come back when the server stops", async () => {
    const stop = new AbortController()
    const { ask, organization } = await world(over, { stopping: stop.signal })
    const messages = messagesOf((await ask("ada")(`/v1/orgs/${organization}/events`)).body!)
    const reading = next(messages)
    stop.abort()
    expect(await reading).toMatchObject({ event: "end", retry: "1000", data: { error: { code: 503 } } })
    expect((await messages.next()).done).toBe(true)
  })

  it("is one of 64 of a caller, and counts until the client leaves it", async () => {
    const { ask, insert, space } = await world(over)
    const path = `/v1/spaces/${space}/events`
    const streams = []
    for (let i = 0; i < 64; i++) {
      const messages = messagesOf((await ask("rex")(path)).body!)
      streams.push({ messages, reading: next(messages) })
    }
    await insert("One")
    for (const { reading } of streams) expect(typeOf(await reading)).toBe("space_content_updated")
    const refused = await ask("rex")(path)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"])
    await refused.text()
    expect((await ask("ada")(path)).status).toBe(200)
    for (const { messages } of streams) await messages.return()
    await expect.poll(async () => (await ask("rex")(path)).status).toBe(200)
  })

  it("is refused as the list is", async () => {
    const { ask, organization } = await world(over)
    for (const [path, status] of [
      ["/v1/spaces/none/events", 404],
      [`/v1/orgs/${organization}/events?after=x`, 400]
    ] as const) {
      const response = await ask("rex")(path)
      expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"])
      await response.text()
    }
  })
})
