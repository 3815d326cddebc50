import { assert, describe, it } from "vitest"
import { evaluate } from "../../../src/text/markdown/Evaluate.js"

const texts: Record<string, string> = {
  "/reusable-contents/r1": '---\ntitle: One\n---\n\nOne <code class="expression">space.vars.name</code>\n',
  "/reusable-contents/r2": 'Two {% include "/reusable-contents/r1" %}',
  "/reusable-contents/loop": 'Loop {% include "/reusable-contents/loop" %}end'
}
const context = {
  space: { name: "Acme", "two words": "x*y*", MY_NAME: "m_n_o" },
  page: { version: "1.10" },
  include: (destination: string): string | undefined => texts[destination]
}
const value = (expression: string): string => evaluate(`<code class="expression">${expression}</code>`, context)

describe("evaluate", () => {
  it("puts in variables; what is missing or not understood is empty", () => {
    assert.strictEqual(value("space.vars.name"), "Acme")
    assert.strictEqual(value(" page.vars.version "), "1.10")
    assert.strictEqual(value('space.vars["two words"]'), "x\\*y\\*")
    assert.strictEqual(value("space.vars.MY\\_NAME"), "m_n_o")
    assert.strictEqual(value("\"v\" + page.vars.version + ' of ' + space.vars.name"), "v1.10 of Acme")
    for (const none of [
      "space.vars.none",
      "page.vars.name",
      "space.vars.constructor",
      "1 + 1",
      "alert(1)",
      "",
      "space.vars.name +",
      '"open'
    ]) {
      assert.strictEqual(value(none), none === "space.vars.name +" ? "Acme" : "", none)
    }
  })

  it("leaves code, front matter and everything else alone", () => {
    const text =
      '---\ntitle: x\n---\n`<code class="expression">space.vars.name</code>`\n\n```\n{% include "/reusable-contents/r1" %}\n```\n<code>space.vars.name</code>\n'
    assert.strictEqual(evaluate(text, context), text)
  })

  it("puts in included texts without their front matter, nested ones too, and cuts cycles", () => {
    assert.strictEqual(evaluate('a\n\n{% include "/reusable-contents/r1" %}\n\nb\n', context), "a\n\nOne Acme\n\nb\n")
    assert.strictEqual(evaluate('{% include "/reusable-contents/r2" %}', context), "Two One Acme")
    assert.strictEqual(evaluate('{% include "/reusable-contents/loop" %}', context), "Loop end")
    assert.strictEqual(evaluate('{% include "/gone" %}', context), '{% include "/gone" %}')
  })

  it("stops including when a page includes too much", () => {
    const wide = (destination: string): string =>
      destination === "leaf" ? "x" : `{% include "${Number(destination) - 1 || "leaf"}" %}`.repeat(10)
    const result = evaluate('{% include "8" %}', { ...context, include: wide })
    assert.isBelow(result.length, 1_000_000)
    assert.include(result, "{% include")
  })
})
