/** What stands around the text of a page: navigation, buttons, permalinks, what is hidden. */
import type { Element, Root } from "hast"
import { attribute, classes, isElement, lineOf, rewrite } from "./Hast.js"

const never = new Set(
  "script style noscript template nav button select textarea dialog svg canvas object link meta base title footer clipboard-copy datalist area map".split(
    " "
  )
)

const chrome = new Set(
  (
    "headerlink hash-link header-anchor heading-anchor anchor-link anchorjs-link sr-only visually-hidden screen-reader-text " +
    "sl-anchor-link copybtn copy-button clipboard md-clipboard md-source-file md-content__button md-footer md-sidebar " +
    "theme-doc-toc-mobile theme-doc-breadcrumbs theme-doc-version-badge theme-doc-version-banner theme-doc-footer " +
    "theme-edit-this-page breadcrumb breadcrumbs pagination pagination-nav pagination-links prev-next prev-next-area " +
    "prev-next-footer related sphinxsidebar sphinxsidebarwrapper toc table-of-contents table_of_contents toctoggle " +
    "tableofcontents toc-macro edit-link edit-page edit-this-page editthispage VPDocFooter VPDocAsideOutline " +
    "VPDocOutlineDropdown rst-footer-buttons wy-breadcrumbs wy-nav-side viewcode-link page-metadata skip-link skip-to-content " +
    "DocSearch mw-editsection mw-jump-link navbox catlinks printfooter feedback feedback-toolbar eyebrow page-feedback article-feedback back-to-top " +
    "md-top navheader navfooter bottom-nav top-nav mobile-toc on-this-page right-sidebar comment-count like-section"
  ).split(" ")
)
const hashed =
  /^(?:tocCollapsible|tableOfContents|breadcrumbsContainer|lastUpdated|docItemCol_|theme-last-updated|mobile-toc|page-toc|nextra-toc|nextra-breadcrumb)/
const roles = new Set(["navigation", "search", "toolbar", "menu", "menubar", "tooltip", "contentinfo", "banner"])
const headings = /^h[1-6]$/

const isHidden = (node: Element): boolean =>
  (node.properties.hidden !== undefined && node.properties.hidden !== false) ||
  (attribute(node, "ariaHidden") === "true" && lineOf(node).length <= 200) ||
  /(?:^|;)\s*(?:display:\s*none|visibility:\s*hidden)/i.test(attribute(node, "style"))

const isContents = (node: Element, names: ReadonlyArray<string>): boolean =>
  isElement(node, "div", "aside", "details", "ul", "section") &&
  ((names.includes("contents") && names.includes("topic")) ||
    /^(?:toc|table-of-contents|mw-toc|tableofcontents)$/i.test(attribute(node, "id")) ||
    /^(?:table of contents|on this page|contents|breadcrumbs?)$/i.test(attribute(node, "ariaLabel")))

/** Whether an element is no part of what a page says. */
export const isChrome = (node: Element): boolean => {
  if (node.data?.mark !== undefined) return false
  if (never.has(node.tagName) || isHidden(node) || roles.has(attribute(node, "role"))) return true
  if (node.tagName === "input" && attribute(node, "type") !== "checkbox") return true
  const names = classes(node)
  return names.some((name) => chrome.has(name) || hashed.test(name)) || isContents(node, names)
}

const sign = /^[\s\u200b]*(?:[¶#§🔗⚓]|permalink|\[?link\]?|anchor)?[\s\u200b]*$/iu

/** A link of a heading to itself that shows a sign only. */
const isPermalink = (node: Element): boolean =>
  isElement(node, "a") &&
  /^#|#[^#]*$/.test(attribute(node, "href")) &&
  sign.test(lineOf(node)) &&
  node.children.every((child) => !isElement(child, "img"))

/** Takes away what is no part of what a page says. */
export const stripChrome = (root: Root | Element): void =>
  rewrite(root, (node) => {
    if (isChrome(node)) return []
    if (headings.test(node.tagName)) {
      rewrite(node, (each) => (isPermalink(each) || isChrome(each) ? [] : undefined))
      return [node]
    }
    return undefined
  })
