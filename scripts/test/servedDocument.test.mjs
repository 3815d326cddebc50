import { runs } from "@lectern/storage-testing/runs"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { servedDocument } from "../lib/servedDocument.mjs"

/** The text that the module exports, as JavaScript reads it. */
const textOf = (module) => new Function(`return ${/^export const text: string = (`.*`)$/ms.exec(module)[1]}`)()

const nested = FastCheck.letrec((tie) => ({
  text: FastCheck.string({
    unit: FastCheck.oneof(
      { arbitrary: FastCheck.constantFrom(...'`$\\{}"\n\u2028é🦆'), weight: 3 },
      { arbitrary: FastCheck.string({ minLength: 1, maxLength: 1, unit: "binary" }), weight: 1 }
    )
  }),
  value: FastCheck.oneof(
    { maxDepth: 5 },
    tie("text"),
    FastCheck.double({ noNaN: true }),
    FastCheck.boolean(),
    tie("object"),
    FastCheck.array(tie("value"))
  ),
  object: FastCheck.dictionary(tie("text"), tie("value"))
})).object

describe("the module that serves the OpenAPI document", () => {
  it("has any document in ASCII, with its members in order", () => {
    FastCheck.assert(
      FastCheck.property(nested, (document) => {
        const json = JSON.stringify(document)
        const text = textOf(servedDocument(JSON.parse(json)))
        expect(text).toMatch(/^[ -~\n]*$/)
        expect(JSON.stringify(JSON.parse(text))).toBe(json)
      }),
      { numRuns: runs(200) }
    )
  })
})
