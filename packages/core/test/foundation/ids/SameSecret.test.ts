/** The comparison of secrets agrees with `===`. */
import { sameSecret } from "@lectern/core/foundation/ids/SameSecret"
import { runs } from "@lectern/storage-testing/runs"
import * as FastCheck from "effect/FastCheck"
import { expect, it } from "vitest"

/** Texts that are often nearly the same: equal, a beginning of each other, or different in one place. */
const pair = FastCheck.tuple(FastCheck.string({ maxLength: 40 }), FastCheck.nat(40), FastCheck.string({ maxLength: 2 }))

it("secrets are the same that have every character in common", () => {
  FastCheck.assert(
    FastCheck.property(pair, ([text, at, put]) => {
      const other = `${text.slice(0, at)}${put}${text.slice(at + put.length)}`
      expect(sameSecret(text, other)).toBe(text === other)
      expect(sameSecret(other, text)).toBe(text === other)
      expect(sameSecret(text, text)).toBe(true)
    }),
    { numRuns: runs(500) }
  )
})

it.each([
  ["", "a"],
  ["a", ""],
  ["a", "aa"],
  ["abab", "ab"],
  ["\u0000", ""]
])("%j is not %j", (one, other) => {
  expect(sameSecret(one, other)).toBe(false)
  expect(sameSecret(other, one)).toBe(false)
})
