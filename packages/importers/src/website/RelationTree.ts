/** Builds the tree of a site from the links with which its pages state their place. */
import type { NavigationNode } from "./NavigationTree.js"
import type { Relations } from "./Relations.js"

/** A page with its relations. */
export interface Related {
  readonly key: string
  readonly title: string
  readonly relations: Relations
}

/** Pages that would be deeper than this are not moved. */
const maxDepth = 30

/** The position of each page in the chain of "next" links. */
const chainOf = (pages: ReadonlyArray<Related>, pageOf: (key: string) => string): ReadonlyMap<string, number> => {
  const next = new Map<string, string>()
  const known = new Set(pages.map(({ key }) => key))
  for (const { key, relations } of pages) {
    const to = relations.next === undefined ? undefined : pageOf(relations.next)
    if (to !== undefined && known.has(to) && to !== key) next.set(key, to)
  }
  const order = new Map<string, number>()
  const follow = (from: string): void => {
    for (let at: string | undefined = from; at !== undefined && !order.has(at); at = next.get(at))
      order.set(at, order.size)
  }
  const led = new Set(next.values())
  for (const { key } of pages) if (next.has(key) && !led.has(key)) follow(key)
  for (const { key } of pages) if (next.has(key)) follow(key)
  return order
}

/** The chapter that each page belongs to by its position in the chain, if the pages name the chapters. */
const chaptersOf = (
  pages: ReadonlyArray<Related>,
  order: ReadonlyMap<string, number>,
  pageOf: (key: string) => string
): ReadonlyMap<string, string> => {
  const chapters = new Set(pages.flatMap(({ relations }) => relations.chapters.map(pageOf)))
  const above = new Map<string, string>()
  if (chapters.size === 0) return above
  let chapter: string | undefined
  for (const key of [...order.keys()]) {
    if (chapters.has(key)) chapter = key
    else if (chapter !== undefined) above.set(key, chapter)
  }
  return above
}

/**
 * The tree of the pages: each one below the parent that it names, the last page of its breadcrumb trail, or the chapter
 * before it. Siblings are in the order of their "next" links, else in the order of `listed`, else as given. Pages
 * without relations are left out.
 */
export const relationTree = (
  pages: ReadonlyArray<Related>,
  listed: ReadonlyArray<NavigationNode>,
  pageOf: (key: string) => string
): ReadonlyArray<NavigationNode> => {
  const nodes = new Map<string, NavigationNode>(
    pages.map(({ key, title }) => [key, { title, key, parent: undefined, children: [] }])
  )
  const above = new Map<string, string>()
  const set = (key: string, parent: string | undefined): void => {
    const to = parent === undefined ? undefined : pageOf(parent)
    if (to === undefined || to === key || above.has(key) || !nodes.has(to) || !nodes.has(key)) return
    let depth = 0
    for (let at: string | undefined = to; at !== undefined; at = above.get(at))
      if (at === key || ++depth > maxDepth) return
    above.set(key, to)
  }
  const chain = chainOf(pages, pageOf)
  for (const { key, relations } of pages) set(key, relations.above)
  for (const { relations } of pages) {
    for (const [index, crumb] of relations.trail.entries())
      if (index > 0) set(pageOf(crumb), relations.trail[index - 1])
  }
  for (const [key, chapter] of chaptersOf(pages, chain, pageOf)) set(key, chapter)
  const rank = new Map<string, number>()
  const visit = (level: ReadonlyArray<NavigationNode>, parent: string | undefined): void => {
    for (const { children, key } of level) {
      const page = key === undefined ? undefined : pageOf(key)
      if (page !== undefined && !rank.has(page)) rank.set(page, rank.size)
      if (page !== undefined) set(page, parent)
      visit(children, page ?? parent)
    }
  }
  visit(listed, undefined)

  const related = new Set([...above.keys(), ...above.values()])
  const leads = chain.size * 2 >= pages.length ? chain : rank
  const last = Number.MAX_SAFE_INTEGER
  const sorted = pages
    .map(({ key }, index) => ({ key, index }))
    .filter(({ key }) => related.has(key) || (chain.size > 1 && chain.has(key)))
    .sort((a, b) => (leads.get(a.key) ?? last) - (leads.get(b.key) ?? last) || a.index - b.index)
  const roots: Array<NavigationNode> = []
  for (const { key } of sorted) {
    const node = nodes.get(key)
    const parent = nodes.get(above.get(key) ?? "")
    if (node === undefined) continue
    node.parent = parent
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}
