/** What the crawler needs to know of one page. */
import { attribute, elements, isElement } from "../html/Hast.js"
import { headOf } from "../html/Head.js"
import { decodeHtml, parseHtml } from "../html/Parse.js"
import { absolute, isNoPage, type Scope } from "./Addresses.js"
import { contentsOf, type KeyOf, keysIn, type Navigation, navigationOf } from "./Navigation.js"

/** What a crawler needs to know of a page, as plain data. */
export interface SitePage {
  /** The absolute addresses that its links may be followed to, in the order of the text. */
  readonly links: ReadonlyArray<string>
  readonly navigations: ReadonlyArray<Navigation>
  /** The canonical address that the page gives itself. */
  readonly canonical: string | undefined
  readonly noindex: boolean
  readonly hasScripts: boolean
}

/** Reads a page that was answered at `url`. `first` for the first page of its site. */
export const readSitePage = (
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  url: string,
  scope: Scope,
  first: boolean
): SitePage => {
  const html = decodeHtml(bytes, headers["content-type"])
  const root = parseHtml(html)
  const head = headOf(root)
  const base = absolute(head.base, url) ?? url
  const own = scope.keyOf(url, true)
  const robots = headers["x-robots-tag"] ?? ""
  const nofollow = head.robots.nofollow || /\b(?:nofollow|none)\b/i.test(robots)

  const keyOf =
    (queries: boolean): KeyOf =>
    (href) => {
      if (href === "#") return own
      const address = href === "" || /#./.test(href) ? undefined : absolute(href, base)
      return address === undefined || isNoPage(address) ? undefined : scope.keyOf(address, queries)
    }
  const links: Array<string> = []
  if (!nofollow) {
    for (const node of elements(root)) {
      if (!isElement(node, "a", "area", "frame")) continue
      const address = /\bnofollow\b/.test(attribute(node, "rel"))
        ? undefined
        : absolute(attribute(node, "href") || attribute(node, "src"), base)
      if (address !== undefined) links.push(address)
    }
  }
  const navigations = nofollow ? [] : [navigationOf(root, keyOf(true)), contentsOf(root, keyOf(false), first)]
  const canonical = head.canonical === "" ? undefined : absolute(head.canonical, base)
  return {
    links,
    navigations: navigations.filter((each) => each !== undefined),
    canonical: canonical === undefined ? undefined : scope.keyOf(canonical),
    noindex: head.robots.noindex || /\b(?:noindex|none)\b/i.test(robots),
    hasScripts: /<script\b/i.test(html)
  }
}

/** The addresses in the navigations of a page that have a query: they are pages of their own. */
export const queriesIn = (navigations: ReadonlyArray<Navigation>): ReadonlyArray<string> =>
  navigations.flatMap(({ entries }) => [...keysIn(entries)].filter((key) => key.includes("?")))
