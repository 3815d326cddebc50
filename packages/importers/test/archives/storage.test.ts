/** Confluence's storage format, converted to markdown: what its elements mean, not only their words. */
import { expect, it } from "vitest"
import { readStorage } from "../../src/confluence/StoragePage.js"

const read = (storage: string) => readStorage({ storage, address: "import:/page", known: new Map() })

const node = (type: string, content: string, fallback: string): string =>
  `<ac:adf-extension><ac:adf-node type="${type}">${content}</ac:adf-node><ac:adf-fallback>${fallback}</ac:adf-fallback></ac:adf-extension>`
const panel = (kind: string): string =>
  node(
    "panel",
    `<ac:adf-attribute key="panel-type">${kind}</ac:adf-attribute><ac:adf-content><p>never unplug it</p></ac:adf-content>`,
    '<div class="panel"><div class="panelContent"><p>never unplug it</p></div></div>'
  )
const decisions = node(
  "decision-list",
  ["one", "two"]
    .map(
      (text) =>
        `<ac:adf-node type="decision-item"><ac:adf-attribute key="state">DECIDED</ac:adf-attribute><ac:adf-content>${text}</ac:adf-content></ac:adf-node>`
    )
    .join(""),
  '<ul class="decision-list"><li>one</li><li>two</li></ul>'
)
const macro = (name: string, body: string): string =>
  `<ac:structured-macro ac:name="${name}">${body}</ac:structured-macro>`
const plain = (text: string): string => `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`
const rich = (html: string): string => `<ac:rich-text-body>${html}</ac:rich-text-body>`
const hint = (style: string, text: string): string => `{% hint style="${style}" %}\n${text}\n{% endhint %}`

it.each([
  ["note", "info"],
  ["info", "info"],
  ["tip", "success"],
  ["success", "success"],
  ["warning", "warning"],
  ["error", "danger"],
  ["custom", "info"]
])("has a panel of the cloud editor once, as a hint: %s", (kind, style) => {
  const found = hint(style, "never unplug it")
  for (const between of [`<p>before</p>${panel(kind)}<p>after</p>`, `<p>before ${panel(kind)} after</p>`])
    expect(read(between)).toMatchObject({ markdown: `before\n\n${found}\n\nafter`, lost: [] })
})

it.each([
  ["decisions", decisions, hint("info", "* one\n* two")],
  ["another node, by its fallback", node("x", "<ac:adf-content>a</ac:adf-content>", "<p>b</p>"), "b"],
  [
    "an extension with nothing but a fallback",
    "<ac:adf-extension><ac:adf-fallback><p>b</p></ac:adf-fallback></ac:adf-extension>",
    "b"
  ],
  ["a macro in a paragraph", `<p>${macro("tip", rich("<p>x</p><p>y</p>"))}</p>`, hint("success", "x\n\ny")],
  [
    "a macro in an item",
    `<ul><li><p>a</p>${macro("info", rich("<p>x</p>"))}</li></ul>`,
    '* a\n\n  {% hint style="info" %}\n  x\n  {% endhint %}'
  ],
  [
    "a macro in a macro in a paragraph",
    `<p>${macro("expand", rich(macro("tip", rich("<p>x</p>"))))}</p>`,
    `<details>\n\n<summary>Details</summary>\n\n${hint("success", "x")}\n\n</details>`
  ],
  ["dates", '<p>On <time datetime="2031-01-02" />, <strong>now</strong></p><p>x</p>', "On 2031-01-02, **now**\n\nx"],
  ["words after empty elements", "<p>a <strong /> b <em/> c</p><p /><ul><li>x<br/>y</li></ul>", "a b c\n\n* x\\\n  y"],
  [
    "emoticons",
    '<p><ac:emoticon ac:name="tick" /> a <ac:emoticon ac:name="cross" /> b <ac:emoticon ac:name="x" ac:emoji-fallback="🐙" /></p>',
    "✅ a ❌ b 🐙"
  ],
  [
    "the caption of a picture",
    '<ac:image ac:alt="A"><ri:url ri:value="https://e.example/p.png"/><ac:caption><p>Cap</p></ac:caption></ac:image>',
    "<figure>\n\n![A](https://e.example/p.png)\n\n<figcaption>\n\nCap\n\n</figcaption>\n\n</figure>"
  ],
  [
    "formulas",
    `<p>so ${macro("mathinline", '<ac:parameter ac:name="body">x^2</ac:parameter>')}</p>${macro("mathblock", plain("y^2"))}`,
    "so $x^2$\n\n$$\ny^2\n$$"
  ],
  [
    "embedded pages",
    macro("widget", '<ac:parameter ac:name="url"><ri:url ri:value="https://e.example/v"/></ac:parameter>'),
    "[https://e.example/v](https://e.example/v)"
  ],
  [
    "the columns of a layout",
    '<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p>a</p></ac:layout-cell><ac:layout-cell><p>b</p></ac:layout-cell></ac:layout-section></ac:layout>',
    "a\n\nb"
  ]
])("keeps %s", (_, storage, markdown) => {
  expect(read(storage)).toMatchObject({ markdown, lost: [] })
})

const text = "@startuml\nAlice -> Bob: *hi*\n  note right: x\n\n@enduml"
it.each([
  ["plantuml", "plantuml"],
  ["mermaid-cloud", "mermaid"],
  ["markdown", "markdown"],
  ["sql-query", "sql"],
  ["noformat", ""],
  ["unknown", ""]
])("has the text of the macro %s as code, with its lines", (name, language) => {
  for (const storage of [macro(name, plain(text)), `<p>${macro(name, plain(text))}</p>`])
    expect(read(storage).markdown).toBe(`\`\`\`${language}\n${text}\n\`\`\``)
})

it("says what of a macro is lost", () => {
  expect(read(macro("chart", "")).lost).toEqual(["the macro chart is left out"])
  for (const body of [plain("a"), rich("a")])
    expect(read(macro("chart", body)).lost).toEqual(["only the content of the macro chart is kept"])
})
