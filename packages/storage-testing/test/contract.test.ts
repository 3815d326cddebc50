import { selected } from "@lectern/storage-testing/contract"
import { describe, expect, it } from "vitest"

const all = [
  "isolation",
  "rollback",
  "nesting",
  "ordering",
  "cursors",
  "uniqueness",
  "versions",
  "upgrades",
  "changes",
  "generation",
  "counters",
  "batches",
  "model",
  "search",
  "blobs"
]

describe("the choice of concerns", () => {
  it("is all of them, unless some are opted out of by name", () => {
    expect(selected()).toEqual(all)
    expect(selected({ concerns: {} })).toEqual(all)
    expect(selected({ concerns: { search: false, blobs: false } })).toEqual(all.slice(0, -2))
  })

  it("knows no other concerns and no other value than false", () => {
    const misspelt: {} = { serch: false }
    expect(() => selected({ concerns: misspelt })).toThrow("no such concern: serch")
    const inherited: {} = { toString: false }
    expect(() => selected({ concerns: inherited })).toThrow("no such concern: toString")
    const switched: {} = { search: true }
    expect(() => selected({ concerns: switched })).toThrow("only false")
  })

  it("cannot be of nothing", () => {
    const none = Object.fromEntries(all.map((name) => [name, false as const]))
    expect(() => selected({ concerns: none })).toThrow("no concern is left")
  })
})
