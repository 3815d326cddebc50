/**
 * Chooses the sections of a page to show: sections with all of the words, or else the sections that together have most
 * of them.
 */
import { pagesOfBlock, placeOf } from "../search-index/Postings.js"
import { readList } from "../search-index/ReadPostings.js"
import type { SearchToken } from "../search-index/SearchIndex.js"
import type { QueryPostings } from "./Evidence.js"
import type { Unit } from "./Query.js"

/** The maximum number of sections of a page that are shown. */
const mostSections = 20

/** An occurrence of a token in a page: whether it is in the page's names, and its weight in each section. */
interface Occurrence {
  named: boolean
  readonly sections: Map<number, number>
}

const ofHeading = 4
const mostOfText = 3

/** The entries of one page in a list, which has several if it is the list of a prefix. */
const entriesIn = (list: string, place: string): string => {
  let found = ""
  for (let at = list.indexOf(place); at >= 0; at = list.indexOf(place, at + 1)) {
    let end = at + 1
    while (end < list.length && list.charCodeAt(end) < 0x100) end++
    found += list.slice(at, end)
  }
  return found
}

const occurrence = (list: string | undefined, place: string): Occurrence | undefined => {
  const entries = list === undefined ? "" : entriesIn(list, place)
  if (entries === "") return undefined
  const found: Occurrence = { named: false, sections: new Map() }
  readList(entries, {
    page: () => {},
    fields: () => {
      found.named = true
    },
    section: (_, section, count, heading) => {
      const weight = Math.min(count, mostOfText) + (heading ? ofHeading : 0)
      found.sections.set(section, (found.sections.get(section) ?? 0) + weight)
    }
  })
  return found
}

/** The sections in which all of several tokens occur. */
const together = (
  lists: QueryPostings,
  tokens: ReadonlyArray<SearchToken>,
  block: number,
  place: string
): Occurrence | undefined => {
  let joint: Occurrence | undefined
  for (const token of tokens) {
    const found = occurrence(lists.of(token)[block], place)
    if (found === undefined) return undefined
    if (joint === undefined) {
      joint = found
      continue
    }
    const named = joint.named && found.named
    for (const [section, weight] of joint.sections) {
      const other = found.sections.get(section)
      if (other !== undefined) joint.sections.set(section, Math.min(weight, other))
      else if (!found.named) joint.sections.delete(section)
    }
    joint.named = named
  }
  return joint
}

/** A section with the words that it has, as a bit set, and their weight. */
interface Candidate {
  readonly section: number
  words: number
  weight: number
}

const count = (bits: number): number => {
  let left = bits
  let found = 0
  for (; left !== 0; left &= left - 1) found++
  return found
}

const byWords = (a: Candidate, b: Candidate): number =>
  count(b.words) - count(a.words) || b.weight - a.weight || a.section - b.section

/** The numbers of the sections of a page to show, the best one first. */
export const selectSections = (
  lists: QueryPostings,
  units: ReadonlyArray<Unit>,
  rarities: ReadonlyArray<number>,
  space: string,
  number: number
): ReadonlyArray<number> => {
  const block = lists.blockOf(space, Math.floor(number / pagesOfBlock))
  if (block === undefined) return []
  const place = placeOf(number)
  const sections = new Map<number, Candidate>()
  let named = 0
  const add = (section: number, bit: number, weight: number): void => {
    const known = sections.get(section)
    if (known === undefined) sections.set(section, { section, words: bit, weight })
    else {
      known.words |= bit
      known.weight += weight
    }
  }
  for (const [i, { alternatives }] of units.entries()) {
    const bit = 1 << i
    const rarity = rarities[i] ?? 0
    const best = new Map<number, number>()
    for (const { spaces, tokens, weight } of alternatives) {
      if (spaces !== undefined && !spaces.has(space)) continue
      const found = together(lists, tokens, block, place)
      if (found === undefined) continue
      if (found.named) {
        named |= bit
        best.set(0, Math.max(best.get(0) ?? 0, weight * ofHeading))
      }
      for (const [section, each] of found.sections) {
        best.set(section, Math.max(best.get(section) ?? 0, weight * each))
      }
    }
    for (const [section, weight] of best) add(section, bit, weight * rarity)
  }
  const candidates = [...sections.values()].sort(byWords)
  const all = candidates.reduce((bits, { words }) => bits | words, 0)
  const complete = candidates.filter(({ words }) => words === all)
  if (complete.length > 0) return complete.slice(0, mostSections).map(({ section }) => section)
  const chosen: Array<number> = []
  let covered = named
  for (const { section, words } of candidates) {
    if ((words & ~covered) === 0) continue
    covered |= words
    chosen.push(section)
  }
  return chosen.length > 0 ? chosen : candidates.slice(0, 1).map(({ section }) => section)
}
