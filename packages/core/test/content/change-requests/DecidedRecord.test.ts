import { bounded, type DecidedRecord } from "@lectern/core/content/change-requests/DecidedRecord"
import { expect, it } from "vitest"

const record = (minute: number, main = ""): DecidedRecord => ({
  conflict: { item: "a", type: "page", title: "", kind: "field", where: `${minute}`, main },
  choice: { take: "main" },
  at: new Date(minute * 60_000).toISOString(),
  main: 1
})
const names = (records: ReturnType<typeof bounded>) =>
  [...records].map(([item, of]) => [item, of.map(({ conflict }) => conflict.where)])

it("the newest 1,000 decisions are kept, whichever items they are about", () => {
  const records = Array.from({ length: 1001 }, (_, minute) => record(minute))
  const kept = bounded(
    new Map([
      ["a", records.slice(0, 2)],
      ["b", records.slice(2)]
    ])
  )
  expect(names(kept)).toEqual([
    ["a", ["1"]],
    ["b", records.slice(2).map(({ conflict }) => conflict.where)]
  ])
})

it("the oldest decisions are dropped where they have more than 4,000,000 characters", () => {
  const records = [0, 1, 2].map((minute) => record(minute, "x".repeat(1_900_000)))
  expect(names(bounded(new Map([["a", records]])))).toEqual([["a", ["1", "2"]]])
})
