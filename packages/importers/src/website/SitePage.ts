/** Extracts the data of a page that the crawler needs. */
import type { Element, Root } from "hast"
import { fingerprints, isSilent } from "../html/Blocks.js"
import { attribute, elements, find, isElement, lineOf, textOf } from "../html/Hast.js"
import { headOf } from "../html/Head.js"
import { decodeHtml, parseHtml } from "../html/Parse.js"
import { absolute, isNoPage, type Scope } from "./Addresses.js"
import type { Comparable } from "./Comparing.js"
import { type Alternate, alternatesIn, isSameLanguage } from "./Languages.js"
import { contentsOf, type KeyOf, keysIn, type Navigation, navigationOf } from "./Navigation.js"
import { type Relations, relationsOf } from "./Relations.js"

/** The parts of a page that the crawler needs, as plain data. */
export interface SitePage {
  /** The absolute URLs of the links that may be followed, in document order. */
  readonly links: ReadonlyArray<string>
  readonly navigations: ReadonlyArray<Navigation>
  /** The canonical URL that the page declares. */
  readonly canonical: string | undefined
  readonly noindex: boolean
  /** Whether the page has no text because JavaScript would render it. */
  readonly isShell: boolean
  /** The parts that are compared with other pages of the site. */
  readonly comparable: Comparable
  /** The headings that may be the page's title, the most likely first. */
  readonly candidates: ReadonlyArray<string>
  /** A fingerprint of its content and title; empty for a page that shows nothing. */
  readonly print: string
  readonly relations: Relations
  readonly language: string | undefined
  /** The page's translations. */
  readonly alternates: ReadonlyArray<Alternate>
}

const maxBlocks = 4_000
const maxHeadings = 50
const longestHeading = 300
const maxCandidates = 4

/** The first and last items up to a limit, since what pages have in common is usually at their beginning and end. */
const ends = <A>(found: ReadonlyArray<A>, most: number): ReadonlyArray<A> =>
  found.length <= most ? found : [...found.slice(0, most / 2), ...found.slice(-most / 2)]

const headingsIn = (root: Root): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  for (const each of elements(root, (node) => !isElement(node, "nav", "footer", "template") && !isSilent(node))) {
    if (found.length === maxHeadings) break
    if (/^h[1-6]$/.test(each.tagName) && lineOf(each) !== "") found.push(each)
  }
  return found
}

/** Reads a page that was fetched from `url`; `first` says that it is the first page of its site. */
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
  const language = head.language === "" ? undefined : head.language
  const isOther = (other: string): boolean => other !== "" && language !== undefined && !isSameLanguage(language, other)
  const links: Array<string> = []
  if (!nofollow) {
    for (const node of elements(root)) {
      if (!isElement(node, "a", "area", "frame")) continue
      const closed = /\bnofollow\b/.test(attribute(node, "rel")) || isOther(attribute(node, "hrefLang"))
      const address = closed ? undefined : absolute(attribute(node, "href") || attribute(node, "src"), base)
      if (address !== undefined) links.push(address)
    }
  }
  const navigations = nofollow ? [] : [navigationOf(root, keyOf(true)), contentsOf(root, keyOf(false), first)]
  const canonical = head.canonical === "" ? undefined : absolute(head.canonical, base)
  const prints = fingerprints(root)
  const body = find(root, (each) => isElement(each, "body"))
  const headings = headingsIn(root)
  const texts = headings.map((each) => lineOf(each).slice(0, longestHeading))
  const isTop = (at: number): boolean => headings[at]?.tagName === "h1"
  const isEmpty = body === undefined || !prints.has(body)
  return {
    isShell:
      /<script\b/i.test(html) &&
      links.length === 0 &&
      (isEmpty || textOf(body, (each) => isSilent(each) || isElement(each, "noscript")).trim() === ""),
    comparable: {
      blocks: ends([...new Set(prints.values())], maxBlocks),
      headings: texts,
      title: head.title.slice(0, longestHeading)
    },
    candidates: [...texts.filter((_, at) => isTop(at)), ...texts.filter((_, at) => !isTop(at))].slice(0, maxCandidates),
    print: isEmpty ? "" : `${head.title}\n${prints.get(body)}`,
    relations: relationsOf(root, keyOf(false), own),
    language,
    alternates: alternatesIn(root, keyOf(false)),
    links,
    navigations: navigations.filter((each) => each !== undefined),
    canonical: canonical === undefined ? undefined : scope.keyOf(canonical),
    noindex: head.robots.noindex || /\b(?:noindex|none)\b/i.test(robots)
  }
}

/** The URLs with a query in the navigations of a page; they are separate pages. */
export const queriesIn = (navigations: ReadonlyArray<Navigation>): ReadonlyArray<string> =>
  navigations.flatMap(({ entries }) => [...keysIn(entries)].filter((key) => key.includes("?")))
