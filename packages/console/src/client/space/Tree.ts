/** The tree of pages as rows of a list, and where a page is put when it is moved. */
import type { PageNode } from "../api/Objects.js"

/** A row of the tree. */
export interface Row {
  readonly page: PageNode
  readonly depth: number
  /** The id of the page above; `null` at the root. */
  readonly parent: string | null
  /** The place among the siblings, from 0, and how many there are. */
  readonly index: number
  readonly count: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
}

/** The rows that are to be seen while these pages are open. */
export const rowsOf = (pages: ReadonlyArray<PageNode>, open: ReadonlySet<string>): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  const add = (siblings: ReadonlyArray<PageNode>, depth: number, parent: string | null) => {
    for (const [index, page] of siblings.entries()) {
      const below = page.pages ?? []
      const isOpen = below.length > 0 && open.has(page.id)
      rows.push({ page, depth, parent, index, count: siblings.length, hasChildren: below.length > 0, isOpen })
      if (isOpen) add(below, depth + 1, page.id)
    }
  }
  add(pages, 0, null)
  return rows
}

/** A page with the pages above it, from the root. */
export interface Found {
  readonly page: PageNode
  readonly above: ReadonlyArray<PageNode>
  readonly index: number
}

/** What the tree calls a page. */
export const nameOf = ({ label, title }: PageNode): string => label ?? title

/** Finds the first page that this holds for. */
export const findPage = (
  pages: ReadonlyArray<PageNode>,
  holds: (page: PageNode) => boolean,
  above: ReadonlyArray<PageNode> = []
): Found | undefined => {
  for (const [index, page] of pages.entries()) {
    if (holds(page)) return { page, above, index }
    const found = findPage(page.pages ?? [], holds, [...above, page])
    if (found !== undefined) return found
  }
  return undefined
}

/** A page with all pages below it. */
export const withDescendants = (page: PageNode): ReadonlyArray<PageNode> => [
  page,
  ...(page.pages ?? []).flatMap(withDescendants)
]

/** A place in the tree: the id of the page above, `null` at the root, and the index among the siblings. */
export interface TreePlace {
  readonly into: string | null
  readonly at: number
}

/** Where a page goes that is moved by the keyboard; `undefined` where it cannot. Counted without the page itself. */
export const placeAfter = (
  pages: ReadonlyArray<PageNode>,
  id: string,
  move: "up" | "down" | "in" | "out"
): TreePlace | undefined => {
  const found = findPage(pages, (page) => page.id === id)
  if (found === undefined) return undefined
  const { above, index } = found
  const parent = above.at(-1)
  const siblings = parent === undefined ? pages : (parent.pages ?? [])
  const into = parent?.id ?? null
  if (move === "up") return index === 0 ? undefined : { into, at: index - 1 }
  if (move === "down") return index === siblings.length - 1 ? undefined : { into, at: index + 1 }
  if (move === "in") {
    const before = siblings[index - 1]
    return before === undefined || before.type === "link"
      ? undefined
      : { into: before.id, at: before.pages?.length ?? 0 }
  }
  if (parent === undefined) return undefined
  const grandparent = above.at(-2)
  const uncles = grandparent === undefined ? pages : (grandparent.pages ?? [])
  return { into: grandparent?.id ?? null, at: uncles.indexOf(parent) + 1 }
}

/** Where a page goes that is dropped on a row: before it, after it, or into it. */
export const placeOfDrop = (
  pages: ReadonlyArray<PageNode>,
  dragged: string,
  target: Row,
  where: "before" | "after" | "into"
): TreePlace | undefined => {
  const moving = findPage(pages, (page) => page.id === dragged)
  if (moving === undefined || withDescendants(moving.page).some((page) => page.id === target.page.id)) return undefined
  if (where === "into") {
    if (target.page.type === "link") return undefined
    const own = (target.page.pages ?? []).filter((page) => page.id !== dragged)
    return { into: target.page.id, at: own.length }
  }
  const at = target.index + (where === "after" ? 1 : 0)
  const isSibling = (moving.above.at(-1)?.id ?? null) === target.parent
  return { into: target.parent, at: isSibling && moving.index < at ? at - 1 : at }
}
