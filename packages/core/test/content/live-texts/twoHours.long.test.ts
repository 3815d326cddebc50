/** How many revisions two hours of writing make. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import * as SpaceRepository from "@lectern/core/people/places/SpaceRepository"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Layer, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"
import { storages } from "../../storages.js"
import { as, damages, organization, workspace } from "../../workspace.js"
import { randomOf } from "./history.js"

const pages = 40
const hours = 2
const second = 1_000
/** How fast somebody types: so many letters in four seconds, which are sent as one update. */
const letters = 20

/** Somebody types 20 to 200 letters into one of the pages, waits 5 to 300 seconds, and goes on, for two hours. */
const revisionsOfTwoHours = (seed: number) =>
  Effect.gen(function* () {
    const random = randomOf(seed)
    const { admin, id } = yield* organization()
    const space = yield* as(admin)(Effect.flatMap(Spaces, (spaces) => spaces.create(id, { title: "Handbook" })))
    const edits = yield* ContentEdits
    const live = yield* LiveTexts
    const { changes } = yield* as(admin)(
      edits.apply(space.id, {
        changes: Array.from({ length: pages }, (_, i) => ({
          operation: "insert_page" as const,
          title: `Page ${i}`,
          document: { markdown: `# Page ${i}\n` }
        }))
      })
    )
    const made = changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
    const spaces = yield* SpaceRepository.SpaceRepository
    const sequence = Effect.map(spaces.find(space.id), (found) => found?.value.sequence ?? 0)
    const before = yield* sequence
    let leave: Effect.Effect<void, LecternError> = Effect.void
    let passed = 0
    let typed = 0
    const pass = (milliseconds: number) => {
      passed += milliseconds
      return TestClock.adjust(milliseconds)
    }
    while (passed < hours * 3_600 * second) {
      const page = made[random(pages)]!
      const opened = yield* as(admin)(live.get(space.id, page))
      let { version } = opened
      yield* as(admin)(live.follow(space.id, page, { after: version, client: opened.client }))
      // Who goes from page to page does not leave the line.
      leave = as(admin)(live.leave(space.id, page, opened.client))
      let length = opened.markdown.length
      for (let left = 20 + random(181); left > 0; left -= letters) {
        const insert = "x".repeat(Math.min(left, letters))
        const changed = yield* as(admin)(
          live.edit(space.id, page, {
            version,
            client: opened.client,
            updates: [{ changes: [length, [0, insert]] }]
          })
        )
        version = changed.version
        length += insert.length
        typed += insert.length
        yield* pass(4 * second)
      }
      // The page stays open, which its client says every fourteen seconds.
      for (let left = 5 + random(296); left > 0; left -= 14) {
        yield* as(admin)(live.follow(space.id, page, { after: version, client: opened.client }))
        yield* pass(Math.min(left, 14) * second)
      }
    }
    yield* leave
    expect(yield* damages).toEqual([])
    return { typed, revisions: (yield* sequence) - before }
  })

it("two hours of typing are at most 40 revisions", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { revisions, typed } = yield* revisionsOfTwoHours(1)
      expect(typed).toBeGreaterThan(3_000)
      expect(revisions).toBeGreaterThan(16)
      expect(revisions).toBeLessThanOrEqual(40)
    }).pipe(Effect.provide(Layer.merge(workspace(storages[0]!), TestContext.TestContext)))
  ))
