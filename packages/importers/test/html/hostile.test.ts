import { runs } from "@lectern/storage-testing/runs"
import { assert, describe, it } from "vitest"
import { readHtml } from "../../src/html/HtmlPage.js"
import { decodeHtml } from "../../src/html/Parse.js"

const address = "https://docs.example.com/"
const megabyte = 1_000_000
const filled = (part: string, length = megabyte): string => part.repeat(Math.floor(length / part.length))
/** A text whose parts each cost the same, in a length that a test has time for. */
const wide = (part: string): string => filled(part, 30_000)
const flat = (part: string): string => filled(part, Math.min(runs(200) * 1_000, megabyte))

/** Texts that are known to take parsers much time, memory or stack. */
const hostile: Readonly<Record<string, string>> = {
  "nested elements": filled("<div>"),
  "nested elements with text": filled("<div>a"),
  "nested inline elements": filled("<b><i>"),
  "formatting that every paragraph opens again": Array.from({ length: 400 }, (_, at) => `<b a=${at}><p>x`).join(""),
  "links in links": wide('<a href="x">y'),
  "nested lists": filled("<ul><li>a"),
  "nested quotes": filled("<blockquote>a"),
  "nested tables": filled("<table><tr><td>a"),
  "content before a table that is never closed": `<table>${wide("<i>a</i>")}`,
  "a cell that spans everything": `<table>${'<tr><td colspan="99999999" rowspan="99999999">a</td></tr>'.repeat(500)}</table>`,
  "one long row and many short ones": `<table><tr>${"<td>a".repeat(2_000)}</tr>${"<tr><td>b".repeat(2_000)}</table>`,
  "many children": wide("<br>"),
  "many short paragraphs": wide("<p>a"),
  "headings alike": flat("<h2>a</h2>"),
  "end tags": wide("</p></div>"),
  "open brackets": filled("<"),
  "signs of markdown": `<p>${flat("*_[`<&{%$")}`,
  "an attribute": `<p title="${filled("a")}">b`,
  comments: filled("<!--"),
  "closed comments": flat("<!-- a -->"),
  "empty inline elements": flat("<span></span> "),
  "line breaks with spaces": flat("<br> "),
  "words between empty elements": flat("a <b></b>"),
  "nested tab panels": `<div role="tablist"><b role="tab">t</b></div>${filled('<div role="tabpanel">')}`,
  "nested admonitions": filled('<div class="admonition note">'),
  "nested code": filled('<div class="highlight"><pre>'),
  "notes in notes": filled('<div id="a"><a href="#b">1</a>'),
  "scripts of a page without content": `<body><div id="root"></div><script>${filled("a<b;")}</script>`
}

describe("readHtml, of hostile pages", () => {
  for (const [name, html] of Object.entries(hostile)) {
    it(name, () => {
      const started = process.cpuUsage()
      assert.isString(readHtml(`<main>${html}`, address).markdown)
      const { system, user } = process.cpuUsage(started)
      assert.isBelow((user + system) / 1e6, 30)
    })
  }

  it("keeps the text of what is too deep", () => {
    const { markdown } = readHtml(
      `<main>${"<div>".repeat(5_000)}<p>deep</p>${"</div>".repeat(5_000)}<h2>After</h2>`,
      address
    )
    assert.strictEqual(markdown, "deep\n\n## After")
  })
})

describe("decodeHtml", () => {
  const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

  it("reads the encoding that the bytes, the server or the page tell", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0xfc, 0x00])
    assert.strictEqual(decodeHtml(new TextEncoder().encode("ü")), "ü")
    assert.strictEqual(decodeHtml(new TextEncoder().encode("\uFEFFü"), "text/html; charset=latin1"), "ü")
    assert.strictEqual(decodeHtml(utf16), "ü")
    assert.strictEqual(decodeHtml(latin("\u00fc"), "text/html; charset=ISO-8859-1"), "ü")
    assert.strictEqual(decodeHtml(latin('<meta charset="windows-1251">\u00e4')), '<meta charset="windows-1251">д')
    assert.strictEqual(decodeHtml(latin("\u00fc")), "ü")
    assert.strictEqual(decodeHtml(latin("a"), "text/html; charset=nonsense"), "a")
  })
})
