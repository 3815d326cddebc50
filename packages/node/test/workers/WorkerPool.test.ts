import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Actor, user } from "@lectern/core/access/Actor"
import { UserId } from "@lectern/core/users/User"
import { type Task, Workers } from "@lectern/core/workers/Workers"
import { layer, type WorkerPoolOptions } from "@lectern/node/workers/WorkerPool"
import { Cause, Chunk, Effect, Exit, Fiber, Logger, type LogLevel } from "effect"
import { build } from "esbuild"
import { longestTurn } from "./turns.js"
import { longValues, values } from "./values.js"

const program = new URL("./program.mjs", import.meta.url)
const large = 1_000_000

/** A task of the misbehaving program; here it reports that it was not run in a thread. */
const task = <I, O>(name: string, size: (input: I) => number = () => large): Task<I, O | string> => ({
  name,
  size,
  run: () => "in this thread"
})
const echo = task<unknown, unknown>("echo")
const busy = task<{ milliseconds: number; size?: number }, number>("busy", ({ size }) => size ?? large)
const spin = task<null, never>("spin")
const exit = task<null, never>("exit")

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value)

const pool = (options: WorkerPoolOptions = {}) => Effect.provide(layer({ program, threads: 1, ...options }))
const run = <I, O>(one: Task<I, O>, input: I) => Effect.flatMap(Workers, (workers) => workers.run(one, input))
const as = (name: string) => Effect.provideService(Actor, user(UserId.make(name)))

/** The log lines of an effect, with their levels. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<readonly [LogLevel.LogLevel["label"], string]> = []
    const logger = Logger.make(({ logLevel, message }) => {
      lines.push([logLevel.label, String(message)])
    })
    const answer = yield* Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger))
    return { answer, lines }
  })

/** Runs a program of Node to its end: its output, and how it ended. */
const node = (file: string): Promise<{ readonly printed: string; readonly code: number | null }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "pipe"], timeout: 60_000 })
    let printed = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += String(data)))
    child.once("close", (code) => resolve({ printed, code }))
  })

describe("a pool of worker threads", () => {
  it.live("gives back what the task makes, in one message or in many", () =>
    Effect.gen(function* () {
      for (const value of values) {
        const copy = yield* run(echo, value)
        expect(copy).toEqual(value)
        if (isObject(value)) expect(Object.keys(copy as object)).toEqual(Object.keys(value))
      }
      const shared = { list: [] as Array<object> }
      shared.list = Array.from({ length: 10_000 }, () => shared)
      const copy = yield* run(task<typeof shared, typeof shared>("echo"), shared)
      expect(typeof copy === "object" && copy.list.every((each) => each === copy)).toBe(true)
      const [first, ...others] = Array.from({ length: 100_000 }, (_, at) => ({ at }))
      const around = yield* run(task<Array<typeof first>, Array<object>>("echo"), [first, ...others, first])
      expect(around.length).toBe(100_001)
      expect(around[0]).toBe(around.at(-1))
      const bytes = new Uint8Array(10).fill(1)
      const more = Array.from({ length: 10_000 }, (_, at) => at)
      const twice = yield* run(echo, [bytes, more, bytes, Buffer.from("pooled"), Buffer.alloc(300_000, 2).subarray(1)])
      expect(twice).toEqual([
        bytes,
        more,
        bytes,
        new Uint8Array(Buffer.from("pooled")),
        new Uint8Array(299_999).fill(2)
      ])
    }).pipe(pool())
  )

  it.live("gives back what is nested however deep", () =>
    Effect.gen(function* () {
      let value: unknown = yield* run(task<{ depth: number }, object>("nested"), { depth: 100_000 })
      let depth = 0
      while (typeof value === "object" && value !== null && "inside" in value) {
        value = value.inside
        depth++
      }
      expect([depth, value]).toEqual([100_000, { leaf: true }])
    }).pipe(pool())
  )

  // Measurements that noise has spoilt are repeated.
  it.live(
    "lets others in while a large input leaves and a large output arrives",
    () =>
      Effect.gen(function* () {
        for (const input of longValues) expect(yield* longestTurn(run(echo, input))).toBeLessThan(150)
      }).pipe(pool()),
    { retry: 2 }
  )

  it.live("runs what is small in the thread that asks", () =>
    Effect.gen(function* () {
      expect(yield* run(busy, { milliseconds: 1, size: 10 })).toBe("in this thread")
    }).pipe(pool())
  )

  it.live("makes a defect of what a task throws, and goes on", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(run(task<null, never>("throw"), null))
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("TypeError: a bug")
      expect(yield* run(echo, "well")).toBe("well")
    }).pipe(pool())
  )

  it.live("ends a job that takes too long, and goes on", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(spin, null))
      expect(error).toMatchObject({ _tag: "Conflict", message: expect.stringContaining("500ms") })
      expect(yield* run(echo, "well")).toBe("well")
    }).pipe(pool({ time: "500 millis" }))
  )

  it.live("ends a job that takes too much memory, and goes on", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(task<null, never>("hog"), null))
      expect(error).toMatchObject({ _tag: "Conflict", message: expect.stringContaining("64 MB") })
      expect(yield* run(echo, "well")).toBe("well")
    }).pipe(pool({ memory: 64 }))
  )

  it.live("replaces a thread that dies, and says so after the second time", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(run(exit, null))
      expect(failed).toMatchObject({ _tag: "Unavailable" })
      expect(yield* run(echo, "well")).toBe("well")
    }).pipe(pool())
  )

  it.live("ends the job of a caller who has gone, waiting or running", () =>
    Effect.gen(function* () {
      const running = yield* Effect.fork(run(spin, null))
      const waiting = yield* Effect.fork(run(spin, null))
      const last = yield* Effect.fork(run(echo, "well"))
      yield* Effect.yieldNow()
      yield* Fiber.interruptAll([waiting, running])
      expect(yield* Fiber.join(last)).toBe("well")
    }).pipe(pool())
  )

  it.live("lets callers take turns, by how much they ask for", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const job = (name: string, size: number) =>
        Effect.zipRight(
          run(busy, { milliseconds: 15, size }),
          Effect.sync(() => done.push(name))
        ).pipe(as(name))
      yield* Effect.all(
        [
          ...Array.from({ length: 20 }, () => job("ada", 900_000)),
          job("ben", 100_000),
          job("cem", 2_000_000),
          job("ben", 100_000)
        ],
        { concurrency: "unbounded" }
      )
      expect(done).toHaveLength(23)
      expect(done.lastIndexOf("ben")).toBeLessThan(4)
      expect(done.indexOf("cem")).toBeLessThan(8)
    }).pipe(pool())
  )

  const [small, milliseconds] = [20_000, 60]
  const runSmall = (name: string) => {
    const one = task<null, never>(name, () => small)
    return run(one, null)
  }
  const forkSmall = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => Effect.fork(run(busy, { milliseconds, size: small })))
  /** Keeps this thread from giving work to others. */
  const block = (time: number) =>
    Effect.sync(() => {
      const until = performance.now() + time
      while (performance.now() < until);
    })

  it.live("has the next small job of a caller at hand when one is done", () =>
    Effect.gen(function* () {
      yield* run(echo, "started")
      const fibers = yield* forkSmall(2)
      yield* Effect.sleep(1)
      yield* block(5 * milliseconds)
      const began = performance.now()
      for (const fiber of fibers) expect(yield* Fiber.join(fiber)).toBe(milliseconds)
      expect(performance.now() - began).toBeLessThan(milliseconds / 2)
    }).pipe(pool())
  )

  it.live("does not let a caller of many small jobs delay another one", () =>
    Effect.gen(function* () {
      yield* run(echo, "started")
      const done: Array<string> = []
      const job = (name: string) =>
        Effect.zipRight(
          run(busy, { milliseconds: 5, size: small }),
          Effect.sync(() => done.push(name))
        ).pipe(as(name))
      yield* Effect.all([...Array.from({ length: 20 }, () => job("ada")), job("ben")], { concurrency: "unbounded" })
      expect(done).toHaveLength(21)
      expect(done.indexOf("ben")).toBeLessThan(4)
    }).pipe(pool())
  )

  it.live("does what a thread had at hand when it ended, and nothing that was cancelled", () =>
    Effect.gen(function* () {
      yield* run(echo, "started")
      const dying = yield* Effect.fork(Effect.flip(runSmall("exit")))
      const behind = yield* forkSmall(2)
      expect(yield* Fiber.join(dying)).toMatchObject({ _tag: "Unavailable" })
      for (const fiber of behind) expect(yield* Fiber.join(fiber)).toBe(milliseconds)

      const [first, hanging] = yield* Effect.all([
        Effect.fork(run(busy, { milliseconds, size: small })),
        Effect.fork(runSmall("spin"))
      ])
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(hanging)
      const last = yield* Effect.fork(run(echo, "well"))
      expect(yield* Fiber.join(first)).toBe(milliseconds)
      expect(yield* Fiber.join(last)).toBe("well")

      const running = yield* Effect.fork(runSmall("spin"))
      const [kept] = yield* forkSmall(1)
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(running)
      expect(yield* Fiber.join(kept!)).toBe(milliseconds)
    }).pipe(pool())
  )

  it.live("ends a job that takes too long, and then does what waits behind it", () =>
    Effect.gen(function* () {
      const error = yield* Effect.fork(Effect.flip(runSmall("spin")))
      const [behind] = yield* forkSmall(1)
      expect(yield* Fiber.join(error)).toMatchObject({ _tag: "Conflict" })
      expect(yield* Fiber.join(behind!)).toBe(milliseconds)
    }).pipe(pool({ time: "500 millis" }))
  )

  it.live("leaves a thread for another caller where there are two", () =>
    Effect.gen(function* () {
      const stuck = yield* Effect.forEach([1, 2, 3], () => Effect.fork(as("ada")(run(spin, null))))
      expect(yield* as("ben")(run(echo, "well"))).toBe("well")
      yield* Fiber.interruptAll(stuck)
    }).pipe(pool({ threads: 2 }))
  )

  it.live("fails what waits when it is closed", () =>
    Effect.gen(function* () {
      const fibers = yield* Effect.gen(function* () {
        const workers = yield* Workers
        return yield* Effect.forEach([1, 2], () => Effect.forkDaemon(workers.run(spin, null)))
      }).pipe(pool())
      for (const fiber of fibers) {
        const exit = yield* Fiber.await(fiber)
        expect(Exit.isFailure(exit) && Chunk.toReadonlyArray(Cause.failures(exit.cause))).toMatchObject([
          { _tag: "Unavailable" }
        ])
      }
    })
  )

  for (const [what, options] of [
    ["whose program is not there", { program: new URL("./nothing.mjs", import.meta.url) }],
    ["whose program cannot start", { program: new URL("./WorkerPool.test.ts", import.meta.url) }],
    ["whose program lacks the task", {}]
  ] as const) {
    it.live(`runs everything in the thread that asks where it is one ${what}, and warns once`, () =>
      Effect.gen(function* () {
        const unknown = task<null, string>("unknown")
        const { answer, lines } = yield* logged(
          Effect.all([run(unknown, null), run(unknown, null)], { concurrency: 2 }).pipe(pool(options))
        )
        expect(answer).toEqual(["in this thread", "in this thread"])
        expect(lines.filter(([level]) => level === "WARN")).toHaveLength(1)
      })
    )
  }
})

/** A program that uses the pool and then has no more work. */
const source = (program: string): string => `
import { layer } from "@lectern/node/workers/WorkerPool"
import { Workers } from "@lectern/core/workers/Workers"
import { ManagedRuntime } from "effect"
const here = { name: "length", size: () => 1_000_000, run: () => "in this thread" }
const runtime = ManagedRuntime.make(layer({ program: new URL(${JSON.stringify(program)}, import.meta.url) }))
const workers = await runtime.runPromise(Workers)
console.log(await runtime.runPromise(workers.run(here, { text: "x".repeat(1000) })))
`

describe("a program that uses the pool", () => {
  const folder = fileURLToPath(new URL("../../dist/for-tests/", import.meta.url))
  mkdirSync(folder, { recursive: true })

  it("ends by itself", async () => {
    const file = join(folder, "program.mjs")
    writeFileSync(file, source(program.href))
    expect(await node(file)).toEqual({ printed: "1000\n", code: 0 })
  })

  it("is bundled, and has threads where their program is bundled beside it", async () => {
    const [main, worker] = [join(folder, "bundled.mjs"), join(folder, "worker.mjs")]
    writeFileSync(main, source("./worker.mjs"))
    writeFileSync(
      worker,
      `import { serve } from "@lectern/node/workers/Serve"
serve([{ name: "length", size: () => 0, run: ({ text }) => text.length }])`
    )
    await build({
      entryPoints: [main, worker],
      outdir: join(folder, "bundle"),
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error"
    })
    expect(await node(join(folder, "bundle/bundled.mjs"))).toEqual({ printed: "1000\n", code: 0 })
  })
})
