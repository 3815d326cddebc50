import { expect, it } from "vitest"
import type { Result } from "../src/Harness.js"
import { changes, readRecorded, recorded } from "../src/Record.js"

const result = (name: string, ratio: number, spread = 0.01): Result => ({
  row: { name, subject: "subject", baseline: "baseline", unit: "ms", rounds: 5 },
  subject: ratio,
  baseline: 1,
  ratio,
  spread,
  met: true
})

const run = (...results: ReadonlyArray<Result>) => readRecorded(JSON.stringify(recorded(results)))

it("records the machine and the values of each row", () => {
  const { machine, rows } = run(result("get", 0.5))
  expect(machine).toMatchObject({ node: process.version })
  expect(machine.processors).toBeGreaterThan(0)
  expect(rows).toEqual([{ name: "get", unit: "ms", subject: 0.5, baseline: 1, ratio: 0.5, spread: 0.01, rounds: 5 }])
})

it("tells what has changed by more than the noise of both runs", () => {
  const before = run(result("faster", 2), result("same", 1), result("noisy", 1, 0.2), result("gone", 1))
  const now = [result("faster", 1.5), result("same", 1.1), result("noisy", 1.9, 0.2), result("new", 1)]
  expect(changes(before, now)).toEqual(["faster: ratio 2.00, now 1.50 (-25 %, noise 11 %)", "new: new"])
})

it("refuses files that have something else", () => {
  for (const text of ["{}", "[]", '{"rows":[{}]}', "null"]) expect(() => readRecorded(text)).toThrow("--json printed")
})
