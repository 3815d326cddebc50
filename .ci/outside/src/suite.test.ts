/** A suite of vitest over a workspace in memory, with a fork for each test. */
import * as Lectern from "@lectern/core"
import * as MemoryStorage from "@lectern/storage-memory"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"

const filled = await Effect.runPromise(MemoryStorage.make())
const setUp = await Lectern.open(MemoryStorage.layerOf(filled))
const ada = await setUp.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const organization = await setUp.as(ada.id).organizations.create({ title: "Example" })
const space = await setUp.as(ada.id).spaces.create(organization.id, { title: "Handbook" })

let workspace: Lectern.Workspace
beforeEach(async () => {
  const lectern = await Lectern.open(MemoryStorage.layerOf(filled.fork()))
  workspace = lectern.as(ada.id)
  return () => lectern.close()
})

it("changes its own fork", async () => {
  await workspace.spaces.update(space.id, { title: "Changed" })
  expect((await workspace.spaces.get(space.id)).title).toBe("Changed")
})

it("sees nothing of the other tests", async () => {
  expect((await workspace.spaces.get(space.id)).title).toBe("Handbook")
})

it("catches errors by their class", async () => {
  await expect(workspace.spaces.create(organization.id, { title: "x".repeat(51) })).rejects.toBeInstanceOf(
    Lectern.Invalid
  )
})
