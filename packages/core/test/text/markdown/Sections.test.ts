import { assert, describe, it } from "vitest"
import { sections } from "../../../src/text/markdown/Sections.js"

const texts = (markdown: string) => sections(markdown).map(({ heading, anchor, text }) => ({ heading, anchor, text }))

describe("sections", () => {
  it("cuts at headings up to level 3, the title aside", () => {
    const text =
      "---\ndescription: not text\n---\n\n# Title\n\nIntro *one*.\n\n## A\n\na\n\n#### deep\n\nb\n\n### B\n\n> ## quoted\n\n# Other\nlast"
    assert.deepStrictEqual(texts(text), [
      { heading: "", anchor: "", text: "Intro one." },
      { heading: "A", anchor: "a", text: "a\ndeep\nb" },
      { heading: "B", anchor: "b", text: "quoted" },
      { heading: "Other", anchor: "other", text: "last" }
    ])
    assert.deepStrictEqual(texts(""), [{ heading: "", anchor: "", text: "" }])
    assert.deepStrictEqual(texts("## A"), [
      { heading: "", anchor: "", text: "" },
      { heading: "A", anchor: "a", text: "" }
    ])
  })

  it("has plain text: no markup, code and cells kept, tags and comments dropped", () => {
    const text = [
      "[link](a.md) ![alt](b.png) `code` &amp; \\* ~~gone~~ line\nbreak <b>bold</b>",
      '{% hint style="info" %}\nHint {% include "x.md" %} text\n{% endhint %}',
      "| a | b |\n| - | - |\n| c | d |",
      "```js\nconst x = 1 < 2\n```",
      "<details><summary>Sum</summary>\n\nInner\n\n</details>",
      "<table><tr><td>x &#x3C; y</td><td>z</td></tr></table> <!-- no -->",
      "<script>\nno()\n</script>",
      "- [ ] task\n- item"
    ].join("\n\n")
    assert.strictEqual(
      sections(text)[0]!.text,
      [
        "link alt code & * gone line break bold",
        "Hint   text",
        "a b c d const x = 1 < 2",
        "",
        "Sum",
        "Inner",
        "x < y\nz",
        "[ ] task",
        "item"
      ].join("\n")
    )
  })

  it("leaves out what conditions enclose, and the contents of no other tag", () => {
    const within = (name: string, inner: string) => `{% ${name} %}\n\n${inner}\n\n{% end${name} %}\n\nafter`
    for (const name of ["hint", "tabs", "swagger", "unknown", "endless", "constructor"]) {
      assert.strictEqual(sections(within(name, "inside"))[0]!.text, "inside\nafter", name)
    }
    assert.strictEqual(sections(within("if", "inside"))[0]!.text, "after")
    assert.strictEqual(sections(within("if", within("if", "## Inside")))[0]!.text, "after")
    assert.strictEqual(sections(`{% endif %}\n\n${within("if", "inside")}`)[0]!.text, "after")
  })

  it("has the links of each section: of text, pictures, HTML and tags, nothing in code", () => {
    const text = [
      "---\ncover: /files/cover\n---",
      "# [T](t.md)\n\n[a](a.md 'x') ![i](<b c.png>) <https://auto.link> `[no](no.md)` [r][ref] [![j](j.png)](k.md)",
      '## [H](h.md)\n\n{% content-ref url="c.md" %}\nx\n{% endcontent-ref %}\n\nin {% include "/reusable-contents/1" %} line',
      '<a href="html.md">x</a> <img src="i.png">\n\n<figure><img src="f.png"></figure>',
      "```\n[no](no.md)\n```\n\n[ref]: d.md"
    ].join("\n\n")
    assert.deepStrictEqual(
      sections(text).map(({ links }) =>
        links.map(({ destination, included }) => (included ? `+${destination}` : destination))
      ),
      [
        ["t.md", "a.md", "b c.png", "https://auto.link", "d.md", "k.md", "j.png"],
        ["h.md", "c.md", "+/reusable-contents/1", "html.md", "i.png", "f.png"]
      ]
    )
  })

  it("has GitHub's anchors, or those the page sets, unique in the page", () => {
    const headings = [
      "Hello World!",
      "Hello, world",
      "C++ & C#",
      "Über `code` 日本",
      "x {#own}",
      'y <a href="#z" id="z"></a>',
      "own",
      "a_b-c",
      "hello-world"
    ]
    assert.deepStrictEqual(
      sections(headings.map((heading) => `## ${heading}`).join("\n\n"))
        .slice(1)
        .map((section) => section.anchor),
      ["hello-world", "hello-world-1", "c--c", "über-code-日本", "own", "z", "own-1", "a_b-c", "hello-world-2"]
    )
    assert.strictEqual(sections("## x {#own}\n")[1]!.heading, "x")
  })

  it("keeps at most 20,000 characters of a section", () => {
    const [only] = sections("word ".repeat(10_000))
    assert.strictEqual(only!.text.length, 20_000)
    assert.isTrue(sections(`${"🎉".repeat(15_000)}x`)[0]!.text.isWellFormed())
  })
})
