/** What a damaged file may have: collections that are in themselves. */
import type { CollectionShape } from "../places/Collection.js"

/**
 * The same collections, of which none is in itself, so that whoever goes through them comes to an end. Those that were
 * are taken to be at the root and to inherit nothing: administrators, and whoever was granted a level, find them there
 * and can move them.
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
