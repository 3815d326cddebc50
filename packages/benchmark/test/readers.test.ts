/** The manual that generators of sites build, in markdown that each of them reads alike. */
import { expect, it } from "vitest"
import { percentile } from "../src/Harness.js"
import { generators } from "../src/readers/Generators.js"
import { plainManual } from "../src/readers/PlainManual.js"

const bytes = (text: string) => new TextEncoder().encode(text)
const manual = {
  name: "a manual",
  files: [
    { path: "guide/README.md", bytes: bytes("---\nicon: book\n---\n# The <em>guide</em>\n\nText.\n") },
    {
      path: "guide/Hints.md",
      bytes: bytes(
        '# Hints\n\n{% hint style="info" %}\nSee [the guide](README.md), <kbd>Ctrl</kbd> and ![a picture](a.png) {x}.\n{% endhint %}\n\n```js title="a"\nconst a = { b: <c /> }\n```\n'
      )
    },
    { path: "guide/a.png", bytes: bytes("") }
  ]
}

it("has the same pages without tags, HTML and links between pages, and its code as it was", () => {
  expect(plainManual(manual)).toEqual([
    { path: "index", title: "Manual", markdown: "This is a manual." },
    { path: "guide/index", title: "The guide", markdown: "Text." },
    {
      path: "guide/hints",
      title: "Hints",
      markdown: "See the guide, Ctrl and  (x).\n\n\n```js\nconst a = { b: <c /> }\n```"
    }
  ])
})

it("is a project of every generator with all of its pages", () => {
  const pages = plainManual(manual)
  for (const { files, name } of generators) {
    const paths = [...files(pages).keys()].join("\n")
    for (const { path } of pages) expect([name, paths]).toEqual([name, expect.stringContaining(`${path}.md`)])
  }
})

it("percentiles are those of the sorted numbers", () => {
  const numbers = Array.from({ length: 100 }, (_, i) => (i * 37) % 100)
  expect([percentile(numbers, 0), percentile(numbers, 0.95), percentile(numbers, 1)]).toEqual([0, 95, 99])
  expect(percentile([], 0.5)).toBeNaN()
})
