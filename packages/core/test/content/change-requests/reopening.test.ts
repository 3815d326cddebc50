/** Each conflict that the tables of `docs/merging.md` have can be decided, reopened, and decided in the other way. */
import type { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import { takesText } from "@lectern/core/content/change-requests/TextDecisions"
import { hasMarkers } from "@lectern/core/content/merge/Markers"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { moreCases, conflicts as rows, sides } from "./conflictCases.js"
import { inLines, type Shape } from "./lines.js"

type By = "main" | "request" | "own"
type World = Effect.Effect.Success<ReturnType<typeof sides>>
type Conflict = Effect.Effect.Success<ReturnType<World["requests"]["conflicts"]>>[number]

const trimmed = (value: unknown): unknown => (typeof value === "string" ? value.replace(/\n$/, "") : value)

/** A conflict; the name of one in a text depends on whether it is between markers. */
const listed = ({ base, item, kind, main, request, title, type, where }: Conflict): unknown => {
  const isInText = kind === "block" || (kind === "field" && (where === "icon" || where.startsWith("markers ")))
  const sides = [item, type, title, kind, trimmed(main) ?? "", trimmed(request) ?? ""]
  return isInText ? sides : [...sides, where, base]
}

const openIn = ({ id, requests, space }: World) =>
  Effect.map(requests.changes(space, id), ({ conflicts, marked }) => {
    const items = new Set(marked.map(({ item }) => item))
    // The markers of a text are a part of the request's version of it.
    return [...marked, ...conflicts.filter(({ item, kind }) => kind !== "block" || !items.has(item))]
  })

const lists = (open: ReadonlyArray<Conflict>): ReadonlyArray<string> =>
  open.map((one) => JSON.stringify(listed(one))).sort()

const decisionOf = (conflict: Conflict, by: By): ResolveConflicts["resolutions"][number] => {
  const { item, kind, where } = conflict
  if (by !== "own") return { item, where, take: by }
  return takesText(conflict)
    ? { item, where, text: kind === "block" ? "own words" : "own" }
    : { item, where, take: "main" }
}

/** Decides all conflicts; a decision can open another one. */
const decideAll = (world: World, by: By) =>
  Effect.gen(function* () {
    const { id, requests, space } = world
    for (let round = 0; round < 3; round++) {
      const open = yield* openIn(world)
      if (open.length === 0) return
      yield* requests.resolve(space, id, { resolutions: open.map((each) => decisionOf(each, by)) })
    }
    expect(yield* openIn(world)).toEqual([])
  })

const reopenAll = ({ id, requests, space }: World) =>
  Effect.gen(function* () {
    const { decided } = yield* requests.changes(space, id)
    expect(decided.length).toBeGreaterThan(0)
    const named = decided.map(({ item, where }) => ({ item, where }))
    expect((yield* requests.reopen(space, id, { conflicts: named })).result).toBe("conflicts")
    return decided
  })

/** Main after every conflict of a row was decided in one way. */
const mergedBy = (row: string, by: By, isUpdated: boolean): Promise<Shape> =>
  inLines((lines) =>
    Effect.gen(function* () {
      const world = yield* sides(row, lines)
      if (isUpdated) yield* world.requests.pull(world.space, world.id)
      yield* decideAll(world, by)
      expect((yield* world.requests.merge(world.space, world.id)).result).toBe("merge")
      return yield* lines.shape()
    })
  )

/** The request of a row as an update leaves it. */
const updated = (row: string): Promise<Shape> =>
  inLines((lines) =>
    Effect.gen(function* () {
      const { id, requests, space } = yield* sides(row, lines)
      yield* requests.pull(space, id)
      return yield* lines.shape(id)
    })
  )

/** Each is made once, whatever the storage. */
const once = <A>(make: (row: string, by: By, isUpdated: boolean) => Promise<A>) => {
  const known = new Map<string, Promise<A>>()
  return (row: string, by: By = "main", isUpdated = true): Promise<A> => {
    const key = JSON.stringify([row, by, isUpdated])
    const found = known.get(key) ?? make(row, by, isUpdated)
    known.set(key, found)
    return found
  }
}
const knownUpdate = once(updated)
const knownMerge = once(mergedBy)

const ways: ReadonlyArray<readonly [By, By]> = [
  ["main", "request"],
  ["request", "main"],
  ["own", "request"]
]

describe.each(storages)("over $name", (storage) => {
  describe.each([...rows, ...Object.keys(moreCases)])("%s", (row) => {
    const check = async (by: By, other: By, isUpdated: boolean) => {
      const [update, otherwise] = [await knownUpdate(row), await knownMerge(row, other, isUpdated)]
      await inLines(
        (lines) =>
          Effect.gen(function* () {
            const world = yield* sides(row, lines)
            const { id, requests, space } = world
            if (isUpdated) yield* requests.pull(space, id)
            const before = yield* openIn(world)
            expect(before.length).toBeGreaterThan(0)
            yield* decideAll(world, by)
            const decided = yield* reopenAll(world)
            for (const one of before) expect(decided.map((each) => each.item)).toContain(one.item)
            expect(lists(yield* openIn(world))).toEqual(lists(before))
            expect(yield* lines.shape(id)).toEqual(update)
            expect((yield* requests.changes(space, id)).decided).toEqual([])
            const merging = yield* Effect.either(requests.merge(space, id))
            const isMarked = [...update.values()].some((things) => hasMarkers(String(things.get("text") ?? "")))
            expect(merging._tag === "Left" ? merging.left._tag : merging.right.result).toBe(
              isMarked ? "Conflict" : "conflicts"
            )
            yield* decideAll(world, other)
            expect((yield* requests.merge(space, id)).result).toBe("merge")
            expect(yield* lines.shape()).toEqual(otherwise)
            expect((yield* requests.changes(space, id)).decided).toEqual([])
          }),
        storage
      )
    }
    it.each(ways)("is decided by %s, and then by %s", (by, other) => check(by, other, false))
    it.each(ways)("is decided by %s after an update, and then by %s", (by, other) => check(by, other, true))
  })
})
