/** Merges the navigations of many pages into one, since a page often shows only part of it. */
import type { NavigationEntry } from "./Navigation.js"

/** An entry of the merged navigation. */
export interface NavigationNode {
  title: string
  key: string | undefined
  parent: NavigationNode | undefined
  readonly children: Array<NavigationNode>
}

/** The merged navigation. */
export interface NavigationTree {
  readonly roots: ReadonlyArray<NavigationNode>
  /**
   * Adds the navigation of another page. Existing entries stay where they are; new ones go after the entry that
   * precedes them on that page.
   */
  readonly merge: (entries: ReadonlyArray<NavigationEntry>) => void
  /** Adds the entries that a page lists as its children. */
  readonly mergeBelow: (key: string, title: string, entries: ReadonlyArray<NavigationEntry>) => void
}

const isWithin = (node: NavigationNode, above: NavigationNode): boolean => {
  for (let each: NavigationNode | undefined = node; each !== undefined; each = each.parent)
    if (each === above) return true
  return false
}

/** Entries beyond this many are dropped. */
const maxSize = 50_000

/** An empty navigation. */
export const makeNavigationTree = (): NavigationTree => {
  const top: NavigationNode = { title: "", key: undefined, parent: undefined, children: [] }
  const byKey = new Map<string, NavigationNode>()
  /** Pages at the top level only because nothing has listed them yet. */
  const loose = new Set<NavigationNode>()
  /** The children of each node, by title. */
  const byTitle = new Map<NavigationNode, Map<string, Array<NavigationNode>>>()
  let size = 0

  /** The existing child for an entry: with the same key, or with the same title if either has no key. */
  const known = (parent: NavigationNode, entry: NavigationEntry): NavigationNode | undefined => {
    const node = entry.key === undefined ? undefined : byKey.get(entry.key)
    if (node !== undefined) return node
    const titled = byTitle.get(parent)?.get(entry.title) ?? []
    return titled.find((each) => each.parent === parent && (each.key === undefined || entry.key === undefined))
  }

  /**
   * Inserts a node after a sibling. Without one, it goes before the first existing node that follows it, or else to the
   * end.
   */
  const place = (
    parent: NavigationNode,
    node: NavigationNode,
    after: NavigationNode | undefined,
    following: ReadonlyArray<NavigationEntry>
  ): void => {
    const next = (): NavigationNode | undefined =>
      following.map((entry) => known(parent, entry)).find((each) => each?.parent === parent)
    const before = after === undefined ? next() : undefined
    const { children } = parent
    const at =
      after !== undefined
        ? children.indexOf(after) + 1
        : before === undefined
          ? children.length
          : children.indexOf(before)
    children.splice(at, 0, node)
    node.parent = parent
    if (node.key !== undefined) byKey.set(node.key, node)
    const titles = byTitle.get(parent) ?? new Map<string, Array<NavigationNode>>()
    byTitle.set(parent, titles)
    const titled = titles.get(node.title)
    if (titled === undefined) titles.set(node.title, [node])
    else titled.push(node)
  }

  const mergeInto = (parent: NavigationNode, entries: ReadonlyArray<NavigationEntry>): void => {
    let after: NavigationNode | undefined
    for (const [index, entry] of entries.entries()) {
      let node = known(parent, entry)
      if (node === undefined) {
        if (size++ >= maxSize) continue
        node = { title: entry.title, key: entry.key, parent, children: [] }
        place(parent, node, after, entries.slice(index + 1))
      } else if (node.key === undefined && entry.key !== undefined) {
        node.key = entry.key
        byKey.set(entry.key, node)
      } else if (loose.has(node) && !isWithin(parent, node)) {
        node.parent?.children.splice(node.parent.children.indexOf(node), 1)
        node.title = entry.title
        loose.delete(node)
        place(parent, node, after, entries.slice(index + 1))
      }
      if (node.parent === parent) after = node
      mergeInto(node, entry.entries)
    }
  }

  return {
    roots: top.children,
    merge: (entries) => mergeInto(top, entries),
    mergeBelow: (key, title, entries) => {
      let node = byKey.get(key)
      if (node === undefined) {
        node = { title, key, parent: top, children: [] }
        place(top, node, undefined, [])
        loose.add(node)
      }
      mergeInto(node, entries)
    }
  }
}
