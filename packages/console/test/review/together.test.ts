/** Two people decide conflicts of a change request while both sides go on: whatever they do, nothing is stuck or lost. */
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import { PageId } from "@lectern/core/content/Page"
import { markedParts } from "@lectern/core/internal/content/merge/Markers"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { inLines, type LineName, type Shape } from "../../../core/test/content/change-requests/lines.js"
import {
  type Conflict,
  choiceOf,
  type Decision,
  keyOf,
  resultOf,
  sidesOf,
  takesWords
} from "../../src/client/review/Conflict.js"
import { decide, readProposed, reopen } from "../../src/client/review/Deciding.js"
import { asking, Refused } from "./support/asking.js"

const numRuns = runs(40)
const timeout = 120_000 + 500 * numRuns

const editing = fc.record({
  kind: fc.constantFrom(
    ...(["text", "text", "text", "text", "text", "add", "add"] as const),
    ...(["field", "title", "move", "delete", "insert"] as const)
  ),
  line: fc.constantFrom("main", "request"),
  // Few places, so that both sides often change the same one.
  page: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) }),
  at: fc.nat(3)
})
const deciding = fc.record({
  kind: fc.constantFrom("read", "read", "decide", "together", "update", "update", "reopen"),
  line: fc.constantFrom("Ada", "Alan"),
  page: fc.nat(),
  at: fc.nat()
})
/** Both sides change the same place. */
const clashing = fc.record({
  kind: fc.constantFrom("text", "text", "text", "add", "field", "title"),
  line: fc.constant("both" as const),
  page: fc.nat(2),
  at: fc.nat(3)
})
const steps = fc.array(fc.oneof(editing, clashing, deciding), { minLength: 8, maxLength: 20, size: "max" })
type Step = typeof steps extends fc.Arbitrary<ReadonlyArray<infer A>> ? A : never

/** The words that were written, each of which is unlike any other. */
const wordsIn = (value: unknown): ReadonlySet<string> =>
  new Set(
    JSON.stringify(value ?? "")
      .replaceAll("\\n", " ")
      .match(/\b[mr]\d+x\b/g)
  )

const all = (shape: Shape): ReadonlySet<string> => wordsIn([...shape].map(([, things]) => [...things]))

/** A pseudorandom choice for a conflict; decided by a number. */
const decisionFor = (conflict: Conflict, number: number): Decision => {
  const sides = sidesOf(conflict)
  const own = takesWords(conflict) ? 1 : 0
  const side = sides[number % (sides.length + own)]
  return { conflict, choice: side === undefined ? { text: `own${number % 10}` } : choiceOf(conflict, side) }
}

const play = (plan: ReadonlyArray<Step>, last: number) =>
  inLines((lines) =>
    Effect.gen(function* () {
      const { edit, shape, space } = lines
      const requests = yield* ChangeRequests
      const ask = yield* asking(space)
      const text = "---\nicon: star\n---\n\none\n\ntwo\n\n- three\n- four\n\nfive\n"
      for (const title of ["a", "b", "c", "d"]) {
        const known = [...(yield* shape()).keys()]
        const into = title === "d" ? PageId.make(known[2] ?? "") : undefined
        yield* edit({
          operation: "insert_page",
          title,
          document: { markdown: text },
          ...(into !== undefined && { into })
        })
      }
      const { id } = yield* requests.create(space, {})
      const line = `/spaces/${space}/change-requests/${id}`
      const read = Effect.promise(() => readProposed(ask, line))
      let count = 0
      /** The words that somebody has removed, by an edit or by a decision. */
      const removed = new Set<string>()

      const change = Effect.fnUntraced(function* ({ at, kind, line: side, page: index }: Step) {
        const to: LineName = side === "main" ? undefined : id
        const before = yield* shape(to)
        const pages = [...before].filter(([, things]) => things.has("text"))
        const [page, things] = pages[index % Math.max(1, pages.length)] ?? []
        if (page === undefined || things === undefined) return
        const word = `${side === "main" ? "m" : "r"}${count++}x`
        const blocks = String(things.get("text")).split("\n\n")
        const markdown = (change: (at: number) => void): ContentChange => {
          change(1 + (at % Math.max(1, blocks.length - 1)))
          return { operation: "update_page", page: PageId.make(page), document: { markdown: blocks.join("\n\n") } }
        }
        const target = pages[at % pages.length]![0]
        const update = { operation: "update_page", page: PageId.make(page) } as const
        const change: ContentChange =
          kind === "text"
            ? markdown((where) => blocks.splice(where, 1, word))
            : kind === "add"
              ? markdown((where) => blocks.splice(where, 0, word))
              : kind === "field"
                ? { ...update, description: word }
                : kind === "title"
                  ? { ...update, title: word }
                  : kind === "move"
                    ? { ...update, into: target === page ? null : PageId.make(target) }
                    : kind === "delete"
                      ? { operation: "delete_page", page: PageId.make(page) }
                      : { operation: "insert_page", title: word, into: PageId.make(page) }
        // An edit of the request that sets a field decides about it, and a deletion about the whole page.
        const set = to === undefined ? [] : yield* requests.conflicts(space, id)
        yield* Effect.ignore(edit(change, to))
        for (const { item, main, where } of set) {
          if (item === page && where === (kind === "field" ? "description" : kind)) {
            for (const each of wordsIn(main)) removed.add(each)
          }
        }
        if (to !== undefined) {
          const [now, main] = [yield* shape(to), yield* shape()]
          for (const each of before.keys()) {
            if (!now.has(each)) for (const lost of wordsIn([...(main.get(each) ?? [])])) removed.add(lost)
          }
        }
        const after = all(yield* shape(to))
        for (const each of all(before)) if (!after.has(each)) removed.add(each)
      })

      /** Notes what decisions take away, which they say before they do it. */
      const note = Effect.fnUntraced(function* (decisions: ReadonlyArray<Decision>) {
        const [main, request] = [yield* shape(), yield* shape(id)]
        for (const { choice, conflict } of decisions) {
          const isText = conflict.kind === "block" || takesWords(conflict)
          const kept = wordsIn(isText ? resultOf(conflict, choice) : "take" in choice ? conflict[choice.take] : "")
          for (const each of wordsIn([conflict.main, conflict.request])) if (!kept.has(each)) removed.add(each)
          const isDeletion = "take" in choice && conflict.kind !== "field" && conflict[choice.take] === undefined
          if (conflict.kind === "item" || isDeletion) {
            // Of a page that one side deleted, all of the other side goes or stays.
            for (const side of [main, request])
              for (const each of wordsIn([...(side.get(conflict.item) ?? [])])) removed.add(each)
          }
        }
      })
      const choose = (known: ReadonlyArray<Conflict>, number: number, isAll = false) =>
        known.flatMap((conflict, index) =>
          isAll || (number >> (index % 20)) % 2 === 0 ? [decisionFor(conflict, number + 7 * index)] : []
        )
      const apply = Effect.fnUntraced(function* (...of: ReadonlyArray<ReadonlyArray<Decision>>) {
        for (const decisions of of) yield* note(decisions)
        const before = all(yield* shape(id))
        const gone = yield* Effect.promise(() => Promise.all(of.map((decisions) => decide(ask, line, decisions))))
        const after = all(yield* shape(id))
        // Of what the request has written, only what somebody has decided against is not there any more.
        for (const each of before) if (each.startsWith("r") && !after.has(each)) expect(removed).toContain(each)
        return gone.flat()
      })

      /** Undoes some decisions; one that was edited since stays. */
      const undo = Effect.fnUntraced(function* (number: number) {
        const before = yield* read
        const chosen = before.decided.filter((_, index) => (number >> (index % 20)) % 2 === 0)
        if (chosen.length === 0) return
        const [had, wrote] = [all(yield* shape(id)), yield* shape(id)]
        const refused = yield* Effect.promise(() =>
          reopen(ask, line, chosen).then(
            () => undefined,
            (error: unknown) => (error instanceof Refused ? error.status : error)
          )
        )
        if (refused !== undefined) {
          expect(refused).toBe(409)
          expect(yield* shape(id)).toEqual(wrote)
          return
        }
        const has = all(yield* shape(id))
        for (const each of had) if (each.startsWith("r") && !has.has(each)) expect(removed).toContain(each)
        const after = yield* read
        const left = new Set(after.decided.map(({ at, item, where }) => JSON.stringify([at, item, where])))
        for (const { at, item, where } of chosen) expect(left).not.toContain(JSON.stringify([at, item, where]))
      })

      const views: Record<string, ReadonlyArray<Conflict>> = {}
      for (const step of plan) {
        const { at, kind, line: who, page } = step
        if (kind === "read") views[who] = (yield* read).conflicts
        else if (kind === "decide") yield* apply(choose(views[who] ?? [], page))
        else if (kind === "together") yield* apply(choose(views.Ada ?? [], page), choose(views.Alan ?? [], at))
        else if (kind === "reopen") yield* undo(page)
        else if (kind === "update") yield* requests.pull(space, id)
        else if (who === "both") {
          for (const side of ["main", "request"] as const) yield* change({ ...step, line: side } as Step)
        } else yield* change(step)
      }
      const main = all(yield* shape())
      let known = new Set<string>()
      for (let round = 0; ; round++) {
        const { conflicts } = yield* read
        const keys = conflicts.map(keyOf)
        expect(keys.filter((key) => known.has(key))).toEqual([])
        known = new Set(keys)
        if (conflicts.length === 0) break
        expect(round, JSON.stringify(conflicts)).toBeLessThan(8)
        const gone = yield* apply(choose(conflicts, last + round, true))
        expect(gone.map(({ conflict }) => keyOf(conflict))).toEqual([])
      }
      const wanted = all(yield* shape(id))
      expect((yield* requests.merge(space, id)).result).toBe("merge")
      const merged = yield* shape()
      const words = all(merged)
      for (const [, things] of merged) expect(markedParts(String(things.get("text") ?? ""))).toEqual([])
      for (const each of wanted) if (each.startsWith("r")) expect(words).toContain(each)
      for (const each of main) if (!words.has(each)) expect(removed).toContain(each)
    })
  )

it("never ends stuck, and never loses a side without its decision", { timeout }, () =>
  fc.assert(fc.asyncProperty(steps, fc.nat(), play), { numRuns })
)
