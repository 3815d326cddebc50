/** The form of a token. */
import { isTokenText, tokenText } from "@lectern/core/api-tokens/TokenText"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"

const pattern = /^lct_[0-9A-Za-z]{49}$/

it("is always found by its pattern, and told from other texts by its checksum", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(48), fc.constantFrom(..."0aZ9"), (secret, at, digit) => {
      const token = tokenText(secret)
      expect(token).toMatch(pattern)
      expect(isTokenText(token)).toBe(true)
      const changed = `${token.slice(0, 4 + at)}${digit}${token.slice(5 + at)}`
      expect(isTokenText(changed)).toBe(changed === token)
    }),
    { numRuns: runs(100) }
  )
})

it("has the checksum of zlib and PNG", () => {
  const token = tokenText("a")
  expect(isTokenText(token)).toBe(true)
  expect(isTokenText(`lct_${"0".repeat(43)}${"0".repeat(6)}`)).toBe(false)
})
