/** Each conflict that the tables of `docs/merging.md` have can be decided by each of its choices, and merged. */
import { markedParts } from "@lectern/core/internal/content/merge/Markers"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { cases, conflicts, placeRows, places, sides } from "../../../core/test/content/change-requests/conflictCases.js"
import { inLines, type Lines } from "../../../core/test/content/change-requests/lines.js"
import {
  type Choice,
  type Conflict,
  choiceOf,
  keyOf,
  type Side,
  sidesOf,
  takesWords
} from "../../src/client/review/Conflict.js"
import { decide, readProposed, reopen } from "../../src/client/review/Deciding.js"
import { asking } from "./support/asking.js"

type By = Side | "own"

const choice = (conflict: Conflict, by: By): Choice => {
  if (by !== "own") return choiceOf(conflict, sidesOf(conflict).includes(by) ? by : "request")
  return takesWords(conflict) ? { text: conflict.kind === "block" ? "own words" : "own" } : { take: "request" }
}

/** Makes the two sides of a row, with the calls about the change request. */
const asked = (row: string, lines: Lines) =>
  Effect.gen(function* () {
    const made = yield* sides(row, lines)
    const ask = yield* asking(made.space)
    return { ...made, ask, line: `/spaces/${made.space}/change-requests/${made.id}` }
  })

/** Makes a row, decides all of its conflicts in one way, and merges. */
const decided = (row: string, by: By, isUpdated: boolean) =>
  inLines((lines) =>
    Effect.gen(function* () {
      const { ask, id, line, made, requests, space, world } = yield* asked(row, lines)
      expect((yield* requests.merge(space, id)).result).toBe("conflicts")
      if (isUpdated) expect((yield* requests.pull(space, id)).result).toBe("conflicts")
      const first = yield* Effect.promise(() => readProposed(ask, line))
      expect(first.conflicts.length).toBeGreaterThan(0)
      // A decision can open another conflict, such as the place of a page whose parent is deleted.
      for (let round = 0; round < 3; round++) {
        const { conflicts: open } = yield* Effect.promise(() => readProposed(ask, line))
        if (open.length === 0) break
        const decisions = open.map((conflict) => ({ conflict, choice: choice(conflict, by) }))
        expect(yield* Effect.promise(() => decide(ask, line, decisions))).toEqual([])
      }
      expect((yield* requests.merge(space, id)).result).toBe("merge")
      const shape = yield* lines.shape()
      for (const things of shape.values()) expect(markedParts(String(things.get("text") ?? ""))).toEqual([])
      if (by === "main" || by === "request") yield* made.after?.[by](world) ?? Effect.void
    })
  )

/** Makes a row, decides all of its conflicts for a side, undoes that, and decides them for the other. */
const undone = (row: string, take: "main" | "request", isUpdated: boolean) =>
  inLines((lines) =>
    Effect.gen(function* () {
      const { ask, id, line, made, requests, space, world } = yield* asked(row, lines)
      if (isUpdated) yield* requests.pull(space, id)
      const read = Effect.promise(() => readProposed(ask, line))
      const other = take === "main" ? "request" : "main"
      const before = (yield* read).conflicts
      for (const by of [take, other] as const) {
        for (let open = (yield* read).conflicts; open.length > 0; open = (yield* read).conflicts) {
          const decisions = open.map((conflict) => ({ conflict, choice: { take: by } }))
          expect(yield* Effect.promise(() => decide(ask, line, decisions))).toEqual([])
        }
        if (by === other) break
        yield* Effect.promise(async () => reopen(ask, line, (await readProposed(ask, line)).decided))
        const again = yield* read
        expect(again.conflicts.map(keyOf).toSorted()).toEqual(before.map(keyOf).toSorted())
        expect(again.decided).toEqual([])
      }
      expect((yield* requests.merge(space, id)).result).toBe("merge")
      yield* made.after?.[other](world) ?? Effect.void
    })
  )

it("has a case for each row of the tables", () => {
  expect(conflicts.toSorted()).toEqual(Object.keys(cases).toSorted())
  expect(places.toSorted()).toEqual(Object.keys(placeRows).toSorted())
})

const ways: ReadonlyArray<By> = ["main", "request", "mainFirst", "requestFirst", "own"]

describe.each(conflicts)("%s", (row) => {
  it.each(ways)("is decided by %s", (by) => decided(row, by, false))
  it.each(["main", "request"] as const)("is decided by %s, which can be undone", (take) => undone(row, take, false))
  it.each(ways)("is decided by %s after an update", (by) => decided(row, by, true))
  it.each(["main", "request"] as const)("is decided by %s after an update, which can be undone", (take) =>
    undone(row, take, true)
  )
})
