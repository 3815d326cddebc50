/** A check finds nothing after any operations on a workspace, and while they run. */

import { findingText } from "@lectern/core/integrity/Finding"
import { type Lectern, open } from "@lectern/core/Lectern"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { operate, operation, type World } from "./world.js"

const numRuns = runs(6)
const timeout = 120_000 + 8_000 * numRuns

const found = async (world: World): Promise<ReadonlyArray<string>> =>
  (await world.system.integrity.check()).findings.map(findingText)

const worldOf = async (lectern: Lectern): Promise<World> => {
  const system = lectern.asSystem()
  const person = async (name: string) =>
    (await system.users.create({ displayName: name, email: `${name}@example.com` })).id
  const users = [await person("ada"), await person("bob")] as const
  const all = lectern.as(users[0])
  const organizations = [
    (await all.organizations.create({ title: "One" })).id,
    (await all.organizations.create({ title: "Two" })).id
  ] as const
  for (const id of organizations) await system.members.add(id, users[1], "review")
  const { id: collection } = await all.collections.create(organizations[0], { title: "C" })
  const { id: space } = await all.spaces.create(organizations[0], { title: "S", parent: collection })
  const none = { teams: [], sites: [], requests: [], comments: [], pages: [] }
  return {
    all,
    bob: lectern.as(users[1]),
    system,
    users,
    organizations,
    collections: [collection],
    spaces: [space],
    ...none
  }
}

const inWorld = async (layer: (typeof storages)[number]["layer"], use: (world: World) => Promise<void>) => {
  const lectern = await open({ storage: { layer } })
  try {
    await use(await worldOf(lectern))
  } finally {
    await lectern.close()
  }
}

describe.each(storages)("a check over $name", ({ layer }) => {
  it("finds nothing after any operations", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 100 }), (operations) =>
        inWorld(layer, async (world) => {
          for (const each of operations) await operate(world, each)
          expect(await found(world)).toEqual([])
        })
      ),
      { numRuns }
    )
  )

  it("finds nothing while others write", { timeout }, () =>
    inWorld(layer, async (world) => {
      const operations = fc.sample(operation, 150)
      const written = (async () => {
        for (const each of operations) await operate(world, each)
      })()
      expect(await found(world)).toEqual([])
      await written
      expect(await found(world)).toEqual([])
    })
  )

  it("is only for the embedding program", () =>
    inWorld(layer, async ({ all, system }) => {
      expect(Object.keys(system)).toContain("integrity")
      expect(Object.keys(all)).not.toContain("integrity")
    }))
})
