/** The stream of changes, in which a storage reports its commits. */

import { expect } from "@effect/vitest"
import { type Change, Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { concern, type Suite, turn } from "./harness.js"
import { note, notes, numbers } from "./tables.js"

/**
 * Listens to the changes. Returns a function that runs a program and returns the commits it made. Rows of `numbers`
 * mark where the listening has begun and where the program has ended.
 */
const listen = Effect.gen(function* () {
  const storage = yield* Storage
  const queue = yield* Queue.unbounded<ReadonlyArray<Change>>()
  yield* Effect.forkScoped(Stream.runForEach(storage.changes, (commit) => Queue.offer(queue, commit)))
  let marks = 0
  const mark = Effect.suspend(() => storage.insert(numbers, { number: ++marks }, ""))
  while ((yield* Queue.size(queue)) === 0) {
    yield* mark
    yield* turn
  }
  const until = (last: number) =>
    Effect.gen(function* () {
      const commits: Array<ReadonlyArray<Change>> = []
      for (;;) {
        const commit = yield* Queue.take(queue)
        if (commit[0]?.table !== numbers.name) commits.push(commit)
        else if (commit[0].key[0] === last) return commits
      }
    })
  return <A, E, R>(program: Effect.Effect<A, E, R>) =>
    program.pipe(Effect.zipRight(mark), Effect.zipRight(Effect.suspend(() => until(marks))))
})

const change = (kind: Change["kind"], id: string): Change => ({ table: notes.name, key: ["s", id], kind })

/** The suite of changes and the generation. */
export const suite: Suite<Storage> = concern("changes", ({ test }) => {
  test(
    "every statement outside a transaction is a commit with one change",
    Effect.gen(function* () {
      const storage = yield* Storage
      const commits = yield* listen
      expect(
        yield* commits(
          Effect.gen(function* () {
            yield* storage.insert(notes, note("a"), "1")
            yield* storage.update(notes, note("a"), "2", 1)
            yield* storage.delete(notes, ["s", "a"])
          })
        )
      ).toEqual([[change("insert", "a")], [change("update", "a")], [change("delete", "a")]])
    })
  )

  test(
    "a transaction is one commit, with all of its changes in the order they were made",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "1")
      const commits = yield* listen
      expect(
        yield* commits(
          storage.transaction(
            Effect.gen(function* () {
              yield* storage.insert(notes, note("b"), "1")
              yield* storage.transaction(storage.update(notes, note("a"), "2", 1))
              yield* storage.insert(notes, note("c"), "1")
              yield* storage.delete(notes, ["s", "b"])
            })
          )
        )
      ).toEqual([[change("insert", "b"), change("update", "a"), change("insert", "c"), change("delete", "b")]])
    })
  )

  test(
    "what rolled back, failed or did nothing is not told",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "1")
      const commits = yield* listen
      expect(
        yield* commits(
          Effect.gen(function* () {
            yield* Effect.exit(
              storage.transaction(Effect.zipRight(storage.insert(notes, note("b"), "1"), Effect.fail("no")))
            )
            yield* Effect.exit(storage.insert(notes, note("a"), "1"))
            yield* Effect.exit(storage.update(notes, note("a"), "2", 5))
            yield* storage.delete(notes, ["s", "none"])
            yield* storage.transaction(storage.count(notes, {}))
            yield* storage.transaction(
              Effect.gen(function* () {
                yield* storage.insert(notes, note("c"), "1")
                yield* Effect.exit(
                  storage.transaction(Effect.zipRight(storage.insert(notes, note("d"), "1"), Effect.die("no")))
                )
                yield* Effect.exit(storage.insert(notes, note("a"), "1"))
              })
            )
          })
        )
      ).toEqual([[change("insert", "c")]])
    })
  )

  test(
    "a listener that is told of a commit finds it",
    Effect.gen(function* () {
      const storage = yield* Storage
      const found = storage.changes.pipe(
        Stream.mapEffect((commit) => storage.get(notes, commit[0]!.key)),
        Stream.runHead
      )
      const insertEver = Effect.gen(function* () {
        yield* storage.insert(notes, note(String(yield* storage.increment("ids"))), "")
        yield* turn
      }).pipe(Effect.forever)
      const row = yield* Effect.raceFirst(found, insertEver)
      expect(Option.getOrUndefined(row)?.columns.shelf).toBe("s")
    })
  )
})
