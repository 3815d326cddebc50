/** Finds what the pages of a site have in common while they arrive, in bounded memory. */
import type { Common } from "../html/Common.js"
import { titleEdges } from "../html/Head.js"

/** What is compared of a page. */
export interface Comparable {
  /** The fingerprints of its blocks. */
  readonly blocks: ReadonlyArray<number>
  /** The texts of its headings. */
  readonly headings: ReadonlyArray<string>
  /** The title in its head. */
  readonly title: string
}

/** Compares pages. */
export interface Comparing {
  readonly add: (page: Comparable) => void
  /** What stands on most of the pages so far; nothing if they are too few to tell. */
  readonly common: () => Common
}

/** Fewer pages than this have nothing in common that could be told from what they say. */
const fewest = 3
/** Up to so many pages, three of four must have something; more than half of the others. */
const small = 10

/** How many pages out of `total` are most of them. */
const mostOf = (total: number): number => (total <= small ? Math.ceil(total * 0.75) : Math.floor(total / 2) + 1)

/** How many different things are counted at once. */
const maxCounted = 200_000
/** What is left out of the counting is on fewer than this part of the pages. */
const rare = 0.1
/** How many of the things on most pages are of use. */
const maxCommon = 5_000

/**
 * Counts on how many pages something is. Where too many different things come together, the rare ones are forgotten: a
 * count may then be short by a tenth of the pages, so that nothing is taken for common that is not.
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
