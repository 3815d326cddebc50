/** Slugs: the names of pages in URLs. */

import { isNoName, isNoSegment } from "../../foundation/ids/Names.js"
import { firstCharacters } from "../../foundation/schema/Text.js"

const limit = 100

/**
 * The slug of a title or file name: lower case, diacritics folded, letters and digits of any script kept, everything
 * else a dash; at most 100 characters; `page` if nothing is left.
 */
export const slug = (title: string): string => {
  const folded = title
    .normalize("NFKD")
    .replaceAll(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}\p{M}_]+/gu, "-")
  const cut = firstCharacters(folded.replaceAll(/^[-\p{M}]+|-+$/gu, ""), limit).replace(/-+$/, "")
  return cut === "" ? "page" : cut
}

/**
 * Searches for a free slug: yields the slugs to look up, receives whether each is taken, and returns a free one. That
 * is the slug itself, unless it cannot be a name, or `slug-2`, `slug-3`, …: the first free number, provided that no
 * earlier one was freed. With n taken slugs, it looks up about 2 log n.
 */
export function* freeSlug(from: string, length: number = limit): Generator<string, string, boolean> {
  const wanted = isNoSegment(from) ? slug(from) : from
  const numbered = (count: number): string => {
    const ending = `-${count}`
    return firstCharacters(wanted, length - ending.length).replace(/-+$/, "") + ending
  }
  if (!isNoName(wanted) && !(yield wanted)) return wanted
  let taken = 1
  let free = 2
  while (yield numbered(free)) {
    const step = 2 * (free - taken)
    taken = free
    free += step
  }
  while (free - taken > 1) {
    const middle = (taken + free) >> 1
    if (yield numbered(middle)) taken = middle
    else free = middle
  }
  return numbered(free)
}

/** A free slug, see {@link freeSlug}; at most `length` characters, 100 by default. */
export const unique = (
  wanted: string,
  taken: { readonly has: (slug: string) => boolean },
  length: number = limit
): string => {
  const search = freeSlug(wanted, length)
  for (let next = search.next(); ; ) {
    if (next.done === true) return next.value
    next = search.next(taken.has(next.value))
  }
}

/** The slug of a file name without its extension: the name itself if it already is one, else made as from a title. */
export const fileSlug = (name: string): string => {
  const lower = name.toLowerCase()
  return /^[a-z0-9_~-][a-z0-9_.~-]{0,99}$/.test(lower) ? lower : slug(name)
}

/** The path of a page from its parent's and its slug. */
export const joinPath = (parent: string, slug: string): string => (parent === "" ? slug : `${parent}/${slug}`)
