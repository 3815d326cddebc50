/** Renders the navigation of a site: its sections, the variants of a section, the page tree, and breadcrumbs. */
import { emojiOf } from "@lectern/core/internal/content/pages/EmojiText"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { type Html, html, isOutside, nothing, safeAddress, trusted } from "../html/Html.js"
import { pageHref, type Reading, spaceHref } from "../site/Addresses.js"
import type { Words } from "../words/English.js"
import { wordsIn } from "../words/Words.js"

const current = (is: boolean, as = "page"): Html => (is ? html` aria-current="${as}"` : nothing)

/** Links to the sections of a site; empty if there is only one. */
export const sectionLinks = ({ language, root, section, site }: Reading): Html => {
  if (site.sections.length < 2) return nothing
  const links = site.sections.map((each) => {
    const opening = each.siteSpaces.find(({ isDefault }) => isDefault) ?? each.siteSpaces[0]
    return opening === undefined
      ? nothing
      : html`<a href="${spaceHref(root, opening)}"${current(each === section, "true")}>${each.title}</a>`
  })
  return html`<nav class="sections" aria-label="${wordsIn(language).sections}">${links}</nav>`
}

/** A variant of a section, with the URL of a page's counterpart in it, or of its start if there is none. */
export interface Variant {
  readonly title: string
  readonly href: string
  readonly isCurrent: boolean
  readonly isCounterpart: boolean
  /** Its language, if its path names one. */
  readonly language?: string | undefined
}

const variantList = (variants: ReadonlyArray<Variant>, { fromStart }: Words): Html => {
  const shown = variants.find(({ isCurrent }) => isCurrent)
  if (variants.length < 2 || shown === undefined) return nothing
  const items = variants.map(
    ({ href, isCounterpart, isCurrent, title }) =>
      html`<li><a href="${href}"${current(isCurrent, "true")}>${title}${!isCounterpart && html` <small>${fromStart}</small>`}</a></li>`
  )
  return html`<details class="variants"><summary>${shown.title}</summary><ul>${items}</ul></details>`
}

/** The emoji or the icon of a page. */
export const markOf = ({ icon }: Pick<Reading, "icon">, page: Pick<OutlineEntry, "emoji" | "icon">): Html => {
  if (page.emoji !== undefined) return html`<span class="emoji" aria-hidden="true">${emojiOf(page.emoji)}</span>`
  return (page.icon === undefined ? undefined : icon(page.icon)) ?? nothing
}

/** What navigation calls a page. */
const nameOf = ({ label, title }: OutlineEntry): string => label ?? title

/** The ancestors of a page, from the root. */
const pathTo = (
  { outline }: Pick<Reading, "outline">,
  entry: OutlineEntry | undefined
): ReadonlyArray<OutlineEntry> => {
  const above: Array<OutlineEntry> = []
  for (let at = outline.byId.get(entry?.parent ?? ""); at !== undefined; at = outline.byId.get(at.parent))
    above.unshift(at)
  return above
}

const linkHref = (reading: Reading, { target }: OutlineEntry): string | undefined => {
  if (target?.kind === "url") return safeAddress(target.url)
  const page = target?.kind === "page" ? reading.outline.byId.get(target.page) : undefined
  return page === undefined || page.type !== "document"
    ? undefined
    : pageHref(reading.root, reading.siteSpace, reading.outline, page)
}

/** The maximum sizes of outlines that are shown fully expanded, and of outlines whose groups are. */
const [smallOutline, mediumOutline] = [40, 300]

/** The maximum number of pages that are shown below one page. */
const mostBeside = 100

/**
 * The children shown when there are many: the siblings around an open page, and the nearest ones before and after
 * these.
 */
const around = (pages: ReadonlyArray<OutlineEntry>, open: ReadonlySet<string | undefined>) => {
  if (pages.length <= mostBeside) return { shown: pages }
  const at = pages.findIndex(({ id }) => open.has(id))
  const start = Math.max(0, Math.min(at - mostBeside / 2, pages.length - mostBeside))
  const hasPage = ({ type }: OutlineEntry): boolean => type !== "link"
  return {
    before: pages.slice(0, start).findLast(hasPage),
    shown: pages.slice(start, start + mostBeside),
    after: pages.slice(start + mostBeside).find(hasPage)
  }
}

/**
 * The tree of pages: the branch of the current page is open, the others are collapsed if there are many, so that its
 * size does not depend on the size of the space.
 */
const tree = (reading: Reading, entry: OutlineEntry | undefined): Html => {
  const { language, outline, root, siteSpace } = reading
  const words = wordsIn(language)
  const open = new Set([entry?.id, ...pathTo(reading, entry).map(({ id }) => id)])
  const isSmall = outline.entries.length <= smallOutline
  const hasOpenGroups = outline.entries.length <= mediumOutline
  const more = (to: OutlineEntry | undefined, label: string): Html =>
    to === undefined
      ? nothing
      : html`<li><a href="${pageHref(root, siteSpace, outline, to)}" aria-label="${label}"><span>…</span></a></li>`
  const level = (parent: string): Html => {
    const items = (outline.children.get(parent) ?? []).filter(({ isHidden }) => !isHidden)
    if (items.length === 0) return nothing
    const { after, before, shown } = around(items, open)
    const list = shown.map((item) => {
      const mark = markOf(reading, item)
      if (item.type === "group" && hasOpenGroups)
        return html`<li><p class="group">${nameOf(item)}</p>${level(item.id)}</li>`
      if (item.type === "link") {
        const href = linkHref(reading, item)
        if (href === undefined) return nothing
        return html`<li><a href="${href}"${isOutside(href) && trusted(' rel="noopener nofollow"')}>${mark}<span>${nameOf(item)}</span></a></li>`
      }
      const hasMore = (outline.children.get(item.id) ?? []).some(({ isHidden }) => !isHidden)
      const isOpen = hasMore && (isSmall || open.has(item.id))
      const closed = hasMore && html` class="more${isOpen && " open"}"`
      return html`<li><a href="${pageHref(root, siteSpace, outline, item)}"${closed}${current(item.id === entry?.id)}>${mark}<span>${nameOf(item)}</span></a>${isOpen && level(item.id)}</li>`
    })
    return html`<ul>${more(before, words.previous)}${list}${more(after, words.next)}</ul>`
  }
  return level("")
}

/** The navigation next to a page; on small screens, a button opens it. */
export const navigation = (
  reading: Reading,
  entry: OutlineEntry | undefined,
  variants: ReadonlyArray<Variant>
): Html => {
  const words = wordsIn(reading.language)
  return html`<nav class="side" id="~menu" popover aria-label="${words.pages}">${variantList(variants, words)}${tree(reading, entry)}</nav>`
}

/** The breadcrumbs of a page; empty for a page at the root. */
export const crumbs = (reading: Reading, entry: OutlineEntry): Html => {
  const above = pathTo(reading, entry)
  if (above.length === 0) return nothing
  const items = above.map((each) =>
    each.type === "document"
      ? html`<li><a href="${pageHref(reading.root, reading.siteSpace, reading.outline, each)}">${each.title}</a></li>`
      : html`<li>${each.title}</li>`
  )
  return html`<nav class="crumbs" aria-label="${wordsIn(reading.language).breadcrumb}"><ol>${items}</ol></nav>`
}

/** Links to the pages before and after a page. */
export const pager = (reading: Reading, entry: OutlineEntry): Html => {
  const { documents, placeOf } = reading.outline
  const words = wordsIn(reading.language)
  const at = placeOf.get(entry.id) ?? -1
  const link = (to: OutlineEntry | undefined, name: string, label: string): Html =>
    to === undefined
      ? nothing
      : html`<a class="${name}" rel="${name}" href="${pageHref(reading.root, reading.siteSpace, reading.outline, to)}"><small>${label}</small>${nameOf(to)}</a>`
  if (at < 0 || documents.length < 2) return nothing
  return html`<nav class="pager" aria-label="${words.beside}">${link(documents[at - 1], "prev", words.previous)}${link(documents[at + 1], "next", words.next)}</nav>`
}
