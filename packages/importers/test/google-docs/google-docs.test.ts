import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentAddress, readGoogleDocument } from "../../src/google-docs/GoogleDocs.js"
import { archive, readFrom, serving } from "../archives/reading.js"
import { png } from "../website/Site.js"

const url = "https://docs.google.com/document/d/e/2PACX-abc/pub"
const read = (body: Uint8Array | string, at = url) =>
  readFrom(readGoogleDocument, at, serving({ [at]: body }), "google-docs")

const styles = `<style type="text/css">.lst-kix_ab1-0>li{counter-increment:lst-ctn-kix_ab1-0}ol{margin:0}.c0{font-weight:400;font-family:"Arial"}.c1{font-weight:700}.c2{font-style:italic}.c3{font-family:"Courier New"}.c4{text-decoration:line-through}</style>`
/** A document in HTML: classes for styles, levels of lists one after the other, redirects for links. */
const body = `<p class="c9 title" id="h.abc"><span class="c0">Trip</span></p><p class="c9"><span class="c0">Pack </span><span class="c1">warm</span><span class="c2">&nbsp;and dry</span><span class="c4"> or not</span>, see <span><a class="c5" href="https://www.google.com/url?q=https://example.com/list&amp;sa=D&amp;source=editors&amp;ust=1">the list</a></span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><h1 class="c6" id="h.def"><span class="c1">Days</span></h1><ul class="c7 lst-kix_ab1-0 start"><li class="c8 li-bullet-0"><span class="c0">a</span></li></ul><ul class="c7 lst-kix_ab1-1 start"><li class="c8"><span class="c0">b</span></li></ul><ol class="c7 lst-kix_ab1-2 start" start="1"><li class="c8"><span class="c0">c</span></li></ol><ul class="c7 lst-kix_ab1-0"><li class="c8"><span class="c0">d</span></li></ul><p class="c9"><span class="c3">x = 1</span></p><p class="c9"><span class="c3">y = 2</span></p><table class="c10"><tr class="c11"><td class="c12" colspan="1" rowspan="1"><p class="c9"><span class="c0">k</span></p></td><td class="c12" colspan="1" rowspan="1"><p class="c9"><span class="c0">v</span></p></td></tr></table><p><a href="#h.def">up</a></p><p class="c9"><span style="overflow: hidden"><img alt="" src="images/image1.png" title=""></span></p><hr class="c13"><div><p class="c14"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span class="c0">&nbsp;By Ada</span></p></div>`
const markdown =
  "Pack **warm** *and dry* ~~or not~~, see [the list](https://example.com/list)[^1]\n\n## Days\n\n* a\n  * b\n    1. c\n* d\n\n```\nx = 1\ny = 2\n```\n\n| | |\n| - | - |\n| k | v |\n\n[up](#days)"

describe("the source google-docs", () => {
  it.effect("reads a published document", () =>
    Effect.gen(function* () {
      const published = body.replace("images/image1.png", "https://lh7.example.com/p")
      const html = `<html><head><title>Trip</title></head><body><div id="header"><span>Published using Google Docs</span></div><div id="contents">${styles}<div class="c15 doc-content">${published}</div></div><div id="footer">Report abuse</div></body></html>`
      const { outline, pages } = yield* read(html)
      assert.deepStrictEqual(
        [...pages.values()],
        [{ key: url, title: "Trip", markdown: `${markdown}\n\n![](https://lh7.example.com/p)\n\n[^1]: By Ada` }]
      )
      assert.deepStrictEqual(outline.problems, ["https://lh7.example.com/p: answered 404"])
    })
  )

  it.effect("reads styles as a browser does: lists of selectors, comments, the last rule, damaged ones", () =>
    Effect.gen(function* () {
      const css = `.a, span.b{font-weight:700}/* .c{font-weight:700} */.d{content:"}";font-style:italic}.e{font-weight:700}.e{font-weight:400}@media print{.f{font-weight:700}}.g{font-weight:700`
      const spans = [..."abcdefg"].map((name) => `<span class="${name}">${name}</span>`).join(" ")
      const inline = `<span class="a" style="font-weight: 400">h</span>`
      const html = `<html><head><style>${css}</style></head><body><p class="title">T</p><p>${spans} ${inline}</p></body></html>`
      const { pages } = yield* read(html)
      assert.strictEqual([...pages.values()][0]?.markdown, "**a** **b** c *d* e f **g** h")
    })
  )

  it.effect("reads an export as a web page in a zip, with its pictures", () =>
    Effect.gen(function* () {
      const html = `<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type">${styles}</head><body class="c15 doc-content">${body}</body></html>`
      const { files, outline, pages } = yield* read(archive({ "Trip.html": html, "images/image1.png": png }))
      assert.deepStrictEqual(
        [...pages.values()],
        [{ key: url, title: "Trip", markdown: `${markdown}\n\n![](import:/images/image1.png)\n\n[^1]: By Ada` }]
      )
      assert.deepStrictEqual([...files.keys()], ["import:/images/image1.png"])
      assert.deepStrictEqual(outline, { places: [{ key: url, places: [] }], problems: [] })
    })
  )

  it.effect("has what stands above and below the line", () =>
    Effect.gen(function* () {
      const css = ".a{vertical-align:super;font-size:8pt}.b{vertical-align:sub}.c{vertical-align:baseline}"
      const html = `<html><head><style>${css}</style></head><body><p>10<span class="a">2</span> H<span class="b">2</span>O<span class="c">x</span></p></body></html>`
      const { pages } = yield* read(html)
      assert.strictEqual([...pages.values()][0]?.markdown, "10<sup>2</sup> H<sub>2</sub>Ox")
    })
  )

  it.effect("leaves out the comments of reviewers, and says so", () =>
    Effect.gen(function* () {
      const comment = (n: number, ...lines: ReadonlyArray<string>) =>
        `<div style="border:1px solid black;margin:5px"><p><a href="#cmnt_ref${n}" id="cmnt${n}">[${"ab"[n - 1]}]</a><span>${lines.join("</span></p><p><span>")}</span></p></div>`
      const reference = (n: number) => `<sup><a href="#cmnt${n}" id="cmnt_ref${n}">[${"ab"[n - 1]}]</a></sup>`
      const html = `<html><body><p><span>The price is 10.</span>${reference(1)}<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><p>${reference(2)}</p>${comment(1, "ask legal first", "and Bob")}${comment(2, "done")}<hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;a real footnote</span></p></div></body></html>`
      const { outline, pages } = yield* read(html)
      assert.strictEqual([...pages.values()][0]?.markdown, "The price is 10.[^1]\n\n[^1]: a real footnote")
      assert.deepStrictEqual(outline.problems, [
        `${url}: the comment of somebody is left out: ask legal first and Bob`,
        `${url}: the comment of somebody is left out: done`
      ])
    })
  )

  it.effect("reads an export as a Word document", () =>
    Effect.gen(function* () {
      const docx = readFileSync(createRequire(import.meta.url).resolve("mammoth/test/test-data/simple-list.docx"))
      const { pages } = yield* read(docx)
      assert.strictEqual([...pages.values()][0]?.markdown, "* Apple\n* Banana")
    })
  )

  it.effect("refuses what is no document", () =>
    Effect.gen(function* () {
      const message = (bytes: Uint8Array | string) => Effect.map(Effect.flip(read(bytes)), (error) => error.message)
      assert.strictEqual(yield* message("hello"), `url: ${url} is not a Google Docs document`)
      assert.strictEqual(yield* message(archive({ "a.txt": "a" })), `url: ${url} has no document in it`)
    })
  )

  it("asks for an export where the address is that of the editor", () => {
    const id = "https://docs.google.com/document/d/1a-B_c"
    assert.strictEqual(documentAddress(`${id}/edit?usp=sharing#heading=h.x`), `${id}/export?format=zip`)
    assert.strictEqual(documentAddress(id), `${id}/export?format=zip`)
    assert.strictEqual(documentAddress(`${id}/export?format=docx`), `${id}/export?format=docx`)
    assert.strictEqual(documentAddress(`${id}/pub`), `${id}/pub`)
    assert.strictEqual(documentAddress(url), url)
    assert.strictEqual(
      documentAddress("https://example.com/document/d/x/edit"),
      "https://example.com/document/d/x/edit"
    )
  })
})
