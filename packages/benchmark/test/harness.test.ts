import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { isMet, measure, median, type Row, timed } from "../src/Harness.js"
import { table } from "../src/Report.js"

const row = (subject: ReadonlyArray<number>, baseline: ReadonlyArray<number>, order: Array<string> = []): Row => {
  const side = (name: string, values: ReadonlyArray<number>) => {
    let call = 0
    return Effect.sync(() => {
      order.push(name)
      return values[call++] ?? Number.NaN
    })
  }
  return {
    name: "name",
    subject: "subject",
    baseline: "baseline",
    unit: "µs",
    target: { of: "ratio", kind: "at most", value: 2 },
    rounds: 3,
    prepare: Effect.succeed({ subject: side("subject", subject), baseline: side("baseline", baseline) })
  }
}

describe("median", () => {
  it("is the middle, or the mean of the two middles", () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([10, 9, 100])).toBe(10)
  })
})

describe("measure", () => {
  it("takes the medians of the rounds after the first, subject and baseline in turn", async () => {
    const order: Array<string> = []
    const result = await Effect.runPromise(measure(row([1000, 4, 6, 5], [1000, 2, 3, 100], order)))
    expect(result).toMatchObject({ subject: 5, baseline: 3, met: true })
    expect(result.ratio).toBeCloseTo(5 / 3)
    expect(order).toEqual(["subject", "baseline", "baseline", "subject", "subject", "baseline", "baseline", "subject"])
  })
})

describe("the processor time", () => {
  const sample = (value: number, processor: number) => Effect.succeed({ value, processor })

  it("is that of a call, where both sides count it", async () => {
    const counted = { ...row([], []), prepare: Effect.succeed({ subject: sample(4, 3), baseline: sample(2, 1) }) }
    const result = await Effect.runPromise(measure(counted))
    expect(result).toMatchObject({ subject: 4, baseline: 2, processor: { subject: 3, baseline: 1 } })
    expect(table([result])).toContain("3.0 : 1.0")
    const half = { ...row([], []), prepare: Effect.succeed({ subject: sample(4, 3), baseline: Effect.succeed(2) }) }
    expect(await Effect.runPromise(measure(half))).not.toHaveProperty("processor")
  })

  it("counts what a call computes, and not what it waits for", async () => {
    const busy = (): void => {
      for (const until = performance.now() + 20; performance.now() < until; );
    }
    const { processor, value } = await Effect.runPromise(timed(3, () => Effect.sync(busy)))
    expect(value).toBeGreaterThanOrEqual(20_000)
    expect(processor).toBeGreaterThan(5_000)
    const slept = await Effect.runPromise(timed(3, () => Effect.sleep("20 millis")))
    expect(slept.value).toBeGreaterThanOrEqual(15_000)
    expect(slept.processor).toBeLessThan(slept.value)
  })
})

describe("a target", () => {
  it("is of the ratio or of the subject, at most or at least", () => {
    expect(isMet({ of: "ratio", kind: "at most", value: 2 }, 100, 2)).toBe(true)
    expect(isMet({ of: "ratio", kind: "at most", value: 2 }, 1, 2.01)).toBe(false)
    expect(isMet({ of: "subject", kind: "at least", value: 400 }, 399, 1000)).toBe(false)
    expect(isMet({ of: "subject", kind: "at least", value: 400 }, 400, 0)).toBe(true)
    expect(isMet(undefined, 1, 1)).toBe(true)
    expect(isMet({ of: "ratio", kind: "at most", value: 2 }, 1, Number.NaN)).toBe(false)
  })
})

describe("the report", () => {
  it("has a line for each row that says whether its target is met", async () => {
    const met = await Effect.runPromise(measure(row([0, 2, 2, 2], [0, 1, 1, 1])))
    const missed = await Effect.runPromise(measure(row([0, 3, 3, 3], [0, 1, 1, 1])))
    const lines = table([met, missed]).split("\n")
    expect(lines).toHaveLength(4)
    expect(lines[2]).toMatch(/^name .*<= 2 +3 +yes$/)
    expect(lines[3]).toMatch(/^name .*<= 2 +3 +NO$/)
  })
})
