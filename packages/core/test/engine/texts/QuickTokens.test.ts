import { execFileSync } from "node:child_process"
import { parserOf } from "@lectern/core/text/markdown/Parser"
import { makeTokensQuickly } from "@lectern/core/text/markdown/QuickTokens"
import { gitbookReading } from "@lectern/core/text/markdown/Reading"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const slow = parserOf({ ...gitbookReading })
const quick = parserOf({ ...gitbookReading })
makeTokensQuickly(quick)

const pieces = (
  'word|~ |*|**|_|`|[|](./a.md)|![|](b.png "title")|<b>|</b>|&amp;|\\\\|~~|https://example.com |<https://a.b>|' +
  "[r]|[r]: /u|\n|\n\n|# |- |1. |> |    |```\n|| a | b |\n|---|---|\n|{% hint %}|{% endhint %}|é|!"
).split("|")
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join(""))

const lines = fc.array(fc.constantFrom(" ", "\t", "\n", "a", "    "), { maxLength: 20 }).map((some) => some.join(""))

describe("tokens and lines that are made quickly", () => {
  it("are in the lines that markdown-it finds", () => {
    const linesOf = (parser: typeof slow, given: string) => {
      const { bMarks, bsCount, eMarks, lineMax, sCount, tShift } = new parser.block.State(given, parser, {}, [])
      return { lineMax, lists: [bMarks, eMarks, tShift, sCount, bsCount].map((list) => [...list]) }
    }
    fc.assert(
      fc.property(lines, (given) => {
        expect(linesOf(quick, given)).toEqual(linesOf(slow, given))
      }),
      { numRuns: runs(300) }
    )
  })

  it("are those that markdown-it makes", () => {
    fc.assert(
      fc.property(text, (markdown) => {
        expect(JSON.stringify(quick.parse(markdown, {}))).toBe(JSON.stringify(slow.parse(markdown, {})))
        expect(quick.render(markdown)).toBe(slow.render(markdown))
      }),
      { numRuns: runs(300) }
    )
  })
})

describe("the program of a worker thread", () => {
  it("parses with them as soon as it has the tasks of the engine", () => {
    const program = `
      import MarkdownIt from "markdown-it"
      import { markdownIt } from "@lectern/core/internal/text/markdown/Parser"
      import { tasks } from "@lectern/core/engine/Tasks"
      console.log(tasks.length > 0 && markdownIt.block.State !== MarkdownIt.StateBlock)
    `
    const args = ["--input-type=module", "--eval", program]
    expect(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" })).toBe("true\n")
  })
})
