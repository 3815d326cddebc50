/** The links of one page or reusable content, from its text. */

import type { Task } from "../../foundation/workers/Workers.js"
import { specDestination } from "../../text/markdown/TokenLinks.js"
import { readBy } from "../dialects/Readings.js"
import { dialectOf, type ItemValue, type PageItem, type ReusableContentItem } from "../items/Item.js"
import { specOf } from "../pages/Computed.js"
import { type TextLink, textLinks } from "../pages/TextReading.js"
import type { LinkRecord } from "./LinkRows.js"

/** An item with links: a page, or a reusable content that pages include. */
export type LinkHolder = PageItem | ReusableContentItem

/** An item as one with links, if it is. */
export const holderOf = (item: ItemValue | undefined): LinkHolder | undefined =>
  item?.kind === "page" || item?.kind === "reusable-content" ? item : undefined

const addressOf = (target: NonNullable<PageItem["target"]>): string =>
  target.kind === "url" ? target.url : target.kind === "file" ? `/files/${target.file}` : `/pages/${target.page}`

/**
 * Every link of a page or reusable content in order, before it is known whether their targets exist; `links` are the
 * links of its text. An anchor in a reusable content refers to the page that includes it, and is not one of its links.
 */
export const linksIn = (holder: LinkHolder, links: ReadonlyArray<TextLink>): ReadonlyArray<LinkRecord> => {
  if (holder.kind === "page" && holder.computed !== undefined) {
    return [{ written: specDestination(specOf(holder.computed)), included: true }]
  }
  if (holder.kind === "page" && holder.type === "link") {
    return holder.target === undefined ? [] : [{ written: addressOf(holder.target) }]
  }
  return links
    .filter(({ destination }) => holder.kind === "page" || !destination.startsWith("#"))
    .map(({ anchor, destination, included }) => ({
      written: destination,
      ...(included && { included: true as const }),
      ...(anchor !== "" && { section: anchor })
    }))
}

/** {@link linksIn} a page or reusable content, with its text. */
export const linksTask: Task<{ readonly holder: LinkHolder; readonly markdown: string }, ReadonlyArray<LinkRecord>> = {
  name: "text/links",
  size: ({ markdown }) => markdown.length,
  run: ({ holder, markdown }) => {
    const links = readBy(dialectOf(holder), (reading) => textLinks(markdown, reading))
    return links instanceof Promise ? links.then((found) => linksIn(holder, found)) : linksIn(holder, links)
  }
}
