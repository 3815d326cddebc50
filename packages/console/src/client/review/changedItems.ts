/** What is read of the changes of a request, in the order in which it is shown. */
import { all } from "../api/Api.js"
import type { ItemComparison, PageNode } from "../api/Objects.js"
import type { Changed } from "../comparison/changed.js"
import { withDescendants } from "../space/Tree.js"

/** Changes in the order in which the tree has their pages; what is not in it comes last, as it was. */
export const inTreeOrder = (items: ReadonlyArray<Changed>, pages: ReadonlyArray<PageNode>): ReadonlyArray<Changed> => {
  const places = new Map(pages.flatMap(withDescendants).map(({ id }, index) => [id, index] as const))
  const placeOf = ({ id }: Changed): number => places.get(id) ?? places.size
  return [...items].sort((a, b) => placeOf(a) - placeOf(b))
}

/** What the reader has viewed, by item; whether the mark still holds. */
export const readViewed = async (line: string): Promise<ReadonlyMap<string, boolean>> => {
  const viewed = await all<{ item: string; outdated: boolean }>(`${line}/viewed`)
  return new Map(viewed.map(({ item, outdated }) => [item, !outdated]))
}

/** Reads comparisons, each once; the next one is read ahead. */
export const comparisonsOf = (read: (item: string) => Promise<ItemComparison>) => {
  const known = new Map<string, Promise<ItemComparison>>()
  return (item: string): Promise<ItemComparison> => {
    const found = known.get(item) ?? read(item)
    known.set(item, found)
    found.catch(() => known.delete(item))
    return found
  }
}
