import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { carried, editsOfOneSpace, type Fleet } from "../src/capacity/Capacity.js"
import { costsFrom, measured, operations } from "../src/capacity/Costs.js"
import { busiestShare, sharesOf } from "../src/capacity/Placement.js"
import { meanTime, saturation, waitOf } from "../src/capacity/Queue.js"
import { demandOf, tables } from "../src/capacity/Tables.js"

const page = readFileSync(fileURLToPath(new URL("../../../docs/scaling.md", import.meta.url)), "utf8")

describe("organizations on databases", () => {
  it("get no database less than its part, and the directory gives none much more", () => {
    const input = FastCheck.record({
      organizations: FastCheck.integer({ min: 1, max: 300 }),
      databases: FastCheck.integer({ min: 1, max: 30 }),
      skew: FastCheck.double({ min: 0, max: 2, noNaN: true })
    })
    FastCheck.assert(
      FastCheck.property(input, ({ databases, organizations, skew }) => {
        const shares = sharesOf(organizations, skew)
        const least = Math.max(1 / databases, shares[0] ?? 1)
        const directory = busiestShare(shares, databases, "directory")
        expect(busiestShare(shares, databases, "hash")).toBeGreaterThanOrEqual(least - 1e-9)
        expect(directory).toBeGreaterThanOrEqual(least - 1e-9)
        // Graham's bound of giving each to the least loaded.
        expect(directory).toBeLessThanOrEqual(1 / databases + (shares[0] ?? 0) + 1e-9)
      }),
      { numRuns: runs(50) }
    )
  })
})

describe("a queue", () => {
  const work = [
    { share: 3, time: 100 },
    { share: 1, time: 900 }
  ]

  it("takes what its cores can do, less what waiting costs", () => {
    expect(meanTime(work)).toBe(300)
    const one = saturation(work, 1, 50_000)
    expect(one).toBeGreaterThan(0.9 * (1_000_000 / 300))
    expect(one).toBeLessThan(1_000_000 / 300)
    expect(saturation(work, 1, 1_000)).toBeLessThan(one)
    expect(saturation(work, 8, 50_000)).toBeGreaterThan(8 * one)
  })

  it("waits as long as theory says, where times are exponential", () => {
    // M/M/1 at 80 %: the 99th percentile of waits is ln(0.8 / 0.01) / (mu - lambda).
    const expected = Math.log(80) / (0.01 - 0.008)
    const wait = waitOf([{ share: 1, time: 100 }], 1, 8_000, 400_000)
    expect(wait / expected).toBeGreaterThan(0.9)
    expect(wait / expected).toBeLessThan(1.1)
  })
})

describe("a fleet", () => {
  const demand = { ...demandOf(measured), organizations: 1_000 }
  const one: Fleet = { databases: 1, placement: "directory", cores: 8, cdn: 0, replicas: 0 }
  const requestsOf = (more: Partial<Fleet>, skew = 0.8) => carried({ ...one, ...more }, { ...demand, skew }).requests

  it("grows with its databases as far as its organizations can be divided", () => {
    const alone = requestsOf({})
    expect(requestsOf({ databases: 10 }, 0) / alone).toBeCloseTo(10, 5)
    expect(requestsOf({ databases: 100 }, 0) / alone).toBeCloseTo(100, 5)
    expect(requestsOf({ databases: 100 })).toBeCloseTo(alone / (sharesOf(1_000, 0.8)[0] ?? 1), 0)
    expect(requestsOf({ databases: 10, placement: "hash" })).toBeLessThan(requestsOf({ databases: 10 }))
  })

  it("carries more with a CDN, and with replicas until other work saturates its database", () => {
    const counts = [0, 1, 2, 4, 8, 16].map((replicas) => carried({ ...one, replicas }, demand))
    const requests = counts.map((each) => each.requests)
    expect(requests.toSorted((a, b) => a - b)).toEqual(requests)
    expect([counts[1]?.limit, counts.at(-1)?.limit]).toEqual(["replicas", "database"])
    expect(requestsOf({ cdn: 0.9 })).toBeGreaterThan(2 * requestsOf({}))
    expect(requestsOf({ cdn: 1, replicas: 1 })).toBeCloseTo(requestsOf({ cdn: 1 }), 5)
  })

  it("lets edits of one space follow each other", () => {
    expect(editsOfOneSpace(measured, 2_000)).toBeLessThan(editsOfOneSpace(measured, 100))
  })
})

describe("the costs", () => {
  it("are read from what the bench printed", () => {
    const printed = operations.map((name, i) => ({ name: `capacity-${name}`, subject: 100 * i, baseline: i, ratio: 1 }))
    expect(costsFrom(JSON.stringify({ rows: printed })).page).toEqual({
      statements: measured.page.statements,
      server: 300,
      database: 3
    })
    expect(() => costsFrom(JSON.stringify({ rows: printed.slice(1) }))).toThrow(
      "no costs of visit: expected the row capacity-visit"
    )
  })

  it("and what follows from them are in the manual", () => {
    for (const table of tables().split("\n\n")) expect(page).toContain(table)
  })
})
