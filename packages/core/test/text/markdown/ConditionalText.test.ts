/** The text with conditions as a reader sees it. */
import { visibleText } from "@lectern/core/text/markdown/ConditionalText"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const shown = (markdown: string, ...holding: ReadonlyArray<string>) =>
  visibleText(markdown, (condition) => holding.includes(condition)).markdown

describe("a text with conditions", () => {
  it("has the branch of the first one that holds", () => {
    const text = "{% if a %}\nA\n{% elseif b %}\nB\n{% else %}\nC\n{% endif %}\nD"
    expect(shown(text, "a", "b").replaceAll("\n", "")).toBe("AD")
    expect(shown(text, "b").replaceAll("\n", "")).toBe("BD")
    expect(shown(text).replaceAll("\n", "")).toBe("CD")
  })

  it("has nothing of what is inside of a branch that is not shown", () => {
    const text = "1{% if a %}2{% if b %}3{% else %}4{% endif %}5{% endif %}6"
    expect([shown(text), shown(text, "b"), shown(text, "a"), shown(text, "a", "b")]).toEqual([
      "16",
      "16",
      "12456",
      "12356"
    ])
  })

  it("ends with a condition that nothing ends, where it does not hold", () => {
    expect(shown("1{% if a %}2", "a")).toBe("12")
    expect(shown("1{% if a %}2")).toBe("1")
    expect(shown("1{% endif %}2{% else %}3{% if a %}4{% endif %}")).toBe("123")
  })

  it.each(["```\n{% if a %}x{% endif %}\n```", "`{% if a %}` and `{% endif %}`", "{% hint %}\nx\n{% endhint %}"])(
    "is %j as it is",
    (text) => {
      expect(visibleText(text, () => false)).toEqual({ markdown: text, isConditional: false })
    }
  )

  it("never shows what only a condition that does not hold would show", () => {
    const piece = fc.constantFrom(
      "{% if a %}",
      "{% if b %}",
      "{% endif %}",
      "{% else %}",
      "{% elseif b %}",
      "text",
      "\n",
      "* "
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.array(piece, { maxLength: 10 }), (before, after) => {
        const text = `${before.join("")}{% if never %}\nsecret\n{% endif %}${after.join("")}`
        expect(shown(text, "a")).not.toContain("secret")
      }),
      { numRuns: runs(200) }
    )
  })
})
