import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { type DocumentReference, documentReference } from "../../../src/text/markdown/DocumentReference.js"

describe("an anchor", () => {
  const anchor = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => text.isWellFormed())

  it("is the same whether or not its destination is percent-encoded", () => {
    fc.assert(
      fc.property(anchor, fc.constantFrom("", "/pages/p1", "/pages/p1?q=1"), (anchor, page) => {
        const expected: DocumentReference = { kind: "anchor", anchor, ...(page !== "" && { page: "p1" }) }
        assert.deepStrictEqual(documentReference(`${page}#${encodeURIComponent(anchor)}`), expected)
        if (!/[%\n]/.test(anchor)) assert.deepStrictEqual(documentReference(`${page}#${anchor}`), expected)
      }),
      { numRuns: runs(50) }
    )
  })

  it("stays as it is where its escapes are not valid", () => {
    for (const anchor of ["100%", "%zz", "%FF"])
      assert.deepStrictEqual(documentReference(`#${anchor}`), { kind: "anchor", anchor })
  })
})
