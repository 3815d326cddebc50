/** Removes the parts around the text of a page: navigation, buttons, permalinks, hidden elements. */
import type { Element, Root, RootContent } from "hast"
import { absolute } from "./Addresses.js"
import { attribute, classes, elements, find, isBlank, isBlock, isElement, lineOf, rewrite } from "./Hast.js"

const never = new Set(
  "script style noscript template nav button select textarea dialog svg canvas link meta base title footer clipboard-copy datalist".split(
    " "
  )
)

const chrome = new Set(
  (
    "headerlink hash-link header-anchor heading-anchor anchor-link anchorjs-link sr-only visually-hidden screen-reader-text " +
    "sl-anchor-link copybtn copy-button clipboard md-clipboard md-source-file md-content__button md-footer md-sidebar " +
    "theme-doc-toc-mobile theme-doc-breadcrumbs theme-doc-version-badge theme-doc-version-banner theme-doc-footer " +
    "theme-edit-this-page breadcrumb breadcrumbs pagination pagination-nav pagination-links prev-next prev-next-area " +
    "prev-next-footer sphinxsidebar sphinxsidebarwrapper toctoggle edit-link edit-page edit-this-page editthispage VPDocFooter VPDocAsideOutline " +
    "VPDocOutlineDropdown rst-footer-buttons wy-breadcrumbs wy-nav-side viewcode-link page-metadata skip-link skip-to-content " +
    "DocSearch mw-editsection mw-jump-link navbox catlinks printfooter feedback feedback-toolbar eyebrow page-feedback article-feedback back-to-top " +
    "md-top navheader navfooter bottom-nav top-nav mobile-toc on-this-page right-sidebar comment-count like-section"
  ).split(" ")
)
const hashed =
  /^(?:tocCollapsible|tableOfContents|breadcrumbsContainer|lastUpdated|skipToContent|theme-last-updated|mobile-toc|page-toc|nextra-toc|nextra-breadcrumb)/
const roles = new Set(["navigation", "search", "toolbar", "menu", "menubar", "tooltip", "contentinfo", "banner"])
const headings = /^h[1-6]$/

/** Whether nobody sees an element. */
const isUnseen = (node: Element): boolean =>
  (node.properties.hidden !== undefined && node.properties.hidden !== false) ||
  /(?:^|;)\s*(?:display:\s*none|visibility:\s*hidden)/i.test(attribute(node, "style"))

const isHidden = (node: Element): boolean =>
  isUnseen(node) || (attribute(node, "ariaHidden") === "true" && lineOf(node).length <= 200)

/** Removes the elements that nobody sees, and returns whether that leaves out any text. */
export const dropHidden = (root: Root): boolean => {
  let hasText = false
  rewrite(root, (node) => {
    if (node.data?.mark !== undefined || !isUnseen(node)) return undefined
    hasText ||= lineOf(node) !== ""
    return []
  })
  return hasText
}

const tables = new Set("toc table-of-contents table_of_contents tableofcontents toc-macro".split(" "))

/** Whether an element's class or id calls it a table of contents. */
const isContents = (node: Element, names: ReadonlyArray<string>): boolean =>
  names.some((name) => tables.has(name)) ||
  (isElement(node, "div", "aside", "details", "ul", "section") &&
    ((names.includes("contents") && names.includes("topic")) ||
      /^(?:toc|table-of-contents|mw-toc|tableofcontents)$/i.test(attribute(node, "id")) ||
      /^(?:table of contents|on this page|contents)$/i.test(attribute(node, "ariaLabel"))))

const crumbs = /^bread-?crumbs?(?:-section|-?trail)?$/i

/** Whether most links in an element lead into the page itself. A list of other pages is part of the text. */
const leadsHere = (node: Element, address: string): boolean => {
  let here = 0
  let elsewhere = 0
  const own = address.split("#", 1)[0]
  for (const each of elements(node)) {
    const href = isElement(each, "a") ? attribute(each, "href") : ""
    if (href === "") continue
    if (href.startsWith("#") || absolute(href, address)?.split("#", 1)[0] === own) here++
    else elsewhere++
  }
  return here >= elsewhere
}

/** Larger elements are never recognized as navigation by their content. */
const maxParts = 150
const maxText = 600

/** The links in a small element and the text around them; `undefined` if it is large or contains other blocks. */
const linksOf = (node: Element): { readonly links: ReadonlyArray<Element>; readonly rest: string } | undefined => {
  const links: Array<Element> = []
  let rest = ""
  let parts = 0
  const stack: Array<RootContent> = [...node.children].reverse()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === "text") rest += next.value
    if (next.type !== "element") continue
    if (
      ++parts > maxParts ||
      next.data?.mark !== undefined ||
      /^(?:h[1-6]|pre|code|article|main|section|form)$/.test(next.tagName)
    )
      return undefined
    if (isElement(next, "a") && attribute(next, "href") !== "") links.push(next)
    else for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index]!)
    if (rest.length > maxText) return undefined
  }
  return { links, rest }
}

const between = /^[\s>\u00bb\u203a\u2192\u2794|/\u00b7:\u2022\u00a0]*$/u
const arrow = /[>\u00bb\u203a\u2192\u2794]/u

/** Matches a label such as "Available languages:" of a few words, and punctuation. */
const labelled = /^[^\p{L}\p{N}]*(?:\p{L}[\p{L}\s]{0,40}:)?[^\p{L}\p{N}]*$/u

/** Matches links to the next, previous or parent page, by their `rel`. */
const steps = /^(?:prev(?:ious)?|next|up|first|last|start|home|contents|toc|index)$/i
const stepKeys: ReadonlySet<string> = new Set(["p", "n", "u", "h"])
const isStep = (link: Element): boolean =>
  attribute(link, "rel")
    .split(" ")
    .some((rel) => steps.test(rel)) || stepKeys.has(attribute(link, "accessKey").toLowerCase())

/** Whether an element is a breadcrumb trail, links to the adjacent pages, or links to translations. */
const isOrientation = (node: Element): boolean => {
  if (isElement(node, "a")) return attribute(node, "href").startsWith("#") && skips.test(lineOf(node))
  if (!isElement(node, "div", "p", "ul", "ol", "center", "table", "td")) return false
  const found = linksOf(node)
  if (found === undefined || found.links.length === 0) return false
  const { links, rest } = found
  if (links.length === 1 && rest.trim() === "" && skips.test(lineOf(links[0]!))) return true
  if (links.length > 1 && between.test(rest) && arrow.test(rest)) return true
  const others = links.filter((link) => attribute(link, "hrefLang") !== "").length
  return labelled.test(rest) && (links.every(isStep) || (others > 0 && links.length - others <= 1))
}

/** Whether an element lists the attachments or comments that Confluence shows below a page. */
const isAttachments = (node: Element): boolean =>
  classes(node).includes("pageSection") &&
  [...elements(node)].some(
    (each) => /^h[1-6]$/.test(each.tagName) && /^(?:attachments|comments)$/.test(attribute(each, "id"))
  )

/** Whether an element contains the main text of a page, whatever its own name. */
const holdsText = (node: Element): boolean =>
  find(node, (each) => isElement(each, "main", "article") || attribute(each, "role") === "main") !== undefined

const skips = /^(?:skip|jump) to (?:the )?(?:main )?(?:content|navigation|search)/i

/** Whether an element is not part of a page's content. */
export const isChrome = (node: Element, address: string): boolean => {
  if (node.data?.mark !== undefined) return false
  if (never.has(node.tagName) || isHidden(node) || roles.has(attribute(node, "role"))) return true
  if (node.tagName === "input" && attribute(node, "type") !== "checkbox") return true
  const names = classes(node)
  if (names.some((name) => chrome.has(name) || hashed.test(name))) return !holdsText(node)
  if ([attribute(node, "id"), attribute(node, "ariaLabel")].some((name) => crumbs.test(name))) return true
  if (names.includes("related") && !isElement(node, "table", "section")) return true
  if (isContents(node, names)) return leadsHere(node, address)
  return isOrientation(node) || isAttachments(node)
}

const sign = /^[\s\u200b]*(?:[¶#§🔗⚓]|permalink|\[?link\]?|anchor)?[\s\u200b]*$/iu

/** Whether an element is a permalink: a link to a fragment that shows only a sign. */
const isPermalink = (node: Element): boolean =>
  isElement(node, "a") &&
  /^#|#[^#]*$/.test(attribute(node, "href")) &&
  sign.test(lineOf(node)) &&
  node.children.every((child) => !isElement(child, "img"))

const holders: ReadonlySet<string> = new Set(["article", "aside", "center", "div", "header", "section"])

/** Replaces blocks that have become empty with a line break, so that the words around them stay apart. */
const withoutEmpty = (node: Root | Element): void => {
  for (const [index, child] of node.children.entries()) {
    if (!isElement(child) || child.data?.mark !== undefined) continue
    withoutEmpty(child)
    if (holders.has(child.tagName) && child.children.every(isBlank))
      node.children[index] = { type: "text", value: "\n" }
  }
}

const levelOf = (node: RootContent): number =>
  isElement(node) && headings.test(node.tagName) ? Number(node.tagName.slice(1)) : 0

/**
 * Removes headings that contain nothing but a table of contents of the page, except the first heading, which may be the
 * page's title.
 */
const dropContentsHeadings = (root: Root | Element, address: string): void => {
  const first = find(root, (each) => headings.test(each.tagName))
  const isList = (node: RootContent | undefined): boolean =>
    isElement(node) && isContents(node, classes(node)) && leadsHere(node, address)
  const visit = (node: Root | Element): void => {
    const shown = node.children.filter((child) => !isBlank(child))
    const dropped = new Set(
      shown.filter((child, index) => {
        const level = levelOf(child)
        if (level === 0 || child === first || !isList(shown[index + 1])) return false
        const next = shown[index + 2]
        return next === undefined || (levelOf(next) > 0 && levelOf(next) <= level)
      })
    )
    if (dropped.size > 0) node.children = node.children.filter((child) => !dropped.has(child))
    for (const child of shown) if (isElement(child)) visit(child)
  }
  visit(root)
}

/** Removes the parts of a page that are not content. */
export const stripChrome = (root: Root | Element, address: string): void => {
  // The footer of a quotation says whose it is.
  for (const quote of elements(root)) {
    if (!isElement(quote, "blockquote")) continue
    quote.children = quote.children.map((each) => (isElement(each, "footer") ? { ...each, tagName: "p" } : each))
  }
  dropContentsHeadings(root, address)
  rewrite(root, (node) => {
    if (isChrome(node, address)) return isBlock(node) ? [{ type: "text", value: "\n" }] : []
    if (headings.test(node.tagName)) {
      rewrite(node, (each) => (isPermalink(each) || isChrome(each, address) ? [] : undefined))
      return [node]
    }
    return undefined
  })
  withoutEmpty(root)
}
