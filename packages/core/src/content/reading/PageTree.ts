/** Turns stored pages into the tree that is answered. */

import * as Effect from "effect/Effect"
import { isOverdue, turn } from "../../foundation/scheduling/Turns.js"
import { pageAppUrl } from "../../foundation/urls/PublicUrls.js"
import type { SpecPages } from "../../text/openapi/SpecPages.js"
import type { PageItem } from "../items/Item.js"
import type { ChildPage, DocumentPage, GroupPage, LinkPage, Page } from "../pages/Page.js"
import { defaultLayout } from "../pages/PageLayout.js"
import { evaluated, isComputed, unevaluated } from "./ComputedReading.js"

/** The context, in addition to the page, that a page's answer depends on. */
export interface PageContext {
  readonly base: string
  readonly space: string
  /** Whether git metadata is part of the answer. */
  readonly metadata: boolean
  /** The evaluated pages, by the id of the computed page; computed pages without an entry are not evaluated. */
  readonly evaluated?: ReadonlyMap<string, SpecPages>
}

/** The pages by their parent's id (`""` for the root), each list in order. */
export type Children = ReadonlyMap<string, ReadonlyArray<PageItem>>

/** Groups pages by parent; `pages` may come in any order. */
export const childrenOf = (pages: ReadonlyArray<PageItem>): Children => {
  const children = new Map<string, Array<PageItem>>()
  for (const page of pages) {
    const siblings = children.get(page.parent)
    if (siblings === undefined) children.set(page.parent, [page])
    else siblings.push(page)
  }
  for (const siblings of children.values()) siblings.sort(byPosition)
  return children
}

/** The order of siblings: by position, then by id. */
export const byPosition = (a: PageItem, b: PageItem): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

/** The fields of every page, in their order. Assigned one by one: spreading takes several times as long. */
const baseOf = <A extends Page>({ createdAt, emoji, icon, id, label, title, updatedAt }: PageItem): Mutable<A> => {
  const page: Partial<Mutable<DocumentPage>> = { id, title }
  if (label !== undefined) page.label = label
  if (emoji !== undefined) page.emoji = emoji
  if (icon !== undefined) page.icon = icon
  page.createdAt = createdAt
  page.updatedAt = updatedAt
  return page as Mutable<A>
}

const setFlags = (
  page: Mutable<DocumentPage | GroupPage>,
  { condition, hidden, noIndex, noRobotsIndex }: PageItem
): void => {
  if (hidden !== undefined) page.hidden = hidden
  if (noIndex !== undefined) page.noIndex = noIndex
  if (noRobotsIndex !== undefined) page.noRobotsIndex = noRobotsIndex
  if (condition !== undefined) page.condition = condition
}

const linkOf = (item: PageItem): LinkPage => {
  const page = baseOf<LinkPage>(item)
  page.kind = "link"
  page.type = "link"
  page.target = item.target ?? { kind: "url", url: "" }
  if (item.target?.kind === "url") page.href = item.target.url
  if (item.hidden !== undefined) page.hidden = item.hidden
  return page
}

const groupOf = (item: PageItem, pages: ReadonlyArray<ChildPage>): GroupPage => {
  const page = baseOf<GroupPage>(item)
  page.kind = "group"
  page.type = "group"
  page.slug = item.slug
  page.path = item.path
  setFlags(page, item)
  page.pages = pages
  return page
}

const documentOf = (item: PageItem, pages: ReadonlyArray<ChildPage>, context: PageContext): DocumentPage => {
  const page = baseOf<DocumentPage>(item)
  page.kind = "sheet"
  page.type = "document"
  page.urls = { app: pageAppUrl(context.base, context.space, item.path) }
  page.slug = item.slug
  page.path = item.path
  if (item.description !== undefined) page.description = item.description
  page.pages = pages
  if (context.metadata && item.git !== undefined) page.git = item.git
  page.layout = item.layout === undefined ? defaultLayout : { ...defaultLayout, ...item.layout }
  if (item.cover !== undefined) page.cover = item.cover
  if (item.variables !== undefined) page.variables = item.variables
  setFlags(page, item)
  if (item.document !== undefined) page.documentId = item.document
  return page
}

/** One page as answered, without a body, and with the pages that are directly below it. */
export const toPage = (item: PageItem, pages: ReadonlyArray<ChildPage>, context: PageContext): Page => {
  if (isComputed(item)) {
    const found = context.evaluated?.get(item.id)
    return found === undefined ? unevaluated(item) : evaluated(context.base, context.space, item, found)
  }
  if (item.type === "link") return linkOf(item)
  return item.type === "group" ? groupOf(item, pages) : documentOf(item, pages, context)
}

/** Pages and all of their descendants, each after its parent. */
const inside = (roots: ReadonlyArray<PageItem>, children: Children): ReadonlyArray<PageItem> => {
  const found = [...roots]
  for (let at = 0; at < found.length; at++) for (const child of children.get(found[at]!.id) ?? []) found.push(child)
  return found
}

/** Pages as answered, with all descendants, and without bodies; yields to other work meanwhile. */
export const toPages = (
  roots: ReadonlyArray<PageItem>,
  children: Children,
  context: PageContext
): Effect.Effect<ReadonlyArray<Page>> =>
  Effect.gen(function* () {
    const made = new Map<string, Page>()
    const below = ({ id }: PageItem) => (children.get(id) ?? []).map((child) => made.get(child.id)) as Array<ChildPage>
    for (const item of inside(roots, children).toReversed()) {
      if (isOverdue()) yield* turn
      made.set(item.id, toPage(item, below(item), context))
    }
    return roots.map(({ id }) => made.get(id)!)
  })
