import { describe, expect, it } from "@effect/vitest"
import { leadingHeading } from "@lectern/core/internal/text/markdown/Heading"

const lines = (count: number): string => `${"line\n".repeat(count)}===\n`

describe("the heading that a text begins with", () => {
  it("stands after any number of blank lines", () => {
    expect(leadingHeading(`${"\n".repeat(100_000)} \t\r\n# Title`)?.text).toBe("Title")
    expect(leadingHeading(`<!-- note -->\n${"\n".repeat(100_000)}# Title`)?.text).toBe("Title")
    expect(leadingHeading("\n    # Code")).toBeUndefined()
    expect(leadingHeading("\n   # Title")?.text).toBe("Title")
  })

  it("is read as far as its first 4,096 characters, and ends where it is written to end", () => {
    const heading = leadingHeading(`# ${"[".repeat(5_000)}\ntext`)
    expect(heading?.text).toBe("[".repeat(4_096))
    expect(heading?.end).toBe(5_002)
  })

  it("has at most 100 lines", () => {
    expect(leadingHeading(lines(100))?.text).toBe("line ".repeat(100).trim())
    expect(leadingHeading(lines(101))).toBeUndefined()
  })
})
