/**
 * The suites for storages that outlive their process, and that several processes may share: concurrent writes, and
 * processes that are killed while writing.
 * @since 0.1.0
 */
import type { ChildProcess } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { describe, expect, it } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { note, notes } from "./tables.js"
import { counterName, type Mode, shelves } from "./worker.js"

/** The ways to reach the adapter under test from other processes and from this one. */
export interface Processes<E> {
  /**
   * Starts a process that opens the storage in `file`, creating it if it does not exist, and runs `work` of
   * `./worker.js` with the other two arguments. Its standard output is piped.
   */
  readonly spawnWorker: (args: readonly [file: string, mode: Mode, count: string]) => ChildProcess
  /** The storage in `file`, in this process, with the `tables` of `./tables.js`. */
  readonly open: (file: string) => Layer.Layer<Storage, E>
  /** Only `"one"` process at a time may have it open, which its users must see to. Otherwise processes share it. */
  readonly openers?: "one"
}

interface Outcome {
  readonly acknowledged: ReadonlyArray<number>
  readonly code: number | null
  readonly complaints: string
}

/** Reads a worker's acknowledgements until it ends; kills it without warning once `enough` of them have come. */
const follow = (worker: ChildProcess, enough: (count: number) => boolean = () => false) =>
  new Promise<Outcome>((resolve, reject) => {
    if (worker.stdout === null) return reject(new Error("the worker's standard output must be piped"))
    const acknowledged: Array<number> = []
    let complaints = ""
    worker.stderr?.on("data", (chunk) => {
      complaints += String(chunk)
    })
    createInterface({ input: worker.stdout }).on("line", (line) => {
      const value = /^ack (\d+)$/.exec(line)?.[1]
      if (value === undefined) return
      acknowledged.push(Number(value))
      if (enough(acknowledged.length)) worker.kill("SIGKILL")
    })
    worker.once("error", reject)
    worker.once("close", (code) => resolve({ acknowledged, code, complaints }))
  })

/** Whether two workers wrote concurrently, by the values that they were given. */
const overlap = (a: Outcome, b: Outcome): boolean =>
  Math.min(...a.acknowledged) < Math.max(...b.acknowledged) && Math.min(...b.acknowledged) < Math.max(...a.acknowledged)

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

/** Rows of a shelf by their number, which is also their id. */
const shelf = (name: string) =>
  Effect.flatMap(Storage, (storage) =>
    Effect.map(storage.scan(notes, { index: "order", prefix: [name] }), (rows) => rows.map((row) => row.columns.order))
  )

const inFile = async (use: (file: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-processes-"))
  try {
    await use(join(folder, "storage"))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const timeout = 120_000

/** Runs the suites for processes. */
export const processes = <E>(name: string, { openers, open, spawnWorker }: Processes<E>): void => {
  if (openers !== undefined && openers !== "one") throw new Error(`there cannot be ${openers} openers, only one`)
  const within = <A, E2>(file: string, effect: Effect.Effect<A, E2, Storage>) =>
    Effect.runPromise(Effect.provide(effect, open(file)))

  describe(`${name}: processes`, () => {
    it(
      "what a process has written is there once it has ended, in this process and in the next one",
      () =>
        inFile(async (file) => {
          const run = async () => {
            const { acknowledged, code, complaints } = await follow(spawnWorker([file, "increment", "5"]))
            expect(code, complaints).toBe(0)
            return acknowledged
          }
          expect(await run()).toEqual([1, 2, 3, 4, 5])
          await within(
            file,
            Effect.gen(function* () {
              const storage = yield* Storage
              expect(yield* shelf(shelves.increment)).toEqual(upTo(5))
              expect(yield* storage.increment(counterName)).toBe(6)
            })
          )
          expect(await run()).toEqual([7, 8, 9, 10, 11])
          await within(
            file,
            Effect.map(shelf(shelves.increment), (found) => expect(found).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 11]))
          )
        }),
      timeout
    )

    it(
      "a process that is killed while it writes loses nothing that it acknowledged and leaves nothing half written",
      () =>
        inFile(async (file) => {
          let last = 0
          for (const killAfter of [1, 20, 77, 150]) {
            const { acknowledged } = await follow(spawnWorker([file, "pairs", "0"]), (count) => count >= killAfter)
            expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter)
            last = Math.max(last, ...acknowledged)
            await within(
              file,
              Effect.gen(function* () {
                const storage = yield* Storage
                const left = yield* shelf(shelves.left)
                expect(left).toEqual(upTo(left.length))
                expect(yield* shelf(shelves.right)).toEqual(left)
                expect(left.length).toBeGreaterThanOrEqual(last)
                expect(yield* storage.counter(counterName)).toBe(left.length)
              })
            )
          }
        }),
      timeout
    )

    if (openers === "one") return

    it(
      "two processes that write at once both succeed, lose nothing and give no value twice",
      () =>
        inFile(async (file) => {
          let total = 0
          for (const count of [100, 400, 1_600, 6_400]) {
            const start = () => follow(spawnWorker([file, "increment", String(count)]))
            const [a, b] = await Promise.all([start(), start()])
            expect([a.code, b.code], a.complaints + b.complaints).toEqual([0, 0])
            expect([a.acknowledged.length, b.acknowledged.length]).toEqual([count, count])
            const values = [...a.acknowledged, ...b.acknowledged].sort((x, y) => x - y)
            expect(values).toEqual(upTo(2 * count).map((n) => total + n))
            total += 2 * count
            await within(
              file,
              Effect.gen(function* () {
                const storage = yield* Storage
                expect(yield* storage.counter(counterName)).toBe(total)
                expect(yield* shelf(shelves.increment)).toEqual(upTo(total))
              })
            )
            if (overlap(a, b)) return
          }
          throw new Error("the processes never wrote at the same time")
        }),
      timeout
    )

    it(
      "this process sees what another commits, and its generation moves",
      () =>
        inFile((file) =>
          within(
            file,
            Effect.gen(function* () {
              const storage = yield* Storage
              yield* storage.insert(notes, note("mine"), "{}")
              const before = yield* storage.generation ?? Effect.succeed(0)
              expect(yield* storage.counter(counterName)).toBe(0)
              const outcome = yield* Effect.promise(() => follow(spawnWorker([file, "increment", "5"])))
              expect(outcome.code, outcome.complaints).toBe(0)
              if (storage.generation !== undefined) {
                const after = yield* storage.generation
                expect(after).not.toBe(before)
                expect(yield* storage.generation).toBe(after)
              }
              expect(yield* shelf(shelves.increment)).toEqual(upTo(5))
              expect(yield* storage.increment(counterName)).toBe(6)
            })
          )
        ),
      timeout
    )

    it(
      "a killed process does not hold up another that is writing",
      () =>
        inFile(async (file) => {
          const start = (enough: (count: number) => boolean) => follow(spawnWorker([file, "pairs", "0"]), enough)
          let writing = 0
          let last = Number.POSITIVE_INFINITY
          const survivor = start((count) => {
            writing = count
            return count >= last
          })
          const victim = await start((count) => count >= 30 && writing > 0)
          last = writing + 50
          const { acknowledged } = await survivor
          expect(acknowledged.length).toBeGreaterThanOrEqual(last)
          await within(
            file,
            Effect.gen(function* () {
              const storage = yield* Storage
              const left = yield* shelf(shelves.left)
              expect(yield* shelf(shelves.right)).toEqual(left)
              expect(yield* storage.counter(counterName)).toBe(left.length)
              expect([...acknowledged, ...victim.acknowledged].filter((value) => !left.includes(value))).toEqual([])
            })
          )
        }),
      timeout
    )
  })
}
