/**
 * Ranks pages. Pages that have all words of a query, in any place, come before pages that have most of them; among
 * pages equal in this, each word is weighted by its rarity and by the places and the number of its occurrences (BM25
 * over the fields of a page).
 */
import { pagesOfBlock } from "../search-index/Postings.js"
import { type Evidence, evidenceOf, type QueryPostings, type Strength } from "./Evidence.js"
import type { ParsedQuery } from "./Query.js"

const k1 = 1.5
/** The strength of the normalization of a text's length: weak, because manuals have long pages about many things. */
const b = 0.4

/** The weight of an occurrence in each field, relative to one in the text. */
const weights = { title: 8, slug: 4, parents: 1.5, heading: 2 }
/** The weight of a title that consists of the query and nothing else. */
const ofTitle = 0.8
/** The weight of having all words in one section. */
const ofSection = 0.3

/** The share of the query's total weight that a page must match, unless it has half of the words. */
const enough = 0.2

/** A ranked page. */
export interface Ranked {
  readonly space: string
  readonly number: number
  /** All pages of a lower tier come first. */
  readonly tier: number
  readonly score: number
}

const rarity = (pages: number, occurs: number): number => Math.log(1 + (pages - occurs + 0.5) / (occurs + 0.5))

/** The result of ranking: pages by score, and the weight of each word. */
export interface Ranking {
  /** The best ones, best first; pages of equal rank are in no particular order. */
  readonly pages: ReadonlyArray<Ranked>
  /** The best pages whose names may match the query, best first. */
  readonly named: ReadonlyArray<Ranked>
  readonly rarities: ReadonlyArray<number>
}

/** The number of pages to return. */
export interface Wanted {
  readonly pages: number
  readonly named: number
}

const everywhere = -1

/** For each page, the share of the query that is in one section of it. */
const togetherness = (
  evidence: ReadonlyArray<Evidence>,
  rarities: ReadonlyArray<number>,
  size: number
): ((page: number) => number) => {
  const units = evidence.length
  const sections = new Int32Array(size * units)
  for (let i = 0; i < units; i++) {
    const found = evidence[i]!
    for (let at = 0; at < found.count; at++) sections[found.pages[at]! * units + i] = found.sections[at]!
  }
  return (page) => {
    const first = page * units
    let some = 0
    let all = everywhere
    let named = 0
    for (let i = 0; i < units; i++) {
      const found = sections[first + i]!
      if (found === everywhere) named += rarities[i]!
      else {
        some |= found
        all &= found
      }
    }
    let best = 0
    // If one section has every word, no other has more of them.
    for (let left = all === everywhere || all === 0 ? some : all & -all; left !== 0; left &= left - 1) {
      const section = left & -left
      let sum = 0
      for (let i = 0; i < units; i++) {
        const found = sections[first + i]!
        if (found !== everywhere && (found & section) !== 0) sum += rarities[i]!
      }
      if (sum > best) best = sum
    }
    return best + named
  }
}

/** The lowest score among the given number of best pages; any score if there are fewer pages. */
const leastOf = (scores: Float64Array, pages: ReadonlyArray<number>, most: number): number => {
  if (pages.length <= most) return Number.NEGATIVE_INFINITY
  const all = new Float64Array(pages.length)
  for (let i = 0; i < pages.length; i++) all[i] = scores[pages[i]!]!
  return all.sort()[pages.length - most]!
}

/** Ranks the pages in which words of a query occur; beyond the wanted number, only pages of equal rank are included. */
export const rank = (lists: QueryPostings, query: ParsedQuery, wanted: Wanted): Ranking => {
  const { units } = query
  const size = lists.blocks.length * pagesOfBlock
  const scores = new Float64Array(size)
  const matched = new Uint8Array(size)
  const inTitle = new Float64Array(size)
  const titled = new Uint8Array(size)
  const covered = new Float64Array(size)
  const strength: Strength = (places, place, page) =>
    weights.title * places.title[place]! +
    weights.slug * places.slug[place]! +
    weights.parents * places.parents[place]! +
    weights.heading * Math.min(places.headings[place]!, 3) +
    places.text[place]! / (1 - b + (b * lists.texts[page]!) / lists.average)
  const evidence = units.map((each) => evidenceOf(lists, each, strength))
  const candidates: Array<number> = []
  const rarities: Array<number> = []
  let total = 0
  for (const found of evidence) {
    const idf = rarity(lists.pages, found.count)
    rarities.push(idf)
    total += idf
    for (let i = 0; i < found.count; i++) {
      const page = found.pages[i]!
      if (matched[page] === 0) candidates.push(page)
      const title = found.title[i]!
      const occurrences = found.strength[i]!
      scores[page]! += (idf * occurrences * (k1 + 1)) / (occurrences + k1)
      covered[page]! += idf
      matched[page]!++
      inTitle[page]! += idf * title
      if (title > 0) titled[page]!++
    }
  }
  let best = 0
  for (const page of candidates) if (matched[page]! > best) best = matched[page]!
  const least = Math.min(best, Math.ceil(units.length / 2))
  const together = units.length > 1 && total > 0 ? togetherness(evidence, rarities, size) : undefined
  const complete: Array<number> = []
  const partial: Array<number> = []
  for (const page of candidates) {
    const count = matched[page]!
    if (count < least && covered[page]! < enough * total) continue
    const isComplete = count === units.length
    const share = total === 0 ? 0 : inTitle[page]! / total
    const precise = Math.min(1, titled[page]! / Math.max(1, lists.titles[page]!))
    const near = together === undefined ? 1 : 1 + ofSection * (together(page) / total) ** 2
    const coverage = isComplete || total === 0 ? 1 : covered[page]! / total
    scores[page] = (scores[page]! * near + ofTitle * total * share * share * (0.5 + 0.5 * precise)) * coverage
    ;(isComplete ? complete : partial).push(page)
  }
  const isNamed = (page: number): boolean =>
    titled[page] === units.length && lists.titles[page]! <= query.words.length + 4
  const ranked = (pages: ReadonlyArray<number>, tier: number, most: number): ReadonlyArray<Ranked> => {
    if (most <= 0) return []
    const least = leastOf(scores, pages, most)
    return pages
      .filter((page) => scores[page]! >= least)
      .sort((x, y) => scores[y]! - scores[x]!)
      .map((page): Ranked => {
        const { block, space } = lists.blocks[Math.floor(page / pagesOfBlock)]!
        return { space, number: block * pagesOfBlock + (page % pagesOfBlock), tier, score: scores[page]! }
      })
  }
  return {
    pages: [...ranked(complete, 0, wanted.pages), ...ranked(partial, 1, wanted.pages - complete.length)],
    named: ranked(complete.filter(isNamed), 0, wanted.named).slice(0, wanted.named),
    rarities
  }
}
