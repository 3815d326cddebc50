/** The target of a link whose label is an address too. */
import { assert, describe, it } from "vitest"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import { references } from "../../../src/text/markdown/ReferenceSearch.js"
import { bytes } from "../../content/git-layout/space.js"

const cases: ReadonlyArray<readonly [markdown: string, destinations: ReadonlyArray<string>]> = [
  ["[x@y](mailto:x@y)", ["mailto:x@y"]],
  ["[x@y.com](mailto:x@y.com)", ["mailto:x@y.com"]],
  ["![x@y.com](<mailto:x@y.com>)", ["mailto:x@y.com"]],
  ["[www.example.com](  \n https://example.com)", ["https://example.com"]],
  ["[https://example.com](tel:+1-2)", ["tel:+1-2"]],
  ["[(www.example.com)][a]\n\n[a]: xmpp:x@y.com", ["xmpp:x@y.com"]],
  ["[call](MAILTO:x@y.com) <mailto:x@y.com> x@y.com", ["MAILTO:x@y.com"]],
  ["<a href='web+x:y'>x@y.com</a>", ["web+x:y"]]
]

describe("a link with an address as its label", () => {
  it.each(cases)("%s", (markdown, destinations) => {
    assert.deepStrictEqual(
      references(markdown).map(({ destination }) => destination),
      destinations
    )
    assert.deepStrictEqual(readLayout([{ path: "a.md", bytes: bytes(`# A\n\n${markdown}\n`) }]).problems, [])
  })
})
