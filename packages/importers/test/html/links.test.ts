import { assert, describe, it } from "vitest"
import { elements, isElement, markedInline, textOf } from "../../src/html/Hast.js"
import { limitLinks } from "../../src/html/LinkLimit.js"
import { parseHtml } from "../../src/html/Parse.js"

const page = (links: number): string =>
  `<h1>Index</h1><p><a id="no-link"></a><img src="a.png">${Array.from(
    { length: links },
    (_, index) => `<p>term ${index}, <a href="page-${index}.html">place <b>${index}</b></a></p>`
  ).join("")}`

describe("a page of more links than a page may have", () => {
  it.each([
    [0, 0, 0],
    [9, 9, 0],
    [10, 9, 1],
    [25, 9, 16]
  ])("of %i links keeps the first %i, and the text of all", (links, kept, unlinked) => {
    const root = parseHtml(page(links))
    const text = textOf(root)
    assert.strictEqual(limitLinks(root, 10), unlinked)
    assert.strictEqual(textOf(root), text)
    const left = [...elements(root)].filter((each) => isElement(each, "a") && each.properties.href !== undefined)
    assert.deepStrictEqual(
      left.map(({ properties }) => properties.href),
      Array.from({ length: kept }, (_, index) => `page-${index}.html`)
    )
  })

  it("loses anchors that nothing leads to before any link", () => {
    const root = parseHtml(`${page(9)}<p id="last"><a href="#used">here</a></p>`)
    const anchors = ["unused-1", "used", "unused-2"].map((id) => markedInline({ kind: "anchor", id }))
    const last = [...elements(root)].find(({ properties }) => properties.id === "last")
    last?.children.push(...anchors)
    const left = () => [...elements(root)].flatMap(({ data }) => (data?.mark?.kind === "anchor" ? [data.mark.id] : []))
    assert.strictEqual(limitLinks(root, 13), 0)
    assert.deepStrictEqual(left(), ["unused-1", "used"])
    assert.strictEqual(limitLinks(root, 11), 1)
    assert.deepStrictEqual(left(), ["used"])
  })
})
