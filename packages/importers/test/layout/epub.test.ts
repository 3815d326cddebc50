/** Books as folders of markdown. */
import { assert, describe, it } from "@effect/vitest"
import { archive } from "../archives/reading.js"
import { document, refusal } from "./reading.js"

const container = (path = "OEBPS/book.opf"): string =>
  `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${path}"/></rootfiles></container>`

const opf = (items: Readonly<Record<string, string>>, spine: ReadonlyArray<string>, more = ""): string =>
  `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A Book</dc:title></metadata><manifest>${Object.entries(
    items
  )
    .map(([id, rest]) => `<item id="${id}" ${rest}/>`)
    .join("")}</manifest><spine ${more}>${spine.map((id) => `<itemref idref="${id}"/>`).join("")}</spine></package>`

const xhtml = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/><link rel="stylesheet" href="s.css"/></head><body>${body}</body></html>`

const page = (path: string): string => `href="${path}" media-type="application/xhtml+xml"`

const files = {
  "META-INF/container.xml": container(),
  "OEBPS/book.opf": opf(
    {
      cover: page("cover.xhtml"),
      part: page("text/part.xhtml"),
      one: page("text/one.xhtml"),
      more: page("text/one-b.xhtml"),
      two: page("text/two.xhtml"),
      nav: `${page("nav.xhtml")} properties="nav"`
    },
    ["cover", "nav", "part", "one", "more", "two"]
  ),
  "OEBPS/nav.xhtml": xhtml(
    '<nav epub:type="toc"><h2>Contents</h2><ol><li><a href="text/part.xhtml">Part I</a><ol><li><a href="text/one.xhtml">One</a><ol><li><a href="text/one.xhtml#s">A section</a></li></ol></li><li><a href="text/two.xhtml">Two</a></li></ol></li></ol></nav>'
  ),
  "OEBPS/cover.xhtml": xhtml(
    '<svg xmlns:xlink="http://www.w3.org/1999/xlink" aria-label="Cover"><image xlink:href="img/cover.png"/></svg>'
  ),
  "OEBPS/text/part.xhtml": xhtml("<h1>Part I</h1>"),
  "OEBPS/text/one.xhtml": xhtml(
    '<section><h1>One</h1><a id="empty"/><p>See <a href="two.xhtml#end">the end</a>.<a epub:type="noteref" href="#n">1</a></p><h2 id="s">A section</h2><nav><p>Kept too.</p></nav></section><aside epub:type="footnote" id="n"><p>A note.</p></aside>'
  ),
  "OEBPS/text/one-b.xhtml": xhtml("<p>It goes on. <![CDATA[a < b]]></p>"),
  "OEBPS/text/two.xhtml": xhtml(
    '<h1>Two</h1><p>Text.</p><h2 id="end">The end</h2><p><img src="../img/cover.png" alt=""/></p>'
  ),
  "OEBPS/img/cover.png": "png",
  "OEBPS/s.css": "p {}"
}

describe("a book", () => {
  it("becomes a space with its table of contents as the tree", async () => {
    const { paths, problems, texts, title, tree } = await document("book.epub", archive(files))
    assert.strictEqual(title, "A Book")
    assert.deepStrictEqual(tree, ["Cover", "Part I", "  One", "  One b", "  Two"])
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(paths, [
      "SUMMARY.md",
      "cover.md",
      "img/cover.png",
      "text/one-b.md",
      "text/one.md",
      "text/part.md",
      "text/two.md"
    ])
    assert.strictEqual(texts["cover.md"], "# Cover\n\n![Cover](img/cover.png)\n")
    assert.strictEqual(
      texts["text/one.md"],
      '# One\n\nSee [the end](two.md#end).[^1]\n\n## A section<a href="#s" id="s"></a>\n\nKept too.\n\n[^1]: A note.\n'
    )
    assert.strictEqual(texts["text/one-b.md"], "# One b\n\nIt goes on. a < b\n")
  })

  it("has links with fragments lead to the heading or the place that they led to", async () => {
    const ids = ["title", "wrapped", "own", "same-text", "term", "inside", "before"]
    const { problems, texts } = await document(
      "book.epub",
      archive({
        ...files,
        "OEBPS/text/one.xhtml": xhtml(
          `<h1>One</h1><p>${ids.map((id) => `<a href="two.xhtml#${id}">${id}</a>`).join(" ")}</p>`
        ),
        "OEBPS/text/two.xhtml": xhtml(
          '<section id="title"><h1>Two</h1><p>Text.</p><section id="wrapped"><h2>Wrapped here</h2><p>a</p></section>' +
            '<h2 id="own">Under its own</h2><p>b</p><h2 id="same-text">Same text</h2><p>c</p>' +
            '<h2><span id="inside"></span>With one inside</h2><p>d</p><a id="before"></a><h2>After one</h2>' +
            '<p>e</p><dl><dt id="term">Term</dt><dd>f</dd></dl></section>'
        )
      })
    )
    // The id of the whole text leads to the top of its page, which no heading has to be at.
    assert.deepStrictEqual(problems, ["text/one.md: two.md#title leads to no heading"])
    const two = texts["text/two.md"] ?? ""
    for (const id of ids) {
      assert.include(texts["text/one.md"], `[${id}](two.md#${id})`)
      const isPlace = id === "title" || id === "same-text" || two.includes(`id="${id}"`)
      assert.isTrue(isPlace, `${id} in ${two}`)
    }
    assert.include(two, "## Same text\n")
  })

  it("has the table of contents of EPUB 2 where it has no other", async () => {
    const point = (label: string, src: string, inner = ""): string =>
      `<navPoint><navLabel><text>${label}</text></navLabel><content src="${src}"/>${inner}</navPoint>`
    const { tree } = await document(
      "old.epub",
      archive({
        "META-INF/container.xml": container("book.opf"),
        "book.opf": opf(
          { a: page("a.html"), b: page("b.html"), ncx: 'href="toc.ncx" media-type="application/x-dtbncx+xml"' },
          ["a", "b"],
          'toc="ncx"'
        ),
        "toc.ncx": `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${point("Über &amp; unter", "a.html", point("Below", "b.html"))}</navMap></ncx>`,
        "a.html": xhtml("<p>Text.</p>"),
        "b.html": xhtml("<p>Text.</p>")
      })
    )
    assert.deepStrictEqual(tree, ["Über & unter", "  Below"])
  })

  it("is refused where it is broken or hostile, by name", async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    const cases: ReadonlyArray<readonly [Uint8Array, RegExp]> = [
      [new TextEncoder().encode("hello"), /^book\.epub: expected a zip archive$/],
      [archive({ "a.txt": "a" }), /^book\.epub: expected an EPUB: META-INF\/container\.xml: it does not exist$/],
      [
        archive({ ...files, "META-INF/container.xml": container("../../x.opf") }),
        /expected an EPUB: \.\.\/\.\.\/x\.opf: it does not exist$/
      ],
      [archive({ ...files, "OEBPS/book.opf": `${bomb}<package/>` }), /OEBPS\/book\.opf: it declares entities/],
      [archive({ ...files, "OEBPS/book.opf": "<a>".repeat(2_000) }), /OEBPS\/book\.opf: expected well-formed XML/],
      [archive({ ...files, "OEBPS/book.opf": opf({}, []) }), /expected an EPUB with texts, found none$/],
      [
        archive({
          ...files,
          "META-INF/encryption.xml":
            '<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/text/one.xhtml"/></CipherData></EncryptedData></encryption>'
        }),
        /the book is protected/
      ]
    ]
    for (const [bytes, reason] of cases) assert.match(await refusal("book.epub", bytes), reason)
  })

  it("leaves out what cannot be read, and says so", async () => {
    const { problems, tree } = await document(
      "book.epub",
      archive({ ...files, "OEBPS/text/two.xhtml": "x".repeat(6_000_000), "../evil.xhtml": "x" })
    )
    assert.deepStrictEqual(tree, ["Cover", "Part I", "  One", "  One b"])
    assert.isTrue(
      problems.some((each) => /^book\.epub: OEBPS\/text\/two\.xhtml: .*left out$/.test(each)),
      problems.join("\n")
    )
    assert.isTrue(problems.some((each) => /evil\.xhtml: its path leads out/.test(each)))
  })
})
