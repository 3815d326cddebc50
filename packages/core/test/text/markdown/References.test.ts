import { assert, describe, it } from "vitest"
import { references } from "../../../src/text/markdown/ReferenceSearch.js"
import { mayReferLocally, rewrite } from "../../../src/text/markdown/References.js"

const found = (markdown: string): ReadonlyArray<string> =>
  references(markdown).map(({ start, end, raw, kind }) => {
    assert.strictEqual(markdown.slice(start, end), raw)
    return `${kind} ${raw}`
  })

describe("references", () => {
  it("finds destinations as written, wherever markdown has them", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["[a](b.md)", ["link b.md"]],
      ["![a](<b c.png> 'title')", ["image b c.png"]],
      ['[a]( b.md\n "t" )', ["link b.md"]],
      ["[![a](b.png)](c.md)", ["image b.png", "link c.md"]],
      ["[[1]](a.md) [x [y] z](b.md) [ ] [z](c(d).md)", ["link a.md", "link b.md", "link c(d).md"]],
      ["[a][b]\n\n[b]: c.md 'd'\n[e]:\n  <f g.md>\n", ["link c.md", "link f g.md"]],
      ["> - [a](b.md)\n>   | x | ![c](d.png) |\n", ["link b.md", "image d.png"]],
      ["| a |\n| - |\n| [b](c.md) \\| [d](e.md) |\n", ["link c.md", "link e.md"]],
      ['<a href=\'b.md\'>x</a> <img alt="a>b" src="c.png"> <a href=d.md>', ["html b.md", "html c.png", "html d.md"]],
      ['<table><tr><td><a href="b/">x</a></td></tr></table>\n\n<source src="s.mp4">', ["html b/", "html s.mp4"]],
      ['{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}', ["block a.md", "link a.md"]],
      [
        '{% file src="a b.pdf" %} {% include "c.md" %} {% embed url="https://x.y" %}',
        ["block a b.pdf", "block c.md", "block https://x.y"]
      ],
      ['{% tab title="url" %}{% code title="src=x" %}{% if a == "b.md" %}', []],
      [
        '---\ncover: a b.png\ncoverDark: "c.png"\ntitle: x\n---\n[d](e.md)',
        ["cover a b.png", "cover c.png", "link e.md"]
      ],
      ["---\ncover: >-\n  ../a b/long.png\n---\n", ["cover ../a b/long.png"]],
      [
        '`[a](b.md)` ``{% include "x" %}`` \n\n    [c](d.md)\n\n```\n[e](f.md)\n```\n<!-- [g](h.md) <a href="i"> -->',
        []
      ],
      [
        '{% hint style="info" %}\n<a href="b.md">x</a>\n{% endhint %}\n[c](d.md)\n<!--\n{% include "e.md" %}\n-->',
        ["html b.md", "link d.md"]
      ],
      ["<script>x = '<a href=\"b.md\">'</script>\n", []],
      ["\\[a](b.md) [a] (b.md) [a](b c.md) <https://x.y> https://z.md", []]
    ]
    for (const [markdown, expected] of cases) {
      assert.deepStrictEqual(found(markdown), expected, markdown)
    }
  })

  it("replaces escapes and entities in the destination, not percent escapes", () => {
    const destinations = (markdown: string): ReadonlyArray<string> =>
      references(markdown).map((each) => each.destination)
    assert.deepStrictEqual(destinations("[a](b\\_c&amp;d%20e\\(f.md)"), ["b_c&d%20e(f.md"])
    assert.deepStrictEqual(destinations('<a href="a&amp;b\\_c.md">'), ["a&b\\_c.md"])
    assert.deepStrictEqual(destinations('{% include "a&amp;b.md" %}'), ["a&amp;b.md"])
  })

  it("has offsets that hold with line breaks of both kinds, marks and characters of two units", () => {
    const markdown = "\uFEFF---\r\ncover: x.png\r\n---\r\n\r\n🎉 [é](a.md)\r\n\r\n- 🎉 ![b](c.png)\r\n"
    assert.deepStrictEqual(found(markdown), ["cover x.png", "link a.md", "image c.png"])
    const all = references(markdown).map(({ start, end }) => ({ start, end, text: "NEW" }))
    assert.strictEqual(
      rewrite(markdown, all),
      "\uFEFF---\r\ncover: NEW\r\n---\r\n\r\n🎉 [é](NEW)\r\n\r\n- 🎉 ![b](NEW)\r\n"
    )
  })
})

describe("mayReferLocally", () => {
  it("is false only where nothing local can be meant", () => {
    const local = [
      "[a](b.md)",
      "[a]: b",
      "<img src=x>",
      '{% include "a" %}',
      "---\ncover: a.png\n---\n",
      "[a](</b c>)",
      "[a](\nb)"
    ]
    const remote = [
      "",
      "text",
      "[a](https://b.c)",
      "[a](#b) <a href='mailto:x@y.z'>",
      "[a]: //b.c/d",
      "{% hint %}",
      "# a"
    ]
    for (const each of local) assert.isTrue(mayReferLocally(each), each)
    for (const each of remote) assert.isFalse(mayReferLocally(each), each)
  })
})
