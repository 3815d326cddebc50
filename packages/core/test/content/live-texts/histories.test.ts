/** Random histories of live editing, over two engines that share a storage. */
import * as Ids from "@lectern/core/ids/Ids"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { as, damages, member, organization, workspace } from "../../workspace.js"
import { hastyClock, history, type Needed, type Outcome } from "./history.js"

it("nothing that was acknowledged is lost or doubled, and all clients have one text", async () => {
  const first = Number(process.env.LECTERN_SEED ?? 1)
  const histories = runs(60, 0.5)
  const failed: Array<string> = []
  const counts: Record<string, number> = {}
  for (let from = first; from < first + histories; from += 20) {
    const { layer } = MemoryStorage.open()
    const storage = { name: "memory", layer }
    const some = Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const eve = yield* member(id, "Eve", "edit")
      const space = yield* as(admin)(Effect.flatMap(Spaces, (spaces) => spaces.create(id, { title: "Handbook" })))
      const one = yield* Effect.context<Needed>()
      const other = yield* Layer.build(workspace(storage, {}, Ids.layer))
      const outcomes: Array<readonly [number, Outcome]> = []
      for (let seed = from; seed < Math.min(from + 20, first + histories); seed++) {
        const place = { engines: [one, other as never], people: [admin, eve], space: space.id }
        outcomes.push([seed, yield* history(place, seed)])
      }
      return { outcomes, damaged: yield* damages }
    })
    const clock = hastyClock()
    const { damaged, outcomes } = await Effect.runPromise(
      Effect.scoped(Effect.provide(some, workspace(storage, {}, Ids.layer))).pipe(Effect.withClock(clock))
    )
    failed.push(...damaged)
    for (const [seed, { counts: each, problems }] of outcomes) {
      failed.push(...problems.map((problem) => `${seed}: ${problem}`))
      for (const [what, many] of Object.entries(each)) counts[what] = (counts[what] ?? 0) + many
    }
  }
  expect(failed).toEqual([])
  expect(counts.acknowledged).toBeGreaterThan(10 * histories)
  for (const what of ["whole texts", "merges", "answers lost", "rests"]) expect(counts[what]).toBeGreaterThan(0)
}, 600_000)
