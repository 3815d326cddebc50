import { describe, expect, it } from "@effect/vitest"
import { Actor, system } from "@lectern/core/access/Actor"
import * as LeaseRepository from "@lectern/core/people/rate-limits/LeaseRepository"
import { makeSlices, sliceOf } from "@lectern/core/people/rate-limits/Slices"
import { RateLimits, type RateLimitsService, service } from "@lectern/core/rate-limits/RateLimits"
import { Storage } from "@lectern/core/storage/Storage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { everyStorage } from "../../storages.js"

const minute = 60_000

/** The services of some processes over one storage. */
const processes = (count: number) =>
  Effect.replicateEffect(
    Effect.provide(RateLimits, Layer.fresh(service.layer.pipe(Layer.provide(LeaseRepository.service.layer)))),
    count
  )

const leases = Effect.flatMap(Storage, (storage) => storage.count(LeaseRepository.LeasesTable, {}))

/** How many of so many calls pass, made one after the other or all in parallel. */
const passing = (
  { take }: RateLimitsService,
  key: string,
  limit: number,
  calls: number,
  concurrency: 1 | "unbounded"
) =>
  Effect.map(
    Effect.forEach(Array.from({ length: calls }), () => take(key, { limit, windowSeconds: 60 }), { concurrency }),
    (found) => found.filter(({ exceeded }) => exceeded === undefined).length
  )

describe.each(everyStorage)("rate limits over $name", ({ layer }) => {
  it.effect("let pass what the limit says, in each window, for each key", () =>
    Effect.gen(function* () {
      const [one] = yield* processes(1)
      for (const concurrency of [1, "unbounded"] as const) {
        for (const [limit, calls] of [
          [0, 3],
          [1, 3],
          [3, 2],
          [45, 60]
        ] as const) {
          const of = (key: string) => passing(one!, `${concurrency} ${limit} ${key}`, limit, calls, concurrency)
          expect([limit, yield* of("a")]).toEqual([limit, Math.min(limit, calls)])
          expect([limit, yield* of("b")]).toEqual([limit, Math.min(limit, calls)])
          yield* TestClock.adjust(minute)
          expect([limit, yield* of("a")]).toEqual([limit, Math.min(limit, calls)])
        }
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("tell what is left, and when there is more", () =>
    Effect.gen(function* () {
      const [one] = yield* processes(1)
      const rule = { limit: 30, windowSeconds: 60 }
      yield* TestClock.adjust(10_500)
      for (let calls = 1; calls <= 32; calls++) {
        const { endsAt, exceeded, limit, remaining } = yield* one!.take("key", rule)
        expect([limit, remaining, endsAt]).toEqual([30, Math.max(0, 30 - calls), minute])
        expect(exceeded?.retryAfter).toBe(calls > 30 ? 50 : undefined)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("are shared by processes, but for a slice of each", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 60 }),
          fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 12 }),
          (limit, turns) =>
            Effect.runPromise(
              Effect.gen(function* () {
                const all = yield* processes(3)
                const passed = yield* Effect.forEach(turns, ([of, calls]) => passing(all[of]!, "key", limit, calls, 1))
                const total = passed.reduce((sum, each) => sum + each, 0)
                const asked = turns.reduce((sum, [, calls]) => sum + calls, 0)
                const callers = new Set(turns.map(([of]) => of)).size
                expect(total).toBeLessThanOrEqual(limit + (callers - 1) * sliceOf(limit))
                if (callers === 1) expect(total).toBe(Math.min(limit, asked))
                else expect(total).toBeGreaterThanOrEqual(Math.min(asked, limit - callers * sliceOf(limit)))
              }).pipe(Effect.provide(Layer.merge(layer, TestContext.TestContext)))
            )
        ),
        { numRuns: runs(5) }
      )
    )
  )

  it.effect("count amounts, and let pass whoever has anything left, in each process but for a slice", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 500 }),
          fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 0, max: 120 })), { minLength: 1, maxLength: 20 }),
          (limit, calls) =>
            Effect.runPromise(
              Effect.gen(function* () {
                const all = yield* processes(2)
                const rule = { limit, windowSeconds: 60 }
                let [used, passed] = [0, 0]
                const callers = new Set(calls.map(([of]) => of)).size
                for (const [of, amount] of calls) {
                  const { exceeded, remaining } = yield* all[of]!.take("key", rule, amount)
                  if (callers === 1) expect([limit, used, exceeded === undefined]).toEqual([limit, used, used < limit])
                  if (exceeded === undefined) passed += amount
                  used += amount
                  if (callers === 1) expect(remaining).toBe(exceeded === undefined ? Math.max(0, limit - used) : 0)
                }
                expect(passed).toBeLessThanOrEqual(limit + (callers - 1) * sliceOf(limit) + callers * 120)
              }).pipe(Effect.provide(Layer.merge(layer, TestContext.TestContext)))
            )
        ),
        { numRuns: runs(10) }
      )
    )
  )

  it.effect("write nothing for those who call little, and clean up after the others", () =>
    Effect.gen(function* () {
      const [one] = yield* processes(1)
      const rule = { limit: 1000, windowSeconds: 60 }
      for (let key = 0; key < 50; key++) yield* one!.take(`key ${key}`, rule)
      yield* passing(one!, "key", 1000, sliceOf(1000), 1)
      expect(yield* leases).toBe(0)
      yield* passing(one!, "key", 1000, 3 * sliceOf(1000), 1)
      expect(yield* leases).toBe(1)
      const clean = Effect.provideService(one!.clean(), Actor, system)
      yield* clean
      expect(yield* leases).toBe(1)
      yield* TestClock.adjust(minute + 1)
      yield* clean
      expect(yield* leases).toBe(0)
    }).pipe(Effect.provide(layer))
  )
})

describe("wrong secrets", () => {
  const { layer } = everyStorage[0]!

  it.effect("delay further ones of their address, each longer, and are forgotten", () =>
    Effect.gen(function* () {
      const [one] = yield* processes(1)
      const outcome = (address: string) =>
        Effect.match(one!.wrongSecret(address), {
          onSuccess: () => 0,
          onFailure: (failure) => (failure._tag === "RateLimited" ? failure.retryAfter : -1)
        })
      for (let i = 0; i < 21; i++) expect(yield* outcome("2001:db8::1")).toBe(0)
      const delays: Array<number> = []
      for (let i = 0; i < 8; i++) {
        const wait = yield* outcome("2001:db8::2")
        delays.push(wait)
        expect(yield* outcome("192.0.2.1")).toBe(0)
        yield* TestClock.adjust(wait * 1000)
        expect(yield* outcome("2001:db8::3")).toBe(0)
      }
      expect(delays).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
      yield* TestClock.adjust(60 * minute)
      expect(yield* outcome("2001:db8::1")).toBe(0)
      expect(yield* outcome("2001:db8::1")).toBe(0)
    }).pipe(Effect.provide(layer))
  )
})

describe("what a process remembers", () => {
  it("is bounded, and the oldest goes first", () => {
    const slices = makeSlices()
    const rule = { limit: 100, windowSeconds: 60 }
    const first = slices("first", rule, 0)
    expect(slices("first", rule, 0)).toBe(first)
    for (let i = 0; i < 50_000; i++) slices(`key ${i}`, rule, 0)
    expect(slices("first", rule, 0)).not.toBe(first)
    const last = slices("key 49999", rule, 0)
    expect(slices("key 49999", rule, 0)).toBe(last)
    expect(slices("key 49999", rule, 1)).not.toBe(last)
  })
})
