/** A vitest suite over a workspace in memory that is filled once, with a fork that is reset after every test. */
import * as Lectern from "@lectern/core"
import { seeded } from "@lectern/storage-memory/TestWorkspace"
import { afterAll, beforeEach, expect, it } from "vitest"

const filled = await seeded(async (lectern) => {
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const organization = await lectern.as(ada.id).organizations.create({ title: "Example" })
  const space = await lectern.as(ada.id).spaces.create(organization.id, { title: "Handbook" })
  return { ada, organization, space }
})
const { lectern, reset, seed, close } = await filled.fork()
const workspace = lectern.as(seed.ada.id)
beforeEach(reset)
afterAll(close)

it("changes what it has", async () => {
  await workspace.spaces.update(seed.space.id, { title: "Changed" })
  expect((await workspace.spaces.get(seed.space.id)).title).toBe("Changed")
})

it("sees nothing of the other tests", async () => {
  expect((await workspace.spaces.get(seed.space.id)).title).toBe("Handbook")
})

it("catches errors by their class", async () => {
  await expect(workspace.spaces.create(seed.organization.id, { title: "x".repeat(51) })).rejects.toBeInstanceOf(
    Lectern.Invalid
  )
})
