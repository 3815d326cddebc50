import { expect, it } from "vitest"
import { sort } from "./counting.mjs"

const lists = [[], []]

it("sorts", () => {
  for (const number of [-1, 1]) sort(number, ...lists)
  expect(lists).toEqual([[-1], [1]])
})

it("sorts one more, after the others", () => {
  sort(2, ...lists)
  expect(lists).toEqual([[-1], [1, 2]])
})
