/**
 * A request reads each stamp once, together with the stamps that similar requests needed, and never an old one after it
 * wrote.
 */
import { expect, it } from "@effect/vitest"
import {
  askWithStampsOf,
  forgetRequestStamps,
  RequestStamps,
  readStampsOf,
  requestStamps
} from "@lectern/core/people/access/RequestStamps"
import type { BatchedRead } from "@lectern/core/storage/rows/BatchedRead"
import { Storage } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { notedStorage } from "@lectern/storage-testing/counting"
import { Effect } from "effect"

/**
 * Readers of a storage in which `a` is 1, `b` is 2, and so on, and the calls of the storage since the last question.
 */
const given = Effect.gen(function* () {
  const storage = yield* Storage
  for (const [index, name] of [..."abcdefghijklmnopqrstuvwxyz"].entries()) yield* storage.increment(name, index + 1)
  const calls: Array<string> = []
  const noted = notedStorage(storage, (call) => void calls.push(call))
  /** The stamps with these letters, as a lookup needs them. */
  const read = (letters: string, lookup = "lookup") => readStampsOf(noted)(() => lookup, [...letters])
  const within = (request: RequestStamps) => Effect.locally(requestStamps, request)
  const asked = (): ReadonlyArray<string> => calls.splice(0)
  return { storage, noted, read, within, asked, askWith: askWithStampsOf(noted) }
})
const empty = MemoryStorage.layer([])

it.effect("reads each stamp once in a request, until it ends", () =>
  Effect.gen(function* () {
    const { asked, read, storage, within } = yield* given
    const request = new RequestStamps()
    const inside = within(request)
    expect(yield* inside(read("ac"))).toEqual([1, 3])
    expect(asked()).toEqual(["counters 2"])
    yield* storage.increment("a", 100)
    expect(yield* inside(read("ca"))).toEqual([3, 1])
    expect(asked()).toEqual([])
    expect(yield* inside(read("abcd"))).toEqual([1, 2, 3, 4])
    expect(asked()).toEqual(["counters 2"])
    request.isOver = true
    expect(yield* inside(read("ab"))).toEqual([101, 2])
    yield* storage.increment("b", 100)
    expect(yield* inside(read("ab"))).toEqual([101, 102])
    expect(yield* read("b")).toEqual([102])
    expect(asked()).toEqual(["counters 2", "counters 2", "counters 1"])
  }).pipe(Effect.provide(empty))
)

it.effect("reads them again after the request has moved some", () =>
  Effect.gen(function* () {
    const { read, storage, within } = yield* given
    const inside = within(new RequestStamps())
    expect(yield* inside(read("ab"))).toEqual([1, 2])
    yield* storage.increment("a", 100)
    yield* inside(forgetRequestStamps)
    expect(yield* inside(read("ab"))).toEqual([101, 2])
  }).pipe(Effect.provide(empty))
)

it.effect("reads at first what requests that began alike needed later, up to 16 of them", () =>
  Effect.gen(function* () {
    const { asked, read, within } = yield* given
    const first = within(new RequestStamps())
    yield* first(read("a"))
    yield* first(read("a"))
    for (const letter of "bcdefghijklmnopqrst") yield* first(read(letter))
    expect(asked()).toEqual(Array(20).fill("counters 1"))
    const second = within(new RequestStamps())
    yield* second(read("a"))
    expect(asked()).toEqual(["counters 17"])
    expect(yield* second(read("bq"))).toEqual([2, 17])
    expect(asked()).toEqual([])
    yield* within(new RequestStamps())(read("a", "another lookup"))
    expect(asked()).toEqual(["counters 1"])
  }).pipe(Effect.provide(empty))
)

it.effect("in a transaction, reads what is there now, together with what is asked first", () =>
  Effect.gen(function* () {
    const { asked, askWith, noted, read, storage, within } = yield* given
    const inside = within(new RequestStamps())
    yield* inside(read("ab"))
    asked()
    const [x, y] = ["x", "y"].map((counter) => ({ kind: "counter", counter }) as const)
    const both: BatchedRead<ReadonlyArray<unknown>> = {
      reads: [x!, y!],
      take: (answers, from) => answers.slice(from, from + 2)
    }
    const inTransaction = (letters: string) =>
      noted.transaction(
        inside(askWith("key", both, (answer) => Effect.map(read(letters), (stamps) => [answer, stamps])))
      )
    yield* storage.increment("a", 100)
    expect(yield* inTransaction("ab")).toEqual([
      [24, 25],
      [101, 2]
    ])
    expect(asked()).toEqual(["begin", "counter + counter", "counters 2", "commit"])
    expect(yield* inTransaction("ba")).toEqual([
      [24, 25],
      [2, 101]
    ])
    expect(asked()).toEqual(["begin", "counter + counter + counter + counter", "commit"])
    expect(yield* inTransaction("bc")).toEqual([
      [24, 25],
      [2, 3]
    ])
    expect(asked()).toEqual(["begin", "counter + counter + counter + counter", "counters 2", "commit"])
    expect(yield* noted.transaction(inside(read("ac")))).toEqual([101, 3])
    expect(asked()).toEqual(["begin", "counters 2", "commit"])
    expect(yield* askWith("key", both, Effect.succeed)).toEqual([24, 25])
    expect(asked()).toEqual(["counter + counter"])
  }).pipe(Effect.provide(empty))
)
