/** The frontier of the crawler: URLs of a site that are still to be fetched. */
import type { Invalid } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import { unreadable } from "../Source.js"
import { isNoPage, keyIn, renaming, type Scope } from "./Addresses.js"
import type { Robots } from "./Robots.js"
import type { Address } from "./Visits.js"

/** The URLs to fetch, each of them once. */
export interface Frontier {
  /** Adds a URL that a page links to; `false` if it does not belong to the site, or if robots.txt disallows it. */
  readonly add: (url: string) => boolean
  /** Records that a query identifies a separate page. */
  readonly keepQuery: (key: string) => void
  /** The key of a URL, with its fragment; the URL itself if it is not a page of the site. */
  readonly rename: (url: string) => string
  /** The keys of pages that have a query. */
  readonly queries: () => ReadonlyArray<string>
  /** Adds a URL to be visited again. */
  readonly again: (address: Address) => void
  /** Records a key that was reached in another way. */
  readonly reached: (key: string) => void
  /**
   * The URLs added since the last call; `Invalid` if there are too many for a site with this maximum number of pages.
   */
  readonly take: Effect.Effect<ReadonlyArray<Address>, Invalid>
  /** How many URLs were recorded in total, including that of the first page. */
  readonly total: () => number
  /** How many URLs robots.txt disallows. */
  readonly disallowed: () => number
}

/** The maximum number of fetched URLs for each allowed page. */
const perPage = 4
const few = 200

/** Creates a frontier with only the first page. */
export const makeFrontier = (scope: Scope, robots: Robots, maxPages: number): Frontier => {
  const seen = new Set<string>([scope.start])
  const disallowed = new Set<string>()
  const queries = new Set<string>()
  const limit = maxPages * perPage + few
  let waiting: Array<Address> = []
  let total = 1

  const keyOf = (url: string): string | undefined => keyIn(scope, queries, url)
  const urlOf = (url: string, key: string): string => {
    if (key.includes("?") || !url.includes("?")) return url
    return url.slice(0, url.indexOf("?"))
  }
  const note = (address: Address): void => {
    seen.add(address.key)
    waiting.push(address)
    total++
  }

  return {
    add: (url) => {
      const key = keyOf(url)
      if (key === undefined || isNoPage(url)) return false
      if (seen.has(key)) return true
      if (seen.size > limit || disallowed.size > limit) return false
      const asked = urlOf(url, key)
      if (!robots.allows(asked)) {
        disallowed.add(key)
        return false
      }
      note({ url: asked, key })
      return true
    },
    keepQuery: (key) => {
      if (queries.size < limit) queries.add(key)
    },
    rename: renaming(scope, queries),
    queries: () => [...queries],
    again: note,
    reached: (key) => {
      seen.add(key)
    },
    take: Effect.suspend(() => {
      if (seen.size > limit) return unreadable(`the site has more than ${limit} addresses under ${scope.folder}`)
      const taken = waiting
      waiting = []
      return Effect.succeed(taken)
    }),
    total: () => total,
    disallowed: () => disallowed.size
  }
}
