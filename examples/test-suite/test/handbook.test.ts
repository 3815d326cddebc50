/**
 * A whole documentation platform in memory for the tests of a program that uses one. The workspace is filled once; every
 * test gets a fork of it, which costs microseconds, and changes only that. Clock and ids are deterministic.
 */
import * as Ids from "@lectern/core/ids/Ids"
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Clock, Effect } from "effect"
import { beforeEach, expect, it } from "vitest"

const noon = Date.parse("2026-01-31T12:00:00.000Z")
const clock: Clock.Clock = {
  ...Clock.make(),
  unsafeCurrentTimeMillis: () => noon,
  currentTimeMillis: Effect.succeed(noon)
}
const open = (storage: MemoryStorage.MemoryStorageHandle) => Lectern.open({ storage, ids: Ids.layerSequence, clock })

const fixture = await Effect.runPromise(MemoryStorage.make())
const setup = await open(fixture)
const ada = await setup.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const organization = await setup.as(ada.id).organizations.create({ title: "Example" })
const space = await setup.as(ada.id).spaces.create(organization.id, { title: "Handbook" })

let lectern: Lectern.Lectern
beforeEach(async () => {
  lectern = await open(fixture.fork())
  return () => lectern.close()
})

it("a test changes its own fork", async () => {
  const { spaces } = lectern.as(ada.id)
  await spaces.update(space.id, { title: "Changed" })
  expect((await spaces.get(space.id)).title).toBe("Changed")
})

it("and the next one does not see it", async () => {
  expect((await lectern.as(ada.id).spaces.get(space.id)).title).toBe("Handbook")
})

it("ids and times are the same in every run", async () => {
  expect(ada.id).toBe("id000001")
  expect(space.createdAt).toBe("2026-01-31T12:00:00.000Z")
})
