import { expect, it } from "vitest"
import { begin, end, halvings, larger, sumTo } from "./counting.mjs"

it("sums", () => {
  expect(sumTo(4)).toBe(10)
})

it("halves", () => {
  expect(halvings(8)).toBe(3)
})

it("compares", () => {
  expect([larger(1, 2), larger(3, 1), larger(2, 2)]).toEqual([
    [2, 1],
    [3, 2],
    [2, 0]
  ])
})

it("begins and ends", () => {
  expect(begin()).toBe(1)
  end()
})
