import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import type { DocumentNode } from "../../../src/text/markdown/DocumentNode.js"
import { documentTree } from "../../../src/text/markdown/DocumentTree.js"

/** A tree in short: type, data where there is any, then texts and nodes. */
const short = (node: DocumentNode): unknown => {
  if (node.object === "text") return node.marks === undefined ? node.text : `${node.marks.join("+")}:${node.text}`
  const data = Object.keys(node.data ?? {}).length === 0 ? [] : [node.data]
  return [node.type, ...data, ...(node.nodes ?? []).map(short)]
}
const blocks = (markdown: string): ReadonlyArray<unknown> => (documentTree(markdown).nodes ?? []).map(short)

describe("documentTree", () => {
  it("is a document whose front matter is left out", () => {
    assert.deepStrictEqual(documentTree("---\na: b\n---\n"), { object: "document", data: {}, nodes: [] })
  })

  it("has the blocks and marks of markdown", () => {
    assert.deepStrictEqual(blocks("# A *b*\n\n**x `y`** ~~z~~  \nend\n\n***\n\n> q"), [
      ["heading-1", "A ", "italic:b"],
      ["paragraph", "bold:x ", "bold+code:y", " ", "strikethrough:z", "\nend"],
      ["divider"],
      ["blockquote", ["paragraph", "q"]]
    ])
    assert.deepStrictEqual(blocks("- a\n  - b\n\n3. c\n\n* [ ] d\n* [x] e"), [
      ["list-unordered", ["list-item", ["paragraph", "a"], ["list-unordered", ["list-item", ["paragraph", "b"]]]]],
      ["list-ordered", { start: 3 }, ["list-item", ["paragraph", "c"]]],
      [
        "list-tasks",
        ["list-item", { checked: false }, ["paragraph", "d"]],
        ["list-item", { checked: true }, ["paragraph", "e"]]
      ]
    ])
    assert.deepStrictEqual(blocks("```ts x\na\n\nb\n```\n\n| a | b |\n| - | -: |\n| c | |"), [
      ["code", { syntax: "ts" }, ["code-line", "a"], ["code-line"], ["code-line", "b"]],
      [
        "table",
        ["table-row", ["table-cell", { header: true }, "a"], ["table-cell", { header: true, align: "right" }, "b"]],
        ["table-row", ["table-cell", "c"], ["table-cell", { align: "right" }]]
      ]
    ])
  })

  it("ends HTML at a line that begins with a block tag", () => {
    const html = (text: string) => ["html", { html: text }]
    assert.deepStrictEqual(blocks('{% hint style="info" %}\n<p>a</p>\n{% endhint %}\n**b**'), [
      ["hint", { style: "info" }, html("<p>a</p>")],
      ["paragraph", "bold:b"]
    ])
    assert.deepStrictEqual(blocks("- {% tab %}\n  <table>\n  </table>\n  {% endtab %}"), [
      ["list-unordered", ["list-item", ["tab", html("<table>\n</table>")]]]
    ])
    assert.deepStrictEqual(blocks("<div>\n{% not a tag\n</div>\n\n<!--\n{% endhint %}\n-->"), [
      html("<div>\n{% not a tag\n</div>")
    ])
  })

  it("has end tags after text on their line", () => {
    const end = (text: string): ReadonlyArray<unknown> => blocks(`{% hint style="info" %}\n${text}\n\nafter`)
    const hint = (...inside: ReadonlyArray<unknown>) => [
      ["hint", { style: "info" }, ...inside],
      ["paragraph", "after"]
    ]
    assert.deepStrictEqual(end("one\ntwo {% endhint %}"), hint(["paragraph", "one two"]))
    assert.deepStrictEqual(end("one{%endhint%} \t"), hint(["paragraph", "one"]))
    assert.deepStrictEqual(end("one {% endhint %}\nafter")[0], hint(["paragraph", "one"])[0])
    assert.deepStrictEqual(blocks('{% tabs %}\n{% tab title="C\\# \\"x\\_y\\"" %}\none {% endtab %} {% endtabs %}'), [
      ["tabs", ["tab", { title: 'C# "x_y"' }, ["paragraph", "one"]]]
    ])
    assert.deepStrictEqual(blocks("`{% endhint %}`"), [["paragraph", "code:{% endhint %}"]])
    assert.deepStrictEqual(blocks("a {% endhint %} b"), [["paragraph", "a {% endhint %} b"]])
    assert.deepStrictEqual(blocks("- a {% endhint %}"), [["list-unordered", ["list-item", ["paragraph", "a"]]]])
    assert.deepStrictEqual(blocks(`${" ".repeat(200_000)}x%}`), [["code", ["code-line", `${" ".repeat(199_996)}x%}`]]])
  })

  it("says what links and images lead to", () => {
    assert.deepStrictEqual(blocks('[a](/pages/p1) [b](/pages/p1#x "t") [c](#y) [d](https://e.f) [g](/files/f1)'), [
      [
        "paragraph",
        ["link", { ref: { kind: "page", page: "p1" } }, "a"],
        " ",
        ["link", { ref: { kind: "anchor", page: "p1", anchor: "x" }, title: "t" }, "b"],
        " ",
        ["link", { ref: { kind: "anchor", anchor: "y" } }, "c"],
        " ",
        ["link", { ref: { kind: "url", url: "https://e.f" } }, "d"],
        " ",
        ["link", { ref: { kind: "file", file: "f1" } }, "g"]
      ]
    ])
    const image = { ref: { kind: "file", file: "f1" }, alt: "a" }
    assert.deepStrictEqual(blocks("![a](/files/f1)\n\nx ![a](/files/f1)"), [
      ["images", ["image", image]],
      ["paragraph", "x ", ["image", image]]
    ])
    assert.deepStrictEqual(
      blocks('<figure><img src="/files/f1" alt="a"><figcaption>c</figcaption></figure>\n\n<div>x</div>\n\n<!-- no -->'),
      [
        ["images", ["image", image]],
        ["html", { html: "<div>x</div>" }]
      ]
    )
  })

  it("has block tags with their arguments around what they enclose", () => {
    const text = [
      '{% hint style="info" icon="x" %}',
      "a",
      "{% endhint %}",
      "{% tabs %}",
      '{% tab title="One" %}',
      "- b",
      '{% embed url="https://e.f" %}',
      "{% endtab %}",
      "{% endtabs %}",
      '{% code title="a.js" lineNumbers="true" %}',
      "```js",
      "c",
      "```",
      "{% endcode %}",
      '{% content-ref url="/pages/p1" %}',
      "[d](/pages/p1)",
      "{% endcontent-ref %}",
      '{% if visitor.claims.x == "y" %}e{% endif %}',
      '{% include "/reusable-contents/r1" %}',
      "{% endnothing %}"
    ].join("\n")
    assert.deepStrictEqual(blocks(text), [
      ["hint", { style: "info", icon: "x" }, ["paragraph", "a"]],
      [
        "tabs",
        [
          "tab",
          { title: "One" },
          ["list-unordered", ["list-item", ["paragraph", "b"]]],
          ["embed", { ref: { kind: "url", url: "https://e.f" } }]
        ]
      ],
      ["code", { syntax: "js", title: "a.js", lineNumbers: true }, ["code-line", "c"]],
      [
        "content-ref",
        { ref: { kind: "page", page: "p1" } },
        ["paragraph", ["link", { ref: { kind: "page", page: "p1" } }, "d"]]
      ],
      ["if", { condition: 'visitor.claims.x == "y"' }, ["paragraph", "e"]],
      ["include", { ref: { kind: "reusable-content", reusableContent: "r1" } }]
    ])
  })

  it("states every block tag under its own name, and nothing else of it", () => {
    const known = ["hint", "code", "tabs", "step", "swagger", "paragraph", "list-item", "heading-2", "math", "if"]
    const others = ["unknown", "card", "h3", "heading-7", "table-of-contents", "constructor", "tag"]
    const names = fc.array(fc.constantFrom(...known, ...others), { minLength: 1, maxLength: 4 })
    const property = fc.property(names, (names) => {
      const open = names.map((name) => `{% ${name} %}\n`).join("")
      const close = names.map((name) => `{% end${name} %}\n`).reverse()
      const within = (nodes: ReadonlyArray<unknown>, type: string) => [{ object: "block", type, data: {}, nodes }]
      const data = (type: string) => (type === "if" ? { condition: "" } : {})
      const expected = names.reduceRight(
        (nodes: ReadonlyArray<unknown>, type) => [{ object: "block", type, data: data(type), nodes }],
        within([{ object: "text", text: "a" }], "paragraph")
      )
      assert.strictEqual(JSON.stringify(documentTree(`${open}a\n${close.join("")}`).nodes), JSON.stringify(expected))
    })
    fc.assert(property, { numRuns: runs(200) })
  })
})
