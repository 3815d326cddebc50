/** Finds the content that the pages of a site have in common as they arrive, in bounded memory. */
import type { Common } from "../html/Common.js"
import { titleEdges } from "../html/Head.js"

/** The parts of a page that are compared. */
export interface Comparable {
  /** The fingerprints of its blocks. */
  readonly blocks: ReadonlyArray<number>
  /** The texts of its headings. */
  readonly headings: ReadonlyArray<string>
  /** Its `<title>`. */
  readonly title: string
}

/** Compares pages. */
export interface Comparing {
  readonly add: (page: Comparable) => void
  /** The content that occurs on most pages so far; empty if there are too few pages to tell. */
  readonly common: () => Common
}

/** With fewer pages than this, nothing counts as common. */
const fewest = 3
/** Up to this many pages, something is common if three quarters of them have it; beyond that, more than half. */
const small = 10

/** How many pages out of `total` are most of them. */
const mostOf = (total: number): number => (total <= small ? Math.ceil(total * 0.75) : Math.floor(total / 2) + 1)

/** How many distinct values are counted at the same time. */
const maxCounted = 200_000
/** Values that are not counted occur on fewer than this share of the pages. */
const rare = 0.1
/** How many common values are returned. */
const maxCommon = 5_000

/**
 * Counts on how many pages each value occurs. If there are too many distinct values, the rare ones are forgotten. A
 * count may then be too low by a tenth of the pages, so that nothing is wrongly taken for common.
 */
const makeCounter = <A>() => {
  const counts = new Map<A, number>()
  let pages = 0
  return {
    add: (found: ReadonlySet<A>): void => {
      pages++
      for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1)
      if (counts.size <= maxCounted) return
      for (const [each, count] of counts) if (count <= pages * rare) counts.delete(each)
    },
    common: (): ReadonlyArray<A> => {
      if (pages < fewest) return []
      const least = mostOf(pages)
      const found: Array<A> = []
      for (const [each, count] of counts) if (count >= least && found.length < maxCommon) found.push(each)
      return found
    }
  }
}

/** Creates a comparison, initially empty. */
export const makeComparing = (): Comparing => {
  const blocks = makeCounter<number>()
  const headings = makeCounter<string>()
  const titles = makeCounter<string>()
  return {
    add: (page) => {
      blocks.add(new Set(page.blocks))
      headings.add(new Set(page.headings))
      titles.add(new Set(titleEdges(page.title)))
    },
    common: () => ({
      blocks: new Set(blocks.common()),
      headings: new Set(headings.common()),
      titles: [...titles.common()].sort((a, b) => b.length - a.length)
    })
  }
}
