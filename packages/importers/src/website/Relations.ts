/** Reads the links with which a page states its place: its parent and its neighbors. */
import type { Element, Root } from "hast"
import { attribute, classes, elements, isElement, lineOf } from "../html/Hast.js"
import type { KeyOf } from "./Navigation.js"

/** The relations of a page to others. */
export interface Relations {
  /** The key of its parent. */
  readonly above?: string
  /** The keys from the first page to the parent, as far as the page shows them. */
  readonly trail: ReadonlyArray<string>
  readonly next?: string
  /** The keys of the chapters of the work that it belongs to. */
  readonly chapters: ReadonlyArray<string>
  /** The key of the table of contents. */
  readonly contents?: string
}

/** For a page without any relations. */
export const noRelations: Relations = { trail: [], chapters: [] }

const relsOf = (node: Element): ReadonlyArray<string> => attribute(node, "rel").toLowerCase().split(" ")
const saysUp = /^(?:up|parent|one level up|level up)$/i
const saysNext = /^(?:next(?: page| chapter| section| topic)?)\W*$/i
const crumbs = /^(?:bread-?crumbs?|wh_breadcrumb|path|crumbs?|trail|navtrail|wy-breadcrumbs)(?:[-_]\w+)*$/i
const maxTrail = 30
const maxChapters = 2_000

const isTrail = (node: Element): boolean =>
  isElement(node, "div", "nav", "ol", "ul", "p", "section") &&
  ([attribute(node, "id"), attribute(node, "ariaLabel"), ...classes(node)].some((name) => crumbs.test(name)) ||
    /BreadcrumbList$/.test(attribute(node, "itemType")))

/** Whether an element is a breadcrumb of Sphinx. */
const isCrumb = (node: Element): boolean => classes(node).some((name) => /^nav-item-\d+$/.test(name))

const linksIn = (node: Element): ReadonlyArray<Element> =>
  [...elements(node)].filter((each) => isElement(each, "a") && attribute(each, "href") !== "")

/** The only link in an element whose class is "up", such as one around an image of an arrow. */
const upLink = (node: Element): Element | undefined => {
  if (!classes(node).some((name) => /^(?:up|nav-up)$/i.test(name))) return undefined
  const [link, more] = isElement(node, "a") ? [node] : linksIn(node)
  return more === undefined ? link : undefined
}

/** Reads the relations of a page whose own key is `own`. */
export const relationsOf = (root: Root, keyOf: KeyOf, own: string | undefined): Relations => {
  let up: string | undefined
  let next: string | undefined
  let contents: string | undefined
  let trail: ReadonlyArray<string> = []
  const chapters = new Set<string>()
  const toPage = (node: Element | undefined): string | undefined => {
    const href = node === undefined ? "" : attribute(node, "href")
    const key = href === "" || href === "#" ? undefined : keyOf(href)
    return key === own ? undefined : key
  }
  const crumbsOf = (links: ReadonlyArray<Element>): ReadonlyArray<string> =>
    links
      .slice(0, maxTrail)
      .map(toPage)
      .filter((key) => key !== undefined)
  const sphinx: Array<Element> = []
  for (const each of elements(root)) {
    const rels = isElement(each, "a", "link") ? relsOf(each) : []
    const key = rels.length === 0 ? undefined : toPage(each)
    if (key !== undefined && !rels.includes("alternate")) {
      const text = isElement(each, "a") ? lineOf(each) : ""
      const access = attribute(each, "accessKey").toLowerCase()
      if (rels.includes("up") || rels.includes("parent") || access === "u" || saysUp.test(text)) up ??= key
      if (rels.includes("next") || (access === "n" && saysNext.test(text)) || saysNext.test(text)) next ??= key
      if (rels.includes("contents") || rels.includes("toc") || rels.includes("start")) contents ??= key
      if (rels.includes("chapter") && chapters.size < maxChapters) chapters.add(key)
    }
    if (isCrumb(each)) sphinx.push(...linksIn(each).slice(0, 1))
    else if (trail.length === 0 && isTrail(each)) trail = crumbsOf(linksIn(each))
    else up ??= toPage(upLink(each))
  }
  if (trail.length === 0) trail = crumbsOf(sphinx.slice(0, sphinx.length / (isTwice(sphinx) ? 2 : 1)))
  const above = up ?? trail.at(-1)
  return {
    trail,
    chapters: [...chapters],
    ...(above !== undefined && { above }),
    ...(next !== undefined && { next }),
    ...(contents !== undefined && { contents })
  }
}

/** Whether the same links occur twice, such as above and below a text. */
const isTwice = (links: ReadonlyArray<Element>): boolean => {
  const half = links.length / 2
  return (
    links.length > 0 &&
    links.slice(0, half).every((link, at) => attribute(link, "href") === attribute(links[half + at]!, "href"))
  )
}
