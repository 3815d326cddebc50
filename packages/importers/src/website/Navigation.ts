/** Reads the navigation on a page, wherever generators put it. */
import type { Element, Root } from "hast"
import { attribute, classes, elements, find, hasClass, isElement, lineOf } from "../html/Hast.js"

/** An entry of a navigation: a link, or a label that groups other entries. */
export interface NavigationEntry {
  readonly title: string
  /** The canonical URL that it leads to; absent for a label. */
  readonly key?: string
  readonly entries: ReadonlyArray<NavigationEntry>
}

/** A part of a page that shows the site's order. */
export interface Navigation {
  /** Where it was found: next to the text, above it, or in it, from the most to the least reliable. */
  readonly kind: "sidebar" | "header" | "contents"
  readonly entries: ReadonlyArray<NavigationEntry>
}

/** The canonical URL of a link to another page; `undefined` if it is outside the scope. */
export type KeyOf = (href: string) => string | undefined

type Test = (node: Element) => boolean

/** The sidebars of known generators by id or class, with a rank: the most reliable first. */
const sidebars: ReadonlyMap<string, number> = new Map(
  [
    "theme-doc-sidebar-menu VPSidebarNav wy-menu-vertical sidebar-tree navigation-items md-nav--primary",
    "bd-links bd-docs-nav VPSidebar sidebar-links nextra-sidebar-container nextra-sidebar book-summary",
    "td-section-nav td-sidebar-nav book-menu nav-menu site-nav starlight__sidebar"
  ].flatMap((names, rank) => names.split(" ").map((name) => [name, rank] as const))
)
const rankOf = (node: Element): number =>
  Math.min(...[attribute(node, "id"), ...classes(node)].map((name) => sidebars.get(name) ?? sidebars.size))

const beside = /(?:^|[-_])(?:side-?(?:bar|nav|menu)|left-?nav|nav-?tree|docs?-?nav)/i
const aside = new Set(
  (
    "breadcrumb breadcrumbs pagination pager footer related prev-next prev-next-area rst-footer-buttons VPDocFooter " +
    "md-nav--secondary table-of-contents on-this-page toc-wrapper tags social this-page-menu " +
    "wh_breadcrumb skip-link languages versions rst-versions md-tabs localtoc page-toc relations"
  ).split(" ")
)
const over = /^(?:header|navbar|topbar|top-nav|nav-?bar|masthead)/i

const isAside: Test = (node) =>
  isElement(node, "footer", "article", "form") ||
  attribute(node, "role") === "contentinfo" ||
  /breadcrumb|pagination|table of contents|on this page|language/i.test(attribute(node, "ariaLabel")) ||
  classes(node).some((name) => aside.has(name)) ||
  /^(?:footer|breadcrumbs?|toc)$/i.test(attribute(node, "id"))

const isOver: Test = (node) =>
  isElement(node, "header") ||
  attribute(node, "role") === "banner" ||
  over.test(attribute(node, "id")) ||
  classes(node).some((name) => over.test(name))

const isNavigation: Test = (node) =>
  isElement(node, "nav", "aside") ||
  attribute(node, "role") === "navigation" ||
  beside.test(attribute(node, "id")) ||
  classes(node).some((name) => beside.test(name))

const unseen: Test = (node) =>
  isElement(node, "svg", "script", "style", "template", "input") ||
  hasClass(node, "sr-only", "visually-hidden", "md-nav__icon", "headerlink", "toctree-expand", "section-number") ||
  (attribute(node, "ariaHidden") === "true" && !isElement(node, "strong"))

const maxTitle = 200
/** Arrows that show whether a part of a menu is expanded. */
const arrows = /^[\s\u25b2-\u25c5\u2039\u203a\u00ab\u00bb]+|[\s\u25b2-\u25c5\u2039\u203a\u00ab\u00bb]+$/gu
const titleOf = (node: Element): string => lineOf(node, unseen).replaceAll(arrows, "").slice(0, maxTitle)

const isList: Test = (node) => isElement(node, "ul", "ol", "menu", "dl")
const isItem: Test = (node) =>
  isElement(node, "li", "details") || attribute(node, "role") === "treeitem" || hasClass(node, "VPSidebarItem")
const isLabel: Test = (node) =>
  /^(?:h[1-6]|summary|label|button|p|span|strong|dt)$/.test(node.tagName) || attribute(node, "role") === "heading"
const hasLinks: Test = (node) => find(node, (each) => isElement(each, "a") || isList(each)) !== undefined
const isCurrent: Test = (node) =>
  attribute(node, "ariaCurrent") !== "" || hasClass(node, "active", "current", "selected", "is-active")
/**
 * Whether an element is a button that expands a category, even if it links to its first page for browsers without
 * JavaScript. A link to the top of the page only counts as the page itself if it or its item is marked as current.
 */
const isButton = (node: Element, parent: Element | Root): boolean =>
  attribute(node, "role") === "button" ||
  attribute(node, "href") === "" ||
  (attribute(node, "href") === "#" && !isCurrent(node) && !(isElement(parent) && isCurrent(parent))) ||
  attribute(node, "ariaHasPopup") !== "" ||
  hasClass(node, "dropdown-toggle")

/** An entry that is being built. */
interface Entry {
  title: string
  key?: string
  label: boolean
  entries: Array<Entry>
}

const isHead = (entry: Entry | undefined): entry is Entry => entry !== undefined && entry.entries.length === 0

/** Puts entries below the first of them, which stands for the item or section. */
const underFirst = ([head, ...rest]: Array<Entry>): Array<Entry> => {
  if (!isHead(head) || rest.length === 0) return head === undefined ? [] : [head, ...rest]
  const [second] = rest
  if (head.label && second !== undefined && second.title === head.title && second.key !== undefined) {
    return underFirst([second, ...rest.slice(1)])
  }
  head.entries = rest.flatMap((each) => (each.label && each.title === head.title ? each.entries : [each]))
  return [head]
}

/** Appends a list that may be too long to spread into arguments. */
const append = (into: Array<Entry>, entries: ReadonlyArray<Entry>): void => {
  for (const entry of entries) into.push(entry)
}

/** The entries of a container in order, with each list below the label that precedes it. */
const entriesIn = (node: Element | Root, keyOf: KeyOf): Array<Entry> => {
  const found: Array<Entry> = []
  for (const child of node.children) {
    if (child.type !== "element" || unseen(child) || isAside(child)) continue
    if (isElement(child, "a")) {
      const title = titleOf(child)
      const opens = isButton(child, node)
      const key = opens ? undefined : keyOf(attribute(child, "href"))
      if (title !== "" && (key !== undefined || opens)) {
        found.push({ title, ...(key === undefined ? {} : { key }), label: key === undefined, entries: [] })
      }
    } else if (isItem(child)) {
      const own = entriesIn(child, keyOf)
      const headless = child.children.find((each) => each.type === "element" && !unseen(each))
      const last = found.at(-1)
      if (isElement(child, "li") && headless?.type === "element" && isList(headless) && last !== undefined) {
        append(last.entries, own)
      } else append(found, underFirst(own))
    } else if (isElement(child, "dd")) {
      const own = entriesIn(child, keyOf).filter((each) => !each.label || !isHead(each))
      const before = found.at(-1)
      if (before?.label) append(before.entries, own)
      else append(found, own)
    } else if (isList(child)) {
      const own = entriesIn(child, keyOf)
      const before = found.at(-1)
      if (before?.label && isHead(before)) before.entries = own
      else append(found, own)
    } else if (isLabel(child) && !hasLinks(child)) {
      const title = titleOf(child)
      if (title !== "") found.push({ title, label: true, entries: [] })
    } else if (isElement(child, "section") || hasClass(child, "group")) {
      append(found, underFirst(entriesIn(child, keyOf)))
    } else {
      const own = entriesIn(child, keyOf)
      const before = found.at(-1)
      if (own.length === 0 && attribute(child, "role") === "button") {
        const title = titleOf(child)
        if (title !== "") found.push({ title, label: true, entries: [] })
      } else if (before?.label && isHead(before) && (own.length > 1 || !own[0]?.label)) before.entries = own
      else append(found, own)
    }
  }
  return found
}

/** Matches headings of links that belong to the page rather than to the site. */
const ofPage =
  /^(?:(?:(?:on|in|within) )?this (?:page|article|section)|(?:previous|next)(?: topic| page)?|related (?:topics|pages|articles))$/i

/**
 * Removes entries that belong to the page that shows them, and turns a parent that only leads to its first child into a
 * label.
 */
const tidy = (entries: ReadonlyArray<Entry>): ReadonlyArray<NavigationEntry> =>
  entries
    .filter(({ label, title }) => !label || !ofPage.test(title))
    .map(({ title, key, entries: below }) => ({
      title,
      ...(key === undefined || below.some((each) => each.key === key) ? {} : { key }),
      entries: tidy(below)
    }))

/** The distinct keys of entries. */
export const keysIn = (entries: ReadonlyArray<NavigationEntry>, into = new Set<string>()): ReadonlySet<string> => {
  for (const { entries: below, key } of entries) {
    if (key !== undefined) into.add(key)
    keysIn(below, into)
  }
  return into
}

/** A list with more entries than this is not taken for a navigation. */
const maxEntries = 20_000

const largest = (
  nodes: Iterable<Element>,
  kind: Navigation["kind"],
  keyOf: KeyOf,
  least: number
): Navigation | undefined => {
  let best: Navigation | undefined
  let most = least - 1
  for (const node of nodes) {
    const entries = tidy(entriesIn(isList(node) ? { type: "root", children: [node] } : node, keyOf))
    const { size } = keysIn(entries)
    if (size > most && size <= maxEntries) {
      most = size
      best = { kind, entries }
    }
  }
  return best
}

const outside = (root: Root | Element, test: Test, left: Test): Array<Element> =>
  [...elements(root, (node) => !test(node) && !left(node))].filter((node) => test(node) && !left(node))

/** The navigation next to or above the text of a page; `undefined` if there is none. */
export const navigationOf = (root: Root, keyOf: KeyOf): Navigation | undefined => {
  const known: Array<{ readonly rank: number; readonly node: Element }> = []
  for (const node of elements(root)) {
    const rank = rankOf(node)
    if (rank < sidebars.size) known.push({ rank, node })
  }
  for (const { node } of known.sort((a, b) => a.rank - b.rank)) {
    const found = largest([node], "sidebar", keyOf, 1)
    if (found !== undefined) return found
  }
  return (
    largest(
      outside(root, isNavigation, (node) => isAside(node) || isOver(node)),
      "sidebar",
      keyOf,
      3
    ) ?? largest(outside(root, isOver, isAside), "header", keyOf, 3)
  )
}

const isContents: Test = (node) => hasClass(node, "toctree-wrapper")
const isIndex: Test = (node) => hasClass(node, "pageSection")

/**
 * The list of pages in the text of a page: one that a generator made from the outline, or, on the first page of a site,
 * the one that links to the most pages.
 */
export const contentsOf = (root: Root, keyOf: KeyOf, first: boolean): Navigation | undefined => {
  const made = outside(root, isContents, () => false).flatMap((node) => entriesIn(node, keyOf))
  if (made.length > 0) return { kind: "contents", entries: tidy(made) }
  if (!first) return undefined
  return (
    largest(
      outside(root, isIndex, () => false).flatMap((node) => outside(node, isList, () => false)),
      "sidebar",
      keyOf,
      1
    ) ??
    largest(
      outside(root, isList, (node) => isElement(node, "footer")),
      "contents",
      keyOf,
      5
    )
  )
}
