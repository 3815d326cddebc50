/** Decisions of many conflicts, made in several steps, can be undone in any steps and any order. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import { PageId } from "@lectern/core/content/Page"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { inLines, keyed } from "./lines.js"

const numRuns = runs(60)

/** What both sides do to a block: edit it, or remove it on one side; `alone` is a block that only main edits. */
const block = fc.constantFrom("both", "both", "removed by main", "removed by the request", "alone", "kept")
const plan = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 5 }),
  isUpdated: fc.boolean(),
  choices: fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
  /** In which step each conflict is decided, and in which that is undone. */
  decide: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
  undo: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 })
})

type Plan = typeof plan extends fc.Arbitrary<infer A> ? A : never

const textOf = (blocks: Plan["blocks"], side: "base" | "main" | "request"): string =>
  blocks
    .flatMap((kind, index) => {
      const text = `block ${index}`
      if (side === "base" || kind === "kept" || (kind === "alone" && side === "request")) return [text]
      return kind === `removed by ${side === "main" ? "main" : "the request"}` ? [] : [`${side} ${index}`]
    })
    .map((text) => `${text}\n`)
    .join("\n")

const play = ({ blocks, choices, decide, isUpdated, undo }: Plan) =>
  inLines(({ edit, put, shape, space }) =>
    Effect.gen(function* () {
      const requests = yield* ChangeRequests
      yield* edit({ operation: "insert_page", title: "Page", document: { markdown: textOf(blocks, "base") } })
      yield* put("variables", keyed("variables", { a: "0", b: "0" }))
      const page = PageId.make([...(yield* shape()).keys()][0] ?? "")
      const { id } = yield* requests.create(space, {})
      for (const [side, line] of [
        ["request", id],
        ["main", undefined]
      ] as const) {
        const document = { markdown: textOf(blocks, side) }
        yield* edit({ operation: "update_page", page, document, description: side }, line)
        yield* put("variables", keyed("variables", { a: side, b: `${side} b` }), line)
      }
      if (isUpdated) yield* requests.pull(space, id)
      const open = Effect.map(requests.changes(space, id), ({ conflicts, marked }) => {
        const items = new Set(marked.map(({ item }) => item))
        return [...marked, ...conflicts.filter(({ item, kind }) => kind !== "block" || !items.has(item))]
      })
      const keys = Effect.map(open, (all) =>
        all.map(({ item, main, request }) => JSON.stringify([item, main ?? "", request ?? ""])).sort()
      )
      const before = yield* keys
      const whole = yield* isUpdated ? shape(id) : Effect.succeed(undefined)
      // Which conflict is which: they are counted anew when some are decided.
      const numbers = new Map(before.map((key, index) => [key, index]))
      for (let step = 0; step <= 3; step++) {
        const resolutions = (yield* open).flatMap((conflict): ResolveConflicts["resolutions"] => {
          const { item, main, request, where } = conflict
          const index = numbers.get(JSON.stringify([item, main ?? "", request ?? ""])) ?? 0
          if (decide[index] !== step && step < 3) return []
          const choice = choices[index]
          if (choice === 2) return [{ item, where, text: conflict.kind === "block" ? `own ${index}` : "own" }]
          return [{ item, where, take: choice === 0 ? "main" : "request" }]
        })
        if (resolutions.length > 0) yield* requests.resolve(space, id, { resolutions })
      }
      expect(yield* keys).toEqual([])
      const { decided } = yield* requests.changes(space, id)
      expect(decided.length).toBe(before.length)
      for (let step = 0; step <= 3; step++) {
        const conflicts = decided.filter((_, index) => undo[index] === step).map(({ item, where }) => ({ item, where }))
        if (conflicts.length > 0) yield* requests.reopen(space, id, { conflicts })
      }
      expect(yield* keys).toEqual(before)
      if (whole !== undefined) expect(yield* shape(id)).toEqual(whole)
    })
  )

it(
  "whatever was decided in which steps, undoing it gives the conflicts and the texts back",
  { timeout: 60_000 + 300 * numRuns },
  () => fc.assert(fc.asyncProperty(plan, play), { numRuns })
)
