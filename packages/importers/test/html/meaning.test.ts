/** Meaning that HTML carries without words: ticks, lists of one item each, the distance between chips. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { readStorage } from "../../src/confluence/StoragePage.js"
import { measureHtml, readHtml } from "../../src/html/HtmlPage.js"
import { lostMeaning } from "../../src/html/Meaning.js"

const markdownOf = (html: string): string =>
  readHtml(`<main><h1>T</h1><p>x</p>${html}</main>`, "https://a.example/x").markdown.slice(3)

const box = (isOn: boolean): string => `<div class="checkbox checkbox-${isOn ? "on" : "off"}"></div>`
const todo = (isOn: boolean, text: string, inner = ""): string =>
  `<ul class="to-do-list"><li>${box(isOn)} <span class="to-do-children-${isOn ? "" : "un"}checked">${text}</span>${inner}</li></ul>`
const table = (cell: string): string =>
  `<table><tr><th>Ready</th><th>b</th></tr><tr><td>${cell}</td><td>c</td></tr></table>`

describe("checkboxes", () => {
  it.each([
    [
      "to-dos of Notion",
      todo(true, "a") + todo(false, "b", `<div class="indented">${todo(true, "c")}</div>`),
      "* [x] a\n* [ ] b\n  * [x] c"
    ],
    [
      "a property of Notion",
      `<table class="properties"><tbody><tr class="property-row property-row-checkbox"><th>Ready</th><td>${box(true)}</td></tr></tbody></table>`,
      "| | |\n| - | - |\n| **Ready** | [x] |"
    ],
    ["a column of Notion", table(box(false)), "| Ready | b |\n| - | - |\n| [ ] | c |"],
    [
      "a column of inputs",
      table('<input type="checkbox" checked disabled> yes'),
      "| Ready | b |\n| - | - |\n| [x] yes | c |"
    ],
    [
      "checklists of Asciidoctor",
      "<div class='ulist checklist'><ul class=checklist><li><p>✓ a</p></li><li><p>❏ b</p></li><li><p>c</p></li></ul></div>",
      "* [x] a\n\n* [ ] b\n\n* c"
    ],
    ["inputs in labels", "<ul><li><label><input type=checkbox> a</label></li></ul>", "* [ ] a"],
    [
      "tasks of Confluence",
      "<ul class=inline-task-list><li class=checked data-inline-task-id=1>a</li><li data-inline-task-id=2>b</li></ul>",
      "* [x] a\n* [ ] b"
    ]
  ])("keeps the ticks of %s", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })
})

describe("lists of one item each", () => {
  const notion = (kind: string, tag: string, ...items: ReadonlyArray<string>): string =>
    items
      .map(
        (text, at) =>
          `<${tag} class="${kind}"${tag === "ol" ? ` type="1" start="${at + 1}"` : ""}><li>${text}</li></${tag}>`
      )
      .join("\n")
  it("become one list", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 12 }), (items) => {
        expect(markdownOf(notion("bulleted-list", "ul", ...items))).toBe(items.map((each) => `* ${each}`).join("\n"))
        expect(markdownOf(notion("numbered-list", "ol", ...items))).toBe(
          items.map((each, at) => `${at + 1}. ${each}`).join("\n")
        )
      }),
      { numRuns: runs(20) }
    )
  })

  it.each([
    ["of other kinds", "<ul class=a><li>a</li></ul><ul class=b><li>b</li></ul>", "* a\n\n- b"],
    ["of several items", "<ul><li>a</li><li>b</li></ul><ul><li>c</li><li>d</li></ul>", "* a\n* b\n\n- c\n- d"],
    ["that begin anew", "<ol><li>a</li></ol><ol><li>b</li></ol>", "1. a\n\n1) b"],
    ["with words between", "<ul><li>a</li></ul><p>x</p><ul><li>b</li></ul>", "* a\n\nx\n\n* b"],
    ["of bullets and numbers", "<ul><li>a</li></ul><ol><li>b</li></ol>", "* a\n\n1. b"]
  ])("stay lists of their own %s", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })
})

describe("chips", () => {
  it.each([
    [
      "values of Notion",
      "<p><span class='selected-value select-value-color-blue'>Bug</span><span class='selected-value'>Urgent</span></p>",
      "Bug, Urgent"
    ],
    ["people of Notion", "<p><span class=user>Ada</span><span class=user>Bob</span></p>", "Ada, Bob"],
    [
      "badges after words",
      "<p>Install<span class='badge badge-info'>beta</span><em>now</em></p>",
      "Install beta *now*"
    ],
    [
      "badges in a heading",
      "<h2>Install<span class=VPBadge>x</span><span class='theme-badge'>beta</span></h2>",
      "## Install x, beta"
    ],
    [
      "links",
      "<p><a class=tag href=/a>a</a><a class=tag href=/b>b</a></p>",
      "[a](https://a.example/a), [b](https://a.example/b)"
    ],
    [
      "statuses",
      "<p><span class='status-macro aui-lozenge'>DONE</span><span class='status-macro aui-lozenge'>LATE</span></p>",
      "DONE, LATE"
    ],
    ["chips with space between", "<p><span class=badge>a</span> <span class=badge>b</span>. c</p>", "a b. c"],
    [
      "relations of Notion",
      "<table><tr><th>a</th><td><a href=/a>A</a><a href=/b>B</a></td></tr></table>",
      "| | |\n| - | - |\n| **a** | [A](https://a.example/a), [B](https://a.example/b) |"
    ],
    [
      "links beside each other in a text",
      "<p><a href=/a>A</a><a href=/b>B</a></p>",
      "[A](https://a.example/a)[B](https://a.example/b)"
    ],
    ["other elements", "<p><span class=x>a</span><span class=x>b</span></p>", "ab"]
  ])("have separators: %s", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  it("have separators as statuses of Confluence's storage format", () => {
    const status = (title: string): string =>
      `<ac:structured-macro ac:name="status"><ac:parameter ac:name="title">${title}</ac:parameter></ac:structured-macro>`
    const storage = `<p>is ${status("DONE")}${status("LATE")}now</p>`
    expect(readStorage({ storage, address: "import:/x", known: new Map() }).markdown).toBe("is **DONE**, **LATE** now")
  })
})

describe("the check of losses", () => {
  const text =
    '* [x] a\n* [ ] b\n\n![c](d) [![](e)](f)\n\n<img src="g">\n\n```\nh [x] ![i](j)\n```\n\n| | |\n| - | - |\n| `k` | [x] |'
  const none = { "ticked boxes": 0, pictures: 0, "blocks of code": 0, links: 0, tables: 0, formulas: 0 }
  it("sees what a text has, and names what it lacks", () => {
    expect(lostMeaning({ ...none, "ticked boxes": 2, pictures: 3, "blocks of code": 1, tables: 1 }, text)).toEqual([])
    expect(lostMeaning({ ...none, "ticked boxes": 3, pictures: 4, "blocks of code": 2 }, text)).toEqual([
      "2 of 3 ticked boxes were kept",
      "3 of 4 pictures were kept",
      "1 of 2 blocks of code were kept"
    ])
    expect(lostMeaning({ ...none, pictures: 1 }, "")).toEqual(["0 of 1 pictures were kept"])
    expect(lostMeaning(none, "")).toEqual([])
  })

  it("sees links, tables and formulas, wherever a text has them", () => {
    const all =
      '[a](b) <a href="c">d</a> <a href="#e" id="e"></a>\n\n| |\n| - |\n| [f](g) $h$ |\n\n<table>\n<tr>\n<td>\n\n$$\ni\n$$\n\n</td>\n</tr>\n</table>\n\nj[^1]\n\n[^1]: $k$ [l](m)'
    expect(lostMeaning({ ...none, links: 4, tables: 2, formulas: 3 }, all)).toEqual([])
    expect(lostMeaning({ ...none, links: 5, tables: 3, formulas: 4 }, all)).toEqual([
      "4 of 5 links were kept",
      "2 of 3 tables were kept",
      "3 of 4 formulas were kept"
    ])
    expect(lostMeaning({ ...none, formulas: 1 }, "5 $ and 6 $")).toEqual(["0 of 1 formulas were kept"])
  })

  it.each([
    ["a link to a program", "<p><a href='/a'>a</a> <a href='slack://b'>b</a></p>", "1 of 2 links were kept"],
    [
      "the links of a map",
      "<p><img src=/a.png usemap=#m><map name=m><area href=/b alt=B></map></p>",
      "0 of 1 links were kept"
    ],
    [
      "a frame without an address",
      "<iframe srcdoc='<p>a</p>'></iframe>",
      "a frame or player without an address is left out"
    ]
  ])("says that %s is lost", (_, html, loss) => {
    expect(measureHtml(`<main><h1>T</h1><p>x</p>${html}</main>`, "https://a.example/x").losses).toEqual([loss])
  })

  it.each([
    [
      "Chinese with links and formats",
      "<p>请看<a href=/a>文档</a>，<b>加粗</b>文字<code>代码</code>在<i>这里</i>。x<sup>2</sup></p>"
    ],
    [
      "pictures, code and ticks",
      `<p><img src=/a.png alt=""><a href=/b><img src=/b.png></a></p><pre>a\n\nb</pre>${todo(true, "c")}`
    ],
    [
      "the same in cells",
      `<table><tr><td><img src=/a.png></td><td><pre>a\nb</pre></td><td>${todo(true, "c")}</td><td>${box(true)}</td></tr></table>`
    ],
    [
      "the same in hints and details",
      `<div class="admonition note"><pre>a</pre>${todo(true, "b")}</div><details><summary>x</summary><img src=/a.png></details>`
    ],
    [
      "links",
      `<h2 id=a>A <a href=/b>b</a><a href="#a">¶</a></h2><h2><a href="#c" id=c>C</a></h2><p><a href="#">d</a> <a href="javascript:e()">e</a> <a href="">f</a> <a href=/g></a><a href=/h><img src=/h.png></a> <a href="#a">i</a> <a href="mailto:a@b.example">j</a></p><ul><li><a href=/k>k</a></li></ul><div class="admonition note"><a href=/l>l</a></div>`
    ],
    [
      "tables and formulas",
      `<ul><li>a<table><tr><th>b</th><th>c</th></tr><tr><td><math><msup><mi>x</mi><mn>2</mn></msup></math></td><td><table><tr><td>d</td><td>e</td></tr></table></td></tr></table></li></ul><div class="admonition note"><table><tr><td>f</td><td>g|h</td></tr></table></div><table><tr><td><h2>i</h2></td></tr></table>`
    ],
    [
      "callouts",
      "<div class=calloutlist><table><tr><td><p><a href='#c1'><img src=/1.gif alt=1></a></p></td><td><p>a</p></td></tr></table></div>"
    ],
    ["figures", "<figure><img src=/a.png><figcaption>b</figcaption></figure><h2>c <img src=/d.png></h2>"]
  ])("does not cry wolf: %s", (_, html) => {
    expect(measureHtml(`<main><h1>T</h1><p>x</p>${html}</main>`, "https://a.example/x").losses).toEqual([])
  })
})

it.each([
  ["<p>漢<ruby>字<rt>ji</rt></ruby>文</p>", "漢字(ji)文"],
  ["<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby></p>", "漢(kan)字(ji)"],
  ["<p><ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby></p>", "字(ji)"]
])("keeps readings apart from the text below them: %s", (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

it.each(["class=line-through", "style='color: red; text-decoration: line-through'"])(
  "strikes out a span: %s",
  (how) => {
    expect(markdownOf(`<p>a<span ${how}>b</span>c <span class=x>d</span></p>`)).toBe("a~~b~~c d")
  }
)

it.each([
  [
    "links in code",
    "<p><code>Map&lt;<a href=/k>K</a>, <b><a href=/v>V</a></b>&gt;</code></p>",
    "`Map<`[`K`](https://a.example/k)`, `[`V`](https://a.example/v)`>`"
  ],
  ["a formula before a digit", "<p><span class=math>\\(x\\)</span>5 <span class=math>\\(y\\)</span></p>", "$$x$$5 $y$"],
  [
    "the pipes of a formula in a cell",
    "<table><tr><th>a</th><th>b</th></tr><tr><td><span class=math>\\(|x|\\)</span></td><td>c</td></tr></table>",
    "| a | b |\n| - | - |\n| $\\|x\\|$ | c |"
  ]
])("keeps %s", (_, html, markdown) => {
  const page = measureHtml(`<main><h1>T</h1><p>x</p>${html}</main>`, "https://a.example/x")
  expect([page.markdown.slice(3), page.losses]).toEqual([markdown, []])
})

it("keeps whose words a quotation is", () => {
  expect(markdownOf("<blockquote><p>q</p><footer>Ada</footer></blockquote>")).toBe("> q\n>\n> Ada")
})
