/** A transaction computes outside of itself, unless the rows that it reads never stop changing. */
import { expect, it } from "@effect/vitest"
import { preparedTransaction, Unprepared } from "@lectern/core/storage/rows/PreparedTransaction"
import { Effect, Exit, FastCheck as fc } from "effect"

/** Runs a transaction over a value that is changed `changes` times, each time after it was prepared. */
const run = Effect.fnUntraced(function* (changes: number, isKnown: boolean, isSlow: boolean) {
  const steps: Array<string> = []
  let [value, left] = [0, changes]
  let prepared = isKnown ? value : undefined
  const prepare = Effect.sync(() => {
    steps.push("prepare")
    prepared = value
    if (left-- > 0) value++
  })
  const transact = (forced: boolean) =>
    Effect.suspend(() => {
      if (prepared !== value && !forced) {
        steps.push("abandon")
        return new Unprepared()
      }
      steps.push(prepared === value ? "write" : "compute and write")
      return Effect.succeed(value)
    })
  return { written: yield* preparedTransaction(transact, prepare, isSlow), value, steps }
})

it("writes what is current, once, and computes in the transaction only as the last resort", () =>
  fc.assert(
    fc.asyncProperty(fc.nat(8), fc.boolean(), fc.boolean(), async (changes, isKnown, isSlow) => {
      const { steps, value, written } = await Effect.runPromise(run(changes, isKnown, isSlow))
      expect(written).toBe(value)
      expect(steps.filter((step) => step.endsWith("write"))).toEqual([steps.at(-1)])
      // Each preparation is overtaken by a change, as long as there are any.
      const times = isSlow ? changes : isKnown ? 0 : changes + 1
      expect(steps.at(-1)).toBe(times > 5 ? "compute and write" : "write")
      expect(steps.slice(0, -1)).toEqual([
        ...(isSlow ? ["prepare"] : []),
        ...Array.from({ length: Math.min(5, times) }, () => ["abandon", "prepare"]).flat()
      ])
    })
  ))

it.effect("fails as the transaction and as the preparation fail, and is a defect if it asks for more when forced", () =>
  Effect.gen(function* () {
    const prepared = Effect.void
    expect(yield* Effect.exit(preparedTransaction(() => Effect.fail("full"), prepared))).toEqual(Exit.fail("full"))
    const unprepared = () => Effect.fail(new Unprepared())
    expect(yield* Effect.exit(preparedTransaction(unprepared, Effect.fail("gone")))).toEqual(Exit.fail("gone"))
    const endless = yield* Effect.exit(preparedTransaction(unprepared, prepared))
    expect(Exit.isFailure(endless) && endless.cause._tag).toBe("Die")
  })
)
