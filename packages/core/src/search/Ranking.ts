/**
 * Ranks pages. All words of a query in a page, wherever they are, come before most of them; among pages alike in this,
 * each word counts by how rare it is and by where and how often it occurs (BM25 over the fields of a page).
 */
import { pagesOfBlock } from "../search-index/Postings.js"
import { type Evidence, evidenceOf, type Lists } from "./Evidence.js"
import type { ParsedQuery } from "./Query.js"

const k1 = 1.5
const b = 0.7

/** How much an occurrence counts for in each field, against one in the text. */
const weights = { title: 8, slug: 4, parents: 1.5, heading: 3 }
/** How much it counts for that a title says what is looked for, and no more than that. */
const ofTitle = 0.8
/** How much it counts for that all words stand in one section. */
const ofSection = 0.3
/** How much less a page counts for that lacks words. */
const ofCoverage = 1.5

/** The share of what a query tells that a page has to have, unless it has half of the words. */
const enough = 0.2

/** A page in its place. */
export interface Ranked {
  readonly space: string
  readonly number: number
  /** All pages of a lower tier come first. */
  readonly tier: number
  readonly score: number
  /** Whether its title may be what is looked for: it has the words, and few others. */
  readonly named: boolean
}

const rarity = (pages: number, occurs: number): number => Math.log(1 + (pages - occurs + 0.5) / (occurs + 0.5))

/** What was ranked: pages by how well they answer, best first, and how much each word tells. */
export interface Ranking {
  /** Pages of equal rank are in no order. */
  readonly pages: ReadonlyArray<Ranked>
  readonly rarities: ReadonlyArray<number>
}

const everywhere = -1

/** How much of a query stands in one section of a page, by the page. */
const togetherness = (
  evidence: ReadonlyArray<Evidence>,
  rarities: ReadonlyArray<number>,
  size: number
): ((page: number) => number) => {
  const sections = evidence.map(({ pages, sections }) => {
    const found = new Int32Array(size)
    for (const [i, page] of pages.entries()) found[page] = sections[i]!
    return found
  })
  return (page) => {
    let all = 0
    let named = 0
    for (const [i, found] of sections.entries()) {
      if (found[page] === everywhere) named += rarities[i]!
      else all |= found[page]!
    }
    let best = 0
    for (let left = all; left !== 0; left &= left - 1) {
      const section = left & -left
      let sum = 0
      for (const [i, found] of sections.entries()) {
        if (found[page] !== everywhere && (found[page]! & section) !== 0) sum += rarities[i]!
      }
      if (sum > best) best = sum
    }
    return best + named
  }
}

/** Ranks the pages in which words of a query occur. */
export const rank = (lists: Lists, query: ParsedQuery): Ranking => {
  const { units } = query
  const size = lists.blocks.length * pagesOfBlock
  const scores = new Float64Array(size)
  const matched = new Uint8Array(size)
  const inTitle = new Float64Array(size)
  const titled = new Uint8Array(size)
  const covered = new Float64Array(size)
  const evidence = units.map((each) => evidenceOf(lists, each))
  const candidates: Array<number> = []
  const rarities: Array<number> = []
  let total = 0
  for (const found of evidence) {
    const idf = rarity(lists.pages, found.pages.length)
    rarities.push(idf)
    total += idf
    for (const [i, page] of found.pages.entries()) {
      if (matched[page] === 0) candidates.push(page)
      const title = found.title[i]!
      const norm = 1 - b + (b * lists.texts[page]!) / lists.average
      const occurrences =
        weights.title * title +
        weights.slug * found.slug[i]! +
        weights.parents * found.parents[i]! +
        weights.heading * Math.min(found.headings[i]!, 3) +
        found.text[i]! / norm
      scores[page]! += (idf * occurrences * (k1 + 1)) / (occurrences + k1)
      covered[page]! += idf
      matched[page]!++
      inTitle[page]! += idf * title
      if (title > 0) titled[page]!++
    }
  }
  const best = candidates.reduce((most, page) => Math.max(most, matched[page]!), 0)
  const least = Math.min(best, Math.ceil(units.length / 2))
  const together = togetherness(evidence, rarities, size)
  const ranked: Array<Ranked> = []
  for (const page of candidates) {
    const count = matched[page]!
    if (count < least && covered[page]! < enough * total) continue
    const share = total === 0 ? 0 : inTitle[page]! / total
    const precise = Math.min(1, titled[page]! / Math.max(1, lists.titles[page]!))
    const near = units.length > 1 && total > 0 ? 1 + ofSection * (together(page) / total) ** 2 : 1
    const coverage = total === 0 ? 1 : covered[page]! / total
    const { block, space } = lists.blocks[Math.floor(page / pagesOfBlock)]!
    ranked.push({
      space,
      number: block * pagesOfBlock + (page % pagesOfBlock),
      tier: count === units.length ? 0 : 1,
      score:
        (scores[page]! * near + ofTitle * total * share * share * (0.5 + 0.5 * precise)) *
        (count === units.length ? 1 : coverage ** ofCoverage),
      named: titled[page] === units.length && lists.titles[page]! <= query.words.length + 4
    })
  }
  return { pages: ranked.sort((x, y) => x.tier - y.tier || y.score - x.score), rarities }
}
