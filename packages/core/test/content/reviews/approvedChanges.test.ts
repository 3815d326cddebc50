/** While rules of approval hold, main only changes by merging what enough others approved. */
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { hand, importing } from "../imports/site.js"
import { makeActors, type Step, step } from "./approvedChanges.js"

const numRuns = runs(20)
const timeout = 120_000 + 1_000 * numRuns

/** What every import brings. */
const site = { pages: [{ key: "/imported", title: "Imported", markdown: "Imported.\n" }] }

describe.each(storages)("main over $name", (storage) => {
  /** Plays steps; returns the number of merges. */
  const play = (count: number, isOfOrganization: boolean, steps: ReadonlyArray<Step>) =>
    Effect.gen(function* () {
      const { perform, revision, shown } = yield* makeActors(count, isOfOrganization)
      let known = yield* revision
      let content = yield* shown()
      let merges = 0
      for (const each of steps) {
        const approvals = yield* perform(each)
        const now = yield* revision
        if (approvals !== undefined) {
          expect(approvals, `approvals of a merge, which needs ${count}`).toBeGreaterThanOrEqual(count)
          merges++
        } else if (now._tag === "Some" && now.value.deletedAt === undefined) {
          expect(now.value.protected).toBe(true)
          expect(yield* shown(), each.kind).toBe(content)
        }
        if (now._tag === "Some" && now.value.deletedAt === undefined && now !== known) {
          known = now
          content = yield* shown()
        }
      }
      return merges
    }).pipe(Effect.provide(importing(storage, (_, sink) => hand(site, sink))), Effect.runPromise)

  it("changes by merges with enough approvals of exactly what is merged", { timeout }, async () => {
    let merges = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 }),
        fc.boolean(),
        fc.array(step, { minLength: 15, maxLength: 40 }),
        async (count, isOfOrganization, steps) => {
          merges += await play(count, isOfOrganization, steps)
        }
      ),
      { numRuns: storage.name === "memory" ? numRuns : Math.ceil(numRuns / 4) }
    )
    if (numRuns >= 20) expect(merges).toBeGreaterThan(0)
  })
})
