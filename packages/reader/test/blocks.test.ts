/** The rendering of each block of a text. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bodyOf, htmlOf } from "./support/body.js"

const table: ReadonlyArray<readonly [name: string, markdown: string, html: ReadonlyArray<string | RegExp>]> = [
  [
    "a paragraph with marks",
    "a **b** *c* ~~d~~ `e`",
    ["<p>a <strong>b</strong> <em>c</em> <s>d</s> <code>e</code></p>"]
  ],
  [
    "addresses without the marks of a link",
    "See https://a.example/b_(c)?d=1&e. (http://localhost:4000/) **https://[::1]/**, https://é.example/~f/.",
    [
      '<p>See <a href="https://a.example/b_(c)?d=1&amp;e" rel="noopener nofollow ugc" class="bare">https://a.example/b_(c)?d=1&amp;e</a>. ',
      '(<a href="http://localhost:4000/" rel="noopener nofollow ugc" class="bare">http://localhost:4000/</a>) ',
      '<strong><a href="https://[::1]/" rel="noopener nofollow ugc" class="bare">https://[::1]/</a></strong>, ',
      '<a href="https://é.example/~f/" rel="noopener nofollow ugc" class="bare">https://é.example/~f/</a>.</p>'
    ]
  ],
  [
    "addresses in links and code, and what only looks like one",
    "[to https://a.example](b.md) `https://a.example` <kbd>https://a.example</kbd> <a href='#c'>https://a.example</a> xhttps://a.example https:// https://. git+https://a.example",
    [
      ">to https://a.example</a> <code>https://a.example</code> <kbd>https://a.example</kbd> ",
      '<a href="#c">https://a.example</a> xhttps://a.example https:// https://. git+https://a.example</p>'
    ]
  ],
  [
    "a heading that can be linked to",
    "## To do: x",
    ['<h2 id="to-do-x">To do: x<a class="anchor" href="#to-do-x" aria-label="Link to “To do: x”"></a></h2>']
  ],
  ["a heading with an anchor of its own", "## Name {#own}", ['<h2 id="own">Name<a']],
  [
    "a heading to which GitBook gives another id",
    "## 1. TLS / SSL",
    [
      '<h2 id="1-tls--ssl"><span id="id-1.-tls-ssl" aria-hidden="true"></span>1. TLS / SSL<a class="anchor" href="#1-tls'
    ]
  ],
  [
    "a place that the text names, once",
    '## A\n\n<a id="a"></a><a id="b"></a><a name="b"></a>',
    ['<p><span id="b"></span></p>']
  ],
  ["the title of a page, which stands above it", "# Title\n\ntext", [/^<p>text<\/p>$/]],
  ["lists", "* a\n* b\n  1. c", ["<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"]],
  ["a list that begins elsewhere", "3. a", ['<ol start="3"><li>a</li></ol>']],
  [
    "a list of tasks",
    "* [x] a\n* [ ] b",
    ['<ul class="tasks"><li><span class="box done" role="img" aria-label="Done"></span>a</li>', 'aria-label="To do"']
  ],
  ["a quotation", "> a", ["<blockquote><p>a</p></blockquote>"]],
  ["a rule", "a\n\n---\n\nb", ["<hr>"]],
  [
    "code",
    "```js\nconst a = 1\n```",
    [
      '<pre tabindex="0" role="group" aria-label="Code in js" data-language="js"><code><b class="k">const</b> a = <b class="n">1</b></code></pre>'
    ]
  ],
  ["code of a language that nobody knows", "```nosuch\n<a>\n```", ["<code>&lt;a&gt;</code>"]],
  [
    "code with a title and numbers",
    '{% code title="a.js" lineNumbers="true" overflow="wrap" %}\n```js\na\nb\n```\n{% endcode %}',
    ["<figcaption>a.js</figcaption>", 'class="numbered wraps"', '<i class="l">a</i>\n<i class="l">b</i></code>']
  ],
  [
    "a hint",
    '{% hint style="warning" %}\na\n{% endhint %}',
    ['<div class="hint warning" role="note" aria-label="Warning"><p>a</p></div>']
  ],
  [
    "tabs without a script",
    '{% tabs %}\n{% tab title="One" %}\na\n{% endtab %}\n{% tab title="Two" %}\nb\n{% endtab %}\n{% endtabs %}',
    [
      '<input type="radio" name="~tabs-1" id="~tabs-1-0" checked><label for="~tabs-1-0">One</label><div class="panel"><p>a</p></div><input type="radio" name="~tabs-1" id="~tabs-1-1"><label for="~tabs-1-1">Two</label>'
    ]
  ],
  [
    "steps",
    "{% stepper %}\n{% step %}\n### A\n{% endstep %}\n{% step %}\nb\n{% endstep %}\n{% endstepper %}",
    ['<ol class="steps"><li><h3 id="a">A', "<li><p>b</p></li></ol>"]
  ],
  [
    "steps with text between them, and none at all",
    "{% stepper %}\na\n{% step %}\nb\n{% endstep %}\nc\n{% endstepper %}\n\n{% stepper %}\n### D\n{% endstepper %}",
    ['<p>a</p><ol class="steps"><li><p>b</p><p>c</p></li></ol><h3 id="d">D']
  ],
  [
    "a video with a source, as a link",
    '<video title="How it works" controls>\n<source src="https://video.example/1.mp4">\n<p>No video</p>\n</video>',
    [
      '<a href="https://video.example/1.mp4" rel="noopener nofollow ugc" class="ref outside"><span class="ref-title">How it works<'
    ]
  ],
  ["a video without an address", "<video>\nNo video\n</video>", [/^<p>\s*No video/]],
  [
    "columns",
    '{% columns %}\n{% column width="25%" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    ['<div class="columns"><div class="w3"><p>a</p></div><div><p>b</p></div></div>']
  ],
  [
    "an embed, as a link",
    '{% embed url="https://video.example/1" %}\nA film\n{% endembed %}',
    [
      '<a href="https://video.example/1" rel="noopener nofollow ugc" class="ref outside">',
      "video.example",
      "<figcaption>A film</figcaption>"
    ]
  ],
  [
    "a file, with its size",
    '{% file src="/files/f1" %}',
    ['<a href="/files/f1" class="ref file" download>', "report.pdf", "1.5 MB"]
  ],
  [
    "a reference to a page, with its title",
    '{% content-ref url="/pages/p1" %}\n[p1](/pages/p1)\n{% endcontent-ref %}',
    [
      '<a href="/p1" class="ref page"><span class="ref-title">Page p1</span><span class="ref-detail">About it</span></a>'
    ]
  ],
  [
    "what unfolds",
    "<details>\n<summary>More **x**</summary>\n\nIn *it*\n\n</details>",
    ['<details class="unfold"><summary>More **x**</summary><div><p>In <em>it</em></p></div></details>']
  ],
  ["a table", "| a | b |\n|:-:|--:|\n| 1 | 2 |", ['<th scope="col" class="center">a</th>', '<td class="right">2</td>']],
  ["a table with an empty head in a column", "| a |  |\n|--|--|\n| 1 | 2 |", ['<th scope="col">a</th><td></td>']],
  ["a table without a head", "|  |  |\n|--|--|\n| 1 | 2 |", [/<table><tbody><tr><td>1<\/td>/]],
  [
    "a table of HTML, without hidden columns",
    "<table><thead><tr><th>A</th><th data-hidden>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    ['<thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1</td></tr></tbody>']
  ],
  [
    "cards",
    '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong>A</strong></td><td>about</td><td><a href="/pages/p1">p1</a></td><td><a href="/files/f1">f1</a></td></tr></tbody></table>',
    [
      '<ul class="cards"><li><a href="/p1" class="card"><img src="/files/f1" alt="" width="800" height="400" loading="lazy"><div class="card-text"><div><strong>A</strong></div><div>about</div></div></a></li></ul>'
    ]
  ],
  [
    "a picture, with the room that it needs",
    '<figure><img src="/files/f1" alt="A" width="375"><figcaption><p>B</p></figcaption></figure>',
    ['<img src="/files/f1" alt="A" width="375" height="188">', "<figcaption>B</figcaption>"]
  ],
  [
    "a picture that is another one in the dark",
    '<picture><source srcset="/files/f2" media="(prefers-color-scheme: dark)"><img src="/files/f1" alt="A"></picture>',
    ['<picture><source media="(prefers-color-scheme: dark)" srcset="/files/f2"><img']
  ],
  [
    "a formula",
    "$a^2$ and\n\n$$\n\\frac{1}{2}\n$$",
    [
      /<math[^>]*><msup><mi>a<\/mi><mn[^>]*>2<\/mn><\/msup><\/math>/,
      /<div class="math"[^>]*><math[^>]*display="block"[^>]*>.*<mfrac>/
    ]
  ],
  ["a formula that cannot be read", "$\\nosuch{$", ["<code>\\nosuch{</code>"]],
  [
    "a footnote",
    "a[^n]\n\n[^n]: the *note*",
    [
      '<sup><a href="#~note-1" id="~ref-1" class="note" aria-label="Footnote 1">1</a></sup>',
      '<li id="~note-1">the <em>note</em> <a href="#~ref-1" aria-label="Back to the text">↩</a></li>'
    ]
  ],
  [
    "a button",
    '<a href="https://x.example" class="button primary">Go</a>',
    ['<a href="https://x.example" rel="noopener nofollow ugc" class="button">Go</a>']
  ],
  ["a link to a page that is gone, as text", "[a](/reusable-contents/x)", ["<p>a</p>"]],
  [
    "keys and the like",
    "<kbd>Ctrl</kbd> H<sub>2</sub>O <mark>m</mark>",
    ["<kbd>Ctrl</kbd> H<sub>2</sub>O <mark>m</mark>"]
  ],
  [
    "an update",
    '{% update date="2026-01-02" %}\n## New\n{% endupdate %}',
    ['<section class="update"><time datetime="2026-01-02">2 January 2026</time><div><h2 id="new">New']
  ],
  ["a tag that nobody knows, by what is in it", '{% nosuch a="b" %}\nshown\n{% endnosuch %}', [/^<p>shown<\/p>$/]],
  [
    "an operation that the text describes",
    '{% swagger method="get" path="/pets" baseUrl="https://api.example" summary="Pets" %}\n{% swagger-response status="200" description="OK" %}\n{% endswagger-response %}\n{% endswagger %}',
    ['<b class="method get">GET</b>', "/pets", "Responses"]
  ],
  ["text in a line with HTML", 'a <span style="color:red">b</span><br>c', ["<p>a b<br>c</p>"]]
]

describe("blocks", () => {
  it.each(table)("%s", async (_, markdown, expected) => {
    const shown = await htmlOf(markdown)
    for (const part of expected) {
      if (typeof part === "string") expect(shown).toContain(part)
      else expect(shown).toMatch(part)
    }
    expect(shown).not.toContain("{%")
  })

  it("list their headings for the table of contents, anchors as search has them", async () => {
    expect((await bodyOf("# T\n\n## A *b*\n\n### T\n\n#### deep\n")).headings).toEqual([
      { level: 2, anchor: "a-b", text: "A b" },
      { level: 3, anchor: "t-1", text: "T" }
    ])
  })
})

it("every block of the fixture is the HTML that it was", async () => {
  const folder = join(import.meta.dirname, "support")
  const html = await htmlOf(readFileSync(join(folder, "blocks.md"), "utf8"))
  await expect(`${html.replaceAll("><", ">\n<")}\n`).toMatchFileSnapshot(join(folder, "blocks.html.txt"))
})
