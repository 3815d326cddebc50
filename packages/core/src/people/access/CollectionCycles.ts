/** Collection cycles in a damaged file: collections that contain themselves. */
import type { CollectionShape } from "../places/Collection.js"

/**
 * The same collections without cycles, so that every traversal ends. Collections that contained themselves are treated
 * as being at the root and inheriting nothing: administrators, and users who were granted a level, find them there and
 * can move them.
 */
export const withoutCycles = (
  collections: ReadonlyMap<string, CollectionShape>
): ReadonlyMap<string, CollectionShape> => {
  const passed = new Set<string>()
  const broken = new Map<string, CollectionShape>()
  for (const { id } of collections.values()) {
    const path = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && !passed.has(at)) {
      passed.add(at)
      path.add(at)
      at = collections.get(at)?.parent
    }
    if (at === undefined || !path.has(at)) continue
    const found = [...path]
    for (const each of found.slice(found.indexOf(at))) {
      const { parent: _, ...shape } = collections.get(each)!
      broken.set(each, shape.defaultLevel === "inherit" ? { ...shape, defaultLevel: null } : shape)
    }
  }
  return broken.size === 0 ? collections : new Map([...collections, ...broken])
}
