/** Whatever an attacker does, people get in from addresses of their own; and guessing from many addresses gets slow. */
import { describe, expect, it } from "@effect/vitest"
import { delayAfter } from "@lectern/core/rate-limits/Delays"
import * as AttemptRepository from "@lectern/core/sign-in/AttemptRepository"
import { type Attempts, accountRule, addressRule, makeAttempts, ownRule } from "@lectern/core/sign-in/Attempts"
import { runs } from "@lectern/storage-testing/runs"
import { Clock, Effect, FastCheck as fc, Layer } from "effect"
import { everyStorage } from "../storages.js"

const second = 1000
const minute = 60 * second
const longest = Math.max(accountRule.longest, addressRule.longest)

/** A clock that goes on only when it is told to, at once: nobody sleeps here. */
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

/** Waits as it is told until an attempt is made; gives how long that took, in milliseconds. */
const patient = Effect.fnUntraced(function* (attempts: Attempts, pass: Pass, account: string, address: string) {
  let waited = 0
  for (;;) {
    const wait = yield* attempt(attempts, account, address)
    if (wait === 0) return waited
    waited += wait * second
    yield* pass(wait * second)
  }
})

/** What an attacker tries, and how long after what they tried before. */
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
    work: (attempts: Attempts, pass: Pass) => Effect.Effect<A, unknown>
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
            return yield* patient(attempts, pass, "ada", "192.0.2.1")
          })
        )
        expect(waited).toBe(0)
      }),
      { numRuns }
    ))

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

  it.runIf(name === "memory")(
    "an address where a thousand attempts failed is refused for an hour, but where it is known",
    async () => {
      const accounts = Array.from({ length: 1000 }, (_, n) => `user ${n}`)
      const waits = await after([], (attempts, pass) =>
        Effect.gen(function* () {
          yield* attempts.begin("ada", "192.0.2.1")
          yield* attempts.succeeded("ada", "192.0.2.1")
          for (let round = 0; round < 2; round++) {
            for (const account of accounts) yield* attempt(attempts, account, "192.0.2.1")
            yield* pass(minute)
          }
          const from = (account: string, address = "192.0.2.1") => attempt(attempts, account, address)
          const first = [yield* from("bob"), yield* from("ada"), yield* from("bob", "192.0.2.2")]
          yield* pass(minute)
          const second = yield* from("bob")
          yield* pass(60 * minute)
          return { first, second, later: yield* from("bob") }
        })
      )
      expect(waits).toEqual({ first: [60, 0, 0], second: 60, later: 0 })
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
