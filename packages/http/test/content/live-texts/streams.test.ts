/** Following live texts over HTTP: what others type, who is there, and how a text ends. */
import * as Lectern from "@lectern/core/Lectern"
import { handle } from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type Message, messagesOf } from "../../support/streams.js"

const markdown = "# Page\n\nwords\n"

let lectern: Lectern.Lectern
beforeEach(async () => {
  lectern = await Lectern.open({ storage: MemoryStorage.open() })
})
afterEach(() => lectern.close())

const world = async () => {
  const system = lectern.asSystem()
  const ada = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
  const eve = await system.users.create({ displayName: "Eve", email: "eve@example.com" })
  const own = lectern.as(ada.id)
  const organization = await own.organizations.create({ title: "Acme" })
  await system.members.add(organization.id, eve.id, "edit")
  const space = await own.spaces.create(organization.id, { title: "Handbook" })
  const { changes } = await own.contentEdits.apply(space.id, {
    changes: [{ operation: "insert_page", title: "Page", document: { markdown } }]
  })
  const [made] = changes
  if (made?.object !== "created_page") throw new Error("no page")
  const tokens = {
    ada: (await system.apiTokens.create(ada.id, { label: "a" })).token,
    eve: (await system.apiTokens.create(eve.id, { label: "e" })).token
  }
  const send = webHandler(handle(lectern, { limits: {} }))
  const ask = (who: keyof typeof tokens, path: string, body?: unknown, headers = {}) =>
    send(
      new Request(`http://lectern.test${path}`, {
        headers: { authorization: `Bearer ${tokens[who]}`, "content-type": "application/json", ...headers },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
      })
    )
  const page = made.page.id
  return { ask, eve, own, page, path: `/v1/spaces/${space.id}/content/page/${page}/live`, space: space.id, system }
}

const stream = { accept: "text/event-stream" }

/** The next message for which something holds. */
const until = async (
  messages: AsyncGenerator<Message, void>,
  holds: (message: Message) => boolean
): Promise<Message> => {
  for (let next = await messages.next(); next.done !== true; next = await messages.next()) {
    if (holds(next.value)) return next.value
  }
  throw new Error("the stream has ended")
}

interface Live {
  readonly version: number
  readonly updates: ReadonlyArray<{ readonly client: string }>
  readonly present: ReadonlyArray<{ readonly displayName?: string; readonly selection?: unknown }>
}
const live = ({ data }: Message) => data as Live

it("a stream has what others type and where their carets are, and continues after a version", async () => {
  const { ask, path } = await world()
  const ada = await (await ask("ada", path)).json()
  expect(ada).toMatchObject({ object: "live-text", markdown, version: expect.any(Number) })
  const eve = await (await ask("eve", path)).json()
  const messages = messagesOf((await ask("eve", `${path}?client=${eve.client}`, undefined, stream)).body!)
  expect(live(await until(messages, () => true)).present).toMatchObject([{ client: eve.client, displayName: "Eve" }])
  const typed = await ask("ada", path, {
    version: ada.version,
    client: ada.client,
    updates: [{ changes: [8, [0, "typed "], markdown.length - 8] }],
    selection: { anchor: 14, head: 14 }
  })
  expect(typed.status).toBe(200)
  const message = await until(messages, (each) => live(each).updates.length > 0)
  expect(message.id).toBe(String(ada.version + 1))
  expect(live(message)).toMatchObject({ version: ada.version + 1, updates: [{ client: ada.client }] })
  expect(live(message).present).toContainEqual(
    expect.objectContaining({ client: ada.client, displayName: "Ada", selection: { anchor: 14, head: 14 } })
  )
  await messages.return()
  const again = messagesOf(
    (await ask("eve", path, undefined, { ...stream, "last-event-id": String(ada.version) })).body!
  )
  expect(live(await until(again, () => true)).updates).toHaveLength(1)
  await again.return()
})

it("a stream ends with the reason when the text cannot be edited any more", async () => {
  const { ask, eve, own, page, path, space, system } = await world()
  const first = messagesOf((await ask("eve", path, undefined, stream)).body!)
  await until(first, () => true)
  const { version, client } = await (await ask("ada", path)).json()
  await ask("ada", path, { version, client, updates: [{ changes: [markdown.length, [0, "last"]] }] })
  await until(first, (each) => live(each).updates.length > 0)
  const multiplexed = messagesOf(
    (
      await ask("ada", "/v1/stream", {
        subscriptions: [
          { kind: "live", space, page },
          { kind: "events", space }
        ]
      })
    ).body!
  )
  expect(await until(multiplexed, () => true)).toMatchObject({
    data: { subscription: 0, live: { version: version + 1 } }
  })
  await own.contentEdits.apply(space, { changes: [{ operation: "delete_page", page }] })
  expect(await until(first, ({ event }) => event === "end")).toMatchObject({
    data: { error: { code: 404, message: "page not found" } }
  })
  // The other subscriptions of a stream go on.
  expect(await until(multiplexed, ({ data }) => JSON.stringify(data).includes("ended"))).toMatchObject({
    data: { subscription: 0, ended: { code: 404, message: "page not found" } }
  })
  await own.contentEdits.apply(space, { changes: [{ operation: "insert_page", title: "Other" }] })
  expect(await until(multiplexed, ({ data }) => JSON.stringify(data).includes("event"))).toMatchObject({
    data: { subscription: 1, event: { type: "space_content_updated" } }
  })
  await multiplexed.return()
  // What was typed is a revision from before the page was deleted.
  await own.contentEdits.apply(space, { changes: [{ operation: "revert_page", page }] })
  expect(await own.contents.page(space, page)).toMatchObject({ markdown: `${markdown}last` })
  await own.spaces.update(space, { editMode: "locked" })
  expect((await ask("eve", path)).status).toBe(409)
  await system.members.update((await own.spaces.get(space)).organization, eve.id, { role: "read" })
  expect((await ask("eve", path)).status).toBe(403)
})

it("an answer has both versions where a whole text conflicts with what was typed", async () => {
  const { ask, page, path, space } = await world()
  const { version, client } = await (await ask("ada", path)).json()
  await ask("ada", path, { version, client, updates: [{ changes: [8, [5, "typed"], markdown.length - 13] }] })
  const refused = await ask("eve", `/v1/spaces/${space}/content`, {
    changes: [{ operation: "update_page", page, document: { markdown: markdown.replace("words", "written") } }]
  })
  expect(refused.status).toBe(409)
  const { error } = await refused.json()
  expect(error.merged).toContain("typed")
  expect(error.merged).toContain("written")
})
