/** Turns lists into maps by their lookup keys. */
import type { SiteShape } from "../places/Site.js"
import type { SpaceId } from "../places/Space.js"

/** A value with its two keys. */
export type Entry<K, V> = readonly [outer: string, inner: K, value: V]

/** Maps of values by two keys. */
export const nested = <K, V>(entries: ReadonlyArray<Entry<K, V>>): ReadonlyMap<string, ReadonlyMap<K, V>> => {
  const outer = new Map<string, Map<K, V>>()
  for (const [key, inner, value] of entries) {
    const known = outer.get(key)
    if (known === undefined) outer.set(key, new Map([[inner, value]]))
    else known.set(inner, value)
  }
  return outer
}

/** The sites that each space is on. */
export const bySpace = (sites: ReadonlyArray<SiteShape>): ReadonlyMap<SpaceId, ReadonlyArray<SiteShape>> => {
  const found = new Map<SpaceId, Array<SiteShape>>()
  for (const site of sites) {
    for (const space of site.spaces) {
      const known = found.get(space)
      if (known === undefined) found.set(space, [site])
      else known.push(site)
    }
  }
  return found
}
