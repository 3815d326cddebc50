/** Following events in the process of an engine. */
import type { Event } from "@lectern/core/events/Event"
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterEach, beforeEach, expect, it } from "vitest"

let lectern: Lectern.Lectern
beforeEach(async () => {
  lectern = await Lectern.open({ storage: MemoryStorage.open() })
})
afterEach(() => lectern.close())

const made = async () => {
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const own = lectern.as(ada.id)
  const organization = await own.organizations.create({ title: "Acme" })
  const space = await own.spaces.create(organization.id, { title: "Handbook" })
  return { ada, own, organization, space }
}

it("an engine tells what happens, and goes on after an event", async () => {
  const { own, space } = await made()
  const insert = (title: string) => own.contentEdits.apply(space.id, { changes: [{ operation: "insert_page", title }] })
  const events = lectern.events({ space: space.id })[Symbol.asyncIterator]()
  const first = events.next()
  await lectern.asSystem().events.now({})
  await insert("One")
  const { value } = (await first) as IteratorYieldResult<Event>
  expect(value).toMatchObject({ type: "space_content_updated", space: space.id })
  await events.return?.()
  await insert("Two")
  const rest: Array<Event> = []
  for await (const event of lectern.events({ after: value.id })) {
    rest.push(event)
    break
  }
  expect(rest.map(({ type }) => type)).toEqual(["space_content_updated"])
  expect(rest[0]!.id > value.id).toBe(true)
})

it("shows somebody what they may see", async () => {
  const { organization, own, space } = await made()
  const eve = await lectern.asSystem().users.create({ displayName: "Eve", email: "eve@example.com" })
  const events = lectern.events({ space: space.id, user: eve.id, after: "000000000" })[Symbol.asyncIterator]()
  await expect(events.next()).rejects.toMatchObject({ _tag: "NotFound" })
  await lectern.asSystem().members.add(organization.id, eve.id, "read")
  await own.spaces.update(space.id, { title: "Guide" })
  const seen = lectern.events({
    organization: organization.id,
    user: eve.id,
    after: "000000000",
    type: "space_updated"
  })
  for await (const { subject } of seen) {
    expect(subject).toEqual({ object: "space", id: space.id })
    break
  }
})

it("ends when its signal is aborted, and fails when the engine is closed", async () => {
  const left = new AbortController()
  const events = lectern.events({ signal: left.signal })[Symbol.asyncIterator]()
  const reading = events.next()
  left.abort()
  expect((await reading).done).toBe(true)
  const other = lectern.events()[Symbol.asyncIterator]()
  const failing = other.next()
  await lectern.asSystem().events.now({})
  await lectern.close()
  await expect(failing).rejects.toMatchObject({ _tag: "Unavailable", message: "the engine is closed" })
})
