/** Processes that share a queue of jobs, each a runner of its own over the same storage. */
import { describe, expect, it } from "@effect/vitest"
import { Unavailable } from "@lectern/core/errors/Errors"
import { Jobs } from "@lectern/core/jobs/Jobs"
import { LeasesTable } from "@lectern/core/people/rate-limits/LeaseRepository"
import { fenceOf } from "@lectern/core/storage/jobs/ClaimFence"
import { makeClaims } from "@lectern/core/storage/jobs/Claims"
import { currentFence, fencedStorage } from "@lectern/core/storage/jobs/Fence"
import type { JobHandler } from "@lectern/core/storage/jobs/JobKind"
import { service as queueOf } from "@lectern/core/storage/jobs/JobQueue"
import { run } from "@lectern/core/storage/jobs/JobRunner"
import { JobsTable } from "@lectern/core/storage/jobs/JobsTable"
import { service as jobsOf } from "@lectern/core/storage/jobs/Submitting"
import { ThisProcess } from "@lectern/core/storage/jobs/ThisProcess"
import { rows as rowsOf } from "@lectern/core/storage/rows/Repository"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import { Cause, Clock, Context, Deferred, Effect, Exit, Layer, Scope, TestClock } from "effect"
import { eventually } from "../../content/imports/site.js"
import { everyStorage } from "../../storages.js"

const jobOf = (key: string, kind = "Work") => ({ kind, key, payload: { about: key } })

/** The queue as one process sees it, with a fence around its storage. */
const queue = Layer.provideMerge(jobsOf.layer, queueOf.layer).pipe(
  Layer.provideMerge(Layer.effect(Storage, Effect.map(Storage, fencedStorage)))
)

type Handlers = Readonly<Record<string, JobHandler<Storage>>>

/** A process that runs jobs until `stop`, when it hands over the running ones. */
const start = (handlers: Handlers) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(queue, scope)
    const running = run({ handlers: new Map(Object.entries(handlers)), polls: true })
    yield* Effect.provide(Scope.extend(Effect.forkScoped(running), scope), context)
    const { cancel, submit, wake } = Context.get(context, Jobs)
    return {
      submit: (key: string, kind?: string) => Effect.zipRight(submit(jobOf(key, kind)), wake),
      cancel: (key: string) => cancel(jobOf(key)),
      stop: Scope.close(scope, Exit.void)
    }
  })

/** The rows of the queue. */
const left = Effect.flatMap(Storage, (storage) =>
  Effect.map(rowsOf(storage, JobsTable).scan({}), (found) => found.map(({ value }) => value))
)

/** Waits until something is so, while time passes: half a second in each turn. */
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>, isSo: (value: A) => boolean) =>
  eventually(Effect.zipRight(TestClock.adjust("500 millis"), effect), isSo)

const isEmpty = (found: ReadonlyArray<unknown>): boolean => found.length === 0

/** The effect of a job, in a transaction: the counter of its key. */
const count: JobHandler<Storage> = ({ key }) =>
  Effect.flatMap(Storage, (storage) => Effect.as(storage.transaction(storage.increment(key), []), undefined))

const counted = (key: string) => Effect.flatMap(Storage, (storage) => storage.counter(key))

/** The storage, where other fibers have a turn before and after each effect. */
const takingTurns = (storage: StorageService): StorageService =>
  new Proxy(storage, {
    get: (of, name) => {
      const member: unknown = Reflect.get(of, name)
      if (typeof member !== "function") return member
      return (...args: ReadonlyArray<unknown>) => {
        const made: unknown = Reflect.apply(member, of, args)
        if (!Effect.isEffect(made)) return made
        return Effect.zipLeft(Effect.zipRight(Effect.yieldNow(), made), Effect.yieldNow())
      }
    }
  })

describe.each(everyStorage)("jobs over $name", ({ layer }) => {
  it.effect("are done once by processes that share them, and submitted once", () =>
    Effect.gen(function* () {
      const processes = [yield* start({ Work: count }), yield* start({ Work: count }), yield* start({ Work: count })]
      const keys = Array.from({ length: 30 }, (_, i) => `job-${i}`)
      for (const [i, key] of keys.entries()) {
        yield* processes[i % 3]!.submit(key)
        yield* processes[(i + 1) % 3]!.submit(`${key} again`)
        yield* processes[(i + 1) % 3]!.cancel(`${key} again`)
      }
      yield* inTime(left, isEmpty)
      for (const key of keys) expect([key, yield* counted(key)]).toEqual([key, 1])
      yield* Effect.forEach(processes, ({ stop }) => stop)
    }).pipe(Effect.provide(layer))
  )

  it.effect("are handed over at once by a process that stops", () =>
    Effect.gen(function* () {
      const first = yield* start({ Work: () => Effect.never })
      yield* first.submit("job")
      yield* eventually(left, ([job]) => job?.claim !== "")
      yield* first.stop
      expect(yield* left).toMatchObject([{ claim: "", attempts: 0 }])
      const before = yield* Clock.currentTimeMillis
      const second = yield* start({ Work: count })
      yield* eventually(left, isEmpty)
      expect([yield* counted("job"), yield* Clock.currentTimeMillis]).toEqual([1, before])
      yield* second.stop
    }).pipe(Effect.provide(layer))
  )

  it.effect("are handed over wherever a process is when it stops", () =>
    Effect.gen(function* () {
      const turns = Layer.effect(Storage, Effect.map(Storage, takingTurns))
      for (let steps = 0; steps < 60; steps++) {
        const process = yield* Effect.provide(start({ Work: () => Effect.never }), turns)
        const key = `job-${steps}`
        yield* process.submit(key)
        for (let step = 0; step < steps; step++) yield* Effect.yieldNow()
        yield* process.stop
        expect([steps, yield* left]).toMatchObject([steps, [{ key, claim: "", attempts: 0 }]])
        yield* rowsOf(yield* Storage, JobsTable).remove(key)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("of a process that is gone are taken over within 9 seconds, and those of one that is there are not", () =>
    Effect.gen(function* () {
      const there = yield* start({ Long: () => Effect.never })
      yield* there.submit("long", "Long")
      yield* eventually(left, ([job]) => job?.claim !== "")
      const rows = rowsOf(yield* Storage, JobsTable)
      yield* rows.insert({ ...jobOf("job"), claim: "of a process that is gone", due: 0, attempts: 1 })
      const taken: Array<string> = []
      const note: JobHandler<Storage> = ({ key }) =>
        Effect.as(
          Effect.sync(() => taken.push(key)),
          undefined
        )
      const second = yield* start({ Work: note, Long: note })
      const from = yield* Clock.currentTimeMillis
      yield* inTime(
        Effect.sync(() => taken),
        (keys) => keys.length > 0
      )
      const passed = (yield* Clock.currentTimeMillis) - from
      expect([passed > 5_000, passed <= 9_000]).toEqual([true, true])
      for (let i = 0; i < 40; i++) yield* inTime(Effect.void, () => true)
      expect(taken).toEqual(["job"])
      yield* there.stop
      yield* eventually(left, (found) => found.every(({ claim }) => claim === ""))
      yield* inTime(left, isEmpty)
      expect(taken).toEqual(["job", "long"])
      yield* second.stop
    }).pipe(Effect.provide(layer))
  )

  it.effect("of a process that is known to be gone are taken over at once", () =>
    Effect.gen(function* () {
      const rows = rowsOf(yield* Storage, JobsTable)
      yield* rows.insert({ ...jobOf("job"), claim: "gone/1", due: 0, attempts: 1 })
      const claims: Array<string> = []
      const note: JobHandler<Storage> = () =>
        Effect.as(
          Effect.map(left, ([job]) => claims.push(job?.claim ?? "")),
          undefined
        )
      const process = yield* start({ Work: note })
      yield* eventually(left, isEmpty)
      expect([claims.length, claims[0]?.startsWith("here/"), yield* Clock.currentTimeMillis]).toEqual([1, true, 0])
      yield* process.stop
    }).pipe(
      Effect.provideService(ThisProcess, { name: "here/", isGone: (claim) => claim.startsWith("gone/") }),
      Effect.provide(layer)
    )
  )

  it.effect("that another process has taken over commit nothing any more, and stop", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const before = yield* Deferred.make<void>()
      const paused: JobHandler<Storage> = (job) =>
        Effect.zipRight(Effect.zipRight(Deferred.succeed(before, undefined), Deferred.await(go)), count(job))
      const first = yield* start({ Work: paused })
      yield* first.submit("job")
      yield* Deferred.await(before)
      const rows = rowsOf(yield* Storage, JobsTable)
      const read = yield* rows.find("job")
      const claims = yield* Effect.provide(makeClaims, queue)
      const claim = read === undefined ? undefined : yield* claims.take(read)
      expect(claim?.id).not.toBe(read?.value.claim)
      yield* Deferred.succeed(go, undefined)
      for (let i = 0; i < 10; i++) yield* inTime(Effect.void, () => true)
      expect([yield* counted("job"), (yield* left).length]).toEqual([0, 1])
      if (claim !== undefined) yield* claims.end(claim, undefined)
      yield* first.stop
      expect(yield* left).toEqual([])
    }).pipe(Effect.provide(layer))
  )

  it.effect("that another process has taken over are refused every write of the storage", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const fenced = fencedStorage(storage)
      const table = LeasesTable
      const columns = { key: "kept", endsAt: 1 }
      yield* storage.insert(table, columns, "{}")
      yield* rowsOf(storage, JobsTable).insert({ ...jobOf("job"), claim: "valid", due: 0, attempts: 1 })
      const writes: ReadonlyArray<(by: StorageService) => Effect.Effect<unknown, unknown>> = [
        (by) => by.insert(table, { key: "new", endsAt: 1 }, "{}"),
        (by) => by.update(table, columns, "{}", 1),
        (by) => by.delete(table, ["kept"]),
        (by) => by.increment("counter"),
        (by) => by.increments([["counter", 1]]),
        (by) => by.writes([{ kind: "add", counter: "counter", by: 1 }]),
        (by) => by.transaction(by.increment("counter"), [])
      ]
      const under = (id: string) => Effect.locally(currentFence, fenceOf({ key: "job", id }))
      for (const write of writes) {
        const exit = yield* Effect.exit(under("stale")(write(fenced)))
        expect(Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause)).toBe(true)
      }
      expect(yield* storage.scan(table, {})).toMatchObject([{ columns, version: 1 }])
      expect(yield* storage.counter("counter")).toBe(0)
      for (const write of writes) yield* under("valid")(write(fenced))
      expect(yield* storage.scan(table, {})).toMatchObject([{ columns: { key: "new" } }])
      expect(yield* storage.counter("counter")).toBe(4)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that fail wait longer each time, and those that kill their process do so after three times", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const fails = Effect.flatMap(Clock.currentTimeMillis, (time) => {
        times.push(time)
        return times.length % 2 === 0 ? Effect.dieMessage("is wrong") : new Unavailable({ message: "is away" })
      })
      const { stop, submit } = yield* start({ Work: () => fails })
      yield* submit("job")
      // The clock stands still while a process is at work, however long that takes.
      for (const [i, least] of [5, 10, 20].entries()) {
        const [job] = yield* eventually(left, ([failed]) => failed?.attempts === i + 1 && failed.claim === "")
        const seconds = (job!.due - times[i]!) / 1000
        expect(seconds).toBeGreaterThanOrEqual(least)
        expect(seconds).toBeLessThan(least + 3)
        yield* inTime(
          Effect.sync(() => times.length),
          (tries) => tries === i + 2
        )
        expect(times[i + 1]).toBeGreaterThanOrEqual(job!.due)
      }
      const rows = rowsOf(yield* Storage, JobsTable)
      yield* rows.insert({ ...jobOf("deadly", "Deadly"), claim: "of a process that is gone", due: 0, attempts: 3 })
      const deadly = yield* start({ Deadly: count })
      yield* inTime(left, (found) => found.some(({ claim, key }) => key === "deadly" && claim === ""))
      expect(yield* counted("deadly")).toBe(0)
      yield* inTime(counted("deadly"), (done) => done === 1)
      yield* Effect.zipRight(stop, deadly.stop)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that return a time are done again then; four of a kind run at once, and do not hold up another kind", () =>
    Effect.gen(function* () {
      let running = 0
      const again: JobHandler<Storage> = (job) =>
        Effect.zipRight(
          count(job),
          Effect.map(Clock.currentTimeMillis, (time) => time + 60_000)
        )
      const long: JobHandler<Storage> = () =>
        Effect.zipRight(
          Effect.sync(() => running++),
          Effect.never
        )
      const { cancel, stop, submit } = yield* start({ Long: long, Work: again })
      for (let i = 0; i < 6; i++) yield* submit(`long-${i}`, "Long")
      yield* submit("job")
      yield* eventually(left, (found) => found.some(({ due }) => due === 60_000))
      expect([running, yield* counted("job")]).toEqual([4, 1])
      for (let i = 0; i < 6; i++) yield* cancel(`long-${i}`)
      yield* inTime(counted("job"), (times) => times === 2)
      expect(yield* Clock.currentTimeMillis).toBeGreaterThanOrEqual(60_000)
      yield* cancel("job")
      yield* eventually(left, isEmpty)
      yield* stop
    }).pipe(Effect.provide(layer))
  )
})
