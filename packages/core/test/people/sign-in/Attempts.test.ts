/**
 * Whatever an attacker does, people can sign in from addresses of their own; and guessing from many addresses gets
 * slow.
 */
import { describe, expect, it } from "@effect/vitest"
import { delayAfter } from "@lectern/core/people/rate-limits/Delays"
import * as AttemptRepository from "@lectern/core/people/sign-in/AttemptRepository"
import { type Attempts, accountRule, addressRule, makeAttempts, ownRule } from "@lectern/core/people/sign-in/Attempts"
import { Storage } from "@lectern/core/storage/Storage"
import { runs } from "@lectern/storage-testing/runs"
import { Clock, Effect, FastCheck as fc, Layer } from "effect"
import { everyStorage } from "../../storages.js"

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const longest = Math.max(accountRule.longest, addressRule.longest)

/** A clock that goes on only when a test moves it, immediately: nobody sleeps here. */
const makeClock = () => {
  let now = 0
  const clock: Clock.Clock = {
    ...Clock.make(),
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n)
  }
  const pass = (milliseconds: number) =>
    Effect.sync(() => {
      now += milliseconds
    })
  return { clock, pass }
}
type Pass = ReturnType<typeof makeClock>["pass"]

/** How many seconds an attempt has to wait; 0 where it is made. */
const attempt = ({ begin }: Attempts, account: string, address: string) =>
  Effect.match(begin(account, address), {
    onSuccess: () => 0,
    onFailure: (failure) => (failure._tag === "RateLimited" ? failure.retryAfter : Number.NaN)
  })

/** Waits as long as it has to until an attempt is made; returns how long that took, in milliseconds. */
const patient = Effect.fnUntraced(function* (attempts: Attempts, pass: Pass, account: string, address: string) {
  let waited = 0
  for (;;) {
    const wait = yield* attempt(attempts, account, address)
    if (wait === 0) return waited
    waited += wait * second
    yield* pass(wait * second)
  }
})

/** The attempts of an attacker, and the time between them. */
const attack = (places: fc.Arbitrary<string>, accounts: fc.Arbitrary<string>) =>
  fc.array(fc.record({ account: accounts, address: places, after: fc.oneof(fc.constant(0), fc.nat(minute)) }), {
    minLength: 30,
    maxLength: 60
  })

const theirs = fc.nat(200).map((n) => `198.51.100.${n}`)

describe.each(everyStorage)("attempts over $name", ({ layer, name }) => {
  const live = Layer.provideMerge(AttemptRepository.service.layer, layer)

  /** Runs something after an attack. */
  const after = <A>(
    steps: ReadonlyArray<{ readonly account: string; readonly address: string; readonly after: number }>,
    work: (attempts: Attempts, pass: Pass) => Effect.Effect<A, unknown, Storage>
  ) => {
    const { clock, pass } = makeClock()
    return Effect.runPromise(
      Effect.gen(function* () {
        const attempts = yield* makeAttempts
        yield* pass(minute)
        for (const step of steps) {
          yield* pass(step.after)
          yield* attempt(attempts, step.account, step.address)
        }
        return yield* work(attempts, pass)
      }).pipe(Effect.provide(live), Effect.withClock(clock))
    )
  }
  const numRuns = runs(name === "memory" ? 8 : 2)

  it("an attack on an account lets its owner in within a minute, from an address of their own", () =>
    fc.assert(
      fc.asyncProperty(attack(theirs, fc.constantFrom("ada", "bob")), async (steps) => {
        const waited = await after(steps, (attempts, pass) => patient(attempts, pass, "ada", "192.0.2.1"))
        expect(waited).toBeLessThanOrEqual(longest)
      }),
      { numRuns }
    ))

  it("an attack on other accounts from the same address does no more", () =>
    fc.assert(
      fc.asyncProperty(
        attack(
          fc.constant("192.0.2.1"),
          fc.nat(100).map((n) => `user ${n}`)
        ),
        async (steps) => {
          const waited = await after(steps, (attempts, pass) => patient(attempts, pass, "ada", "192.0.2.1"))
          expect(waited).toBeLessThanOrEqual(longest)
        }
      ),
      { numRuns }
    ))

  it("an attack never delays somebody who signed in from there before", () =>
    fc.assert(
      fc.asyncProperty(attack(theirs, fc.constantFrom("ada", "bob")), async (steps) => {
        const waited = await after([], (attempts, pass) =>
          Effect.gen(function* () {
            yield* attempts.begin("ada", "192.0.2.1")
            yield* attempts.succeeded("ada", "192.0.2.1")
            for (const step of steps) {
              yield* pass(step.after)
              yield* attempt(attempts, step.account, step.address)
            }
            const waits = Array.from({ length: ownRule.free }, () => patient(attempts, pass, "ada", "192.0.2.1"))
            return Math.max(...(yield* Effect.all(waits)))
          })
        )
        expect(waited).toBe(0)
      }),
      { numRuns }
    ))

  it.each([
    [30 * day - 1, [0, 0, 0, 2, 2]],
    [30 * day, [2, 2, 2, 2, 2]]
  ])("an address is known for 30 days: %d ms after a mistake, an attack delays it by", async (later, waits) => {
    const found = await after([], (attempts, pass) =>
      Effect.gen(function* () {
        yield* attempts.begin("ada", "192.0.2.200")
        yield* attempts.succeeded("ada", "192.0.2.200")
        yield* pass(day)
        yield* attempts.begin("ada", "192.0.2.200")
        yield* pass(later)
        for (let n = 0; n <= accountRule.free; n++) yield* attempt(attempts, "ada", `192.0.2.${n}`)
        return yield* Effect.forEach(waits, () => attempt(attempts, "ada", "192.0.2.200"))
      })
    )
    expect(found).toEqual(waits)
  })

  it("guesses of one account from many addresses are less than one for each in a minute", async () => {
    const addresses = Array.from({ length: 60 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`)
    const made = await after([], (attempts, pass) =>
      Effect.gen(function* () {
        let count = 0
        for (let tick = 0; tick < 15; tick++) {
          for (const address of addresses) if ((yield* attempt(attempts, "ada", address)) === 0) count++
          yield* pass(4 * second)
        }
        return count
      })
    )
    expect(made).toBeLessThan(addresses.length)
  })

  /** The waits of attempts that follow each other, each after so many milliseconds. */
  const waitsOf = (steps: ReadonlyArray<readonly [account: string, address: string, after: number]>) =>
    after([], (attempts, pass) =>
      Effect.forEach(steps, ([account, address, milliseconds]) =>
        Effect.zipRight(pass(milliseconds), attempt(attempts, account, address))
      )
    )
  const times = (count: number, step: (n: number) => readonly [string, string, number]) =>
    Array.from({ length: count }, (_, n) => step(n))

  it("whoever has to wait is told how long, and waits as long and no longer", async () => {
    const after = [0, 0, 0, 0, 0, second, second - 1, 1, 0, 3 * second, 0, second].map(
      (milliseconds) => ["ada", "192.0.2.1", milliseconds] as const
    )
    expect(await waitsOf(after)).toEqual([0, 0, 0, 0, 2, 1, 1, 0, 4, 1, 1, 0])
  })

  it.each([
    [3, 60 * minute - 1, 1],
    [3, 60 * minute, 4],
    [4, 60 * minute, 1],
    [4, day - 1, 1],
    [4, day, 4]
  ])("after %d failures and %d milliseconds, %d attempts are made without a delay", async (failures, later, made) => {
    const own = (n: number) => ["ada", "192.0.2.1", n === failures ? later : 0] as const
    const waits = await waitsOf(times(failures + made + 1, own))
    expect(waits.map((wait) => wait > 0)).toEqual([...Array(failures + made).fill(false), true])
  })

  const ofAccount = (n: number) => ["ada", `192.0.2.${n}`, 0] as const
  const ofAddress = (n: number) => [`user ${n}`, "192.0.2.1", 0] as const

  it.each([
    ["of an account", ofAccount, accountRule.free],
    ["from an address", ofAddress, addressRule.free]
  ])("failures %s delay others once they are more than the free ones, for an hour", async (_, place, free) => {
    const [account, address] = place(200)
    expect(await waitsOf(times(free + 2, place))).toEqual([...Array(free + 1).fill(0), 2])
    const next = async (later: number, before = times(free + 1, place)) =>
      (await waitsOf([...before, [account, address, later]])).at(-1)
    expect(await next(0, times(free, place))).toBe(0)
    expect(await next(60 * minute - 1)).toBe(2)
    expect(await next(60 * minute)).toBe(0)
  })

  it.each([0, day])("who gets in after %d ms leaves nothing but that they are known", async (later) => {
    const rows = await after([], (attempts, pass) =>
      Effect.gen(function* () {
        yield* attempts.begin("ada", "192.0.2.1")
        yield* pass(later)
        yield* attempts.succeeded("ada", "192.0.2.1")
        return yield* (yield* Storage).count(AttemptRepository.AttemptsTable, {})
      })
    )
    expect(rows).toBe(1)
  })

  it.each([
    ["an account", ofAccount, accountRule.free],
    ["an address", ofAddress, addressRule.free]
  ])("somebody who gets in takes back what they tried on %s, and not what others did", async (_, place, free) => {
    const [account, address] = place(199)
    const getsIn = (attempts: Attempts) =>
      Effect.zipRight(attempts.begin(account, address), attempts.succeeded(account, address))
    const next = (failed: number) =>
      after([], (attempts) =>
        Effect.gen(function* () {
          yield* getsIn(attempts)
          for (const [of, from] of times(failed, place)) yield* attempt(attempts, of, from)
          yield* getsIn(attempts)
          const [other, elsewhere] = place(198)
          return yield* attempt(attempts, other, elsewhere)
        })
      )
    expect([await next(free), await next(free + 1)]).toEqual([0, 2])
  })

  it.runIf(name === "memory").each([
    [999, 0],
    [1000, 60]
  ])(
    "an address where %d attempts failed is refused for an hour from a thousand on, but where it is known",
    async (failed, wait) => {
      // The first ones are made together, and with all others in the second round.
      const accounts = Array.from({ length: failed - addressRule.free - 1 }, (_, n) => `user ${n}`)
      const waits = await after([], (attempts, pass) =>
        Effect.gen(function* () {
          yield* attempts.begin("ada", "192.0.2.1")
          yield* attempts.succeeded("ada", "192.0.2.1")
          for (let round = 0; round < 2; round++) {
            for (const account of accounts) yield* attempt(attempts, account, "192.0.2.1")
            yield* pass(minute)
          }
          const from = (account: string, address = "192.0.2.1") => attempt(attempts, account, address)
          const first = [yield* from("bob"), yield* from("bob", "192.0.2.2")]
          yield* pass(minute)
          const second = [yield* from("bob"), yield* from("ada")]
          yield* pass(60 * minute)
          return { first, second, later: yield* from("bob") }
        })
      )
      expect(waits).toEqual({ first: [60, 0], second: [wait, 0], later: 0 })
    }
  )

  const many = Array.from({ length: 100 }, (_, n) => n)
  it.each([
    ["people from one address", (n: number) => [`user ${n}`, "192.0.2.1"] as const, addressRule.free],
    ["one person from many addresses", (n: number) => ["ada", `192.0.2.${n}`] as const, accountRule.free]
  ])("%s who sign in at once do not delay each other, whatever failed before", async (_, place, free) => {
    for (const failed of [0, 1, 2, free - 1]) {
      const before = many.slice(0, failed).map((n) => {
        const [account, address] = place(100 + n)
        return { account, address, after: 0 }
      })
      const waits = await after(before, (attempts) =>
        Effect.forEach(many, (n) => {
          const [account, address] = place(n)
          return Effect.tap(attempt(attempts, account, address), () => attempts.succeeded(account, address))
        })
      )
      expect(new Set(waits)).toEqual(new Set([0]))
    }
  })
})

describe("delays", () => {
  it.each([
    [0, 0],
    [3, 0],
    [4, 2],
    [5, 4],
    [12, 512],
    [13, 900],
    [5000, 900]
  ])("after %d failures of an address on an account: %d seconds", (failures, seconds) => {
    expect(delayAfter(failures, ownRule)).toBe(seconds * second)
  })
})
