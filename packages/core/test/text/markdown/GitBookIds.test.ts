/** GitBook's ids of headings, as links of published documentation name them. */

import type { ContentNode } from "@lectern/core/text/markdown/ContentNode"
import { gitbookId, gitbookIds } from "@lectern/core/text/markdown/GitBookIds"
import { anchored } from "@lectern/core/text/markdown/NodeReading"
import { pageNodes } from "@lectern/core/text/markdown/ReadingNodes"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { markdown } from "../../engine/texts/grammar.js"

const cases: ReadonlyArray<readonly [heading: string, id: string]> = [
  ["Get started", "get-started"],
  ["1. Pack the bag", "id-1.-pack-the-bag"],
  ["2.1. Weigh it (twice)", "id-2.1.-weigh-it-twice"],
  ["Table 2. Weights", "table-2.-weights"],
  ["The bag.conf file", "the-bag.conf-file"],
  ["TLS / SSL", "tls-ssl"],
  ["pack_bag/2", "pack_bag-2"],
  ["--bag-size", "bag-size"],
  ["Who’s there, and what's that?", "who-s-there-and-what-s-that"],
  ["Bags & boxes", "bags-and-boxes"],
  ["R&D", "r-and-d"],
  ["/pack <bag>", "pack-less-than-bag-greater-than"],
  ["On|off", "on-or-off"],
  ["Wait…", "wait..."],
  ["$5 or €4", "usd5-or-eur4"],
  ["Bag™ 🦊 2", "bag-tm-2"],
  ["C++", "c"],
  ["Größe", "groesse"],
  ["Criação do saco", "criacao-do-saco"],
  ["Những chiếc túi đỏ", "nhung-chiec-tui-do"],
  ["Настройка рюкзака", "nastroika-ryukzaka"],
  ["Что такое объём?", "chto-takoe-obyom"],
  ["Ένα σακίδιο", "ena-sakidio"],
  ["방법 1) 가방 > 끈", "id-1-greater-than"],
  ["가방", ""],
  ["打包 1", ""],
  ["?!", ""],
  ["", ""]
]

const headingsOf = (text: string): ReadonlyMap<ContentNode, string> => {
  const anchors = new Map<ContentNode, string>()
  anchored(pageNodes(text).nodes, anchors, undefined)
  return anchors
}

const idsOf = (text: string): ReadonlyArray<string | undefined> => {
  const anchors = headingsOf(text)
  const ids = gitbookIds(anchors)
  return [...anchors.keys()].map((heading) => ids.get(heading))
}

describe("the id that GitBook gives a heading", () => {
  it.each(cases)("of %j is %j", (heading, id) => {
    expect(gitbookId(heading)).toBe(id)
  })

  it("is left out where the page has it, and numbered where two headings would have it", () => {
    expect(idsOf("# T\n\n## Plain\n\n## A / b\n\n## A & b\n\n## A, b\n\n## A + b\n")).toEqual([
      undefined,
      undefined,
      "a-and-b",
      "a-b-1",
      "a-b-2"
    ])
  })

  it("is left out where the heading states its own", () => {
    expect(idsOf('## A / b {#one}\n\n## A / b <a id="two"></a>\n\n## A / b\n')).toEqual([undefined, undefined, "a-b"])
  })

  it("belongs to one heading, and to none if it is the anchor of another", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const anchors = headingsOf(text)
        const ids = [...gitbookIds(anchors).values()]
        const all = [...anchors.values(), ...ids]
        expect(new Set(all).size).toBe(all.length)
        for (const id of ids) expect(id).toMatch(/^[a-z\d._-]+$/)
      }),
      { numRuns: runs(50) }
    )
  })
})
