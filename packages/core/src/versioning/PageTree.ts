/** Turns stored pages into the tree that is answered. */

import * as Effect from "effect/Effect"
import type { PageItem } from "../content/Item.js"
import type { ChildPage, Page } from "../content/Page.js"
import { defaultLayout } from "../content/PageLayout.js"
import type { SpecPages } from "../openapi/SpecPages.js"
import { isOverdue, turn } from "../scheduling/Turns.js"
import { pageAppUrl } from "../urls/PublicUrls.js"
import { evaluated, isComputed, unevaluated } from "./ComputedReading.js"

/** What the answer of a page depends on besides the page. */
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

/** One page as answered, without a body, and with the pages that are directly below it. */
export const toPage = (item: PageItem, pages: ReadonlyArray<ChildPage>, context: PageContext): Page => {
  if (isComputed(item)) {
    const found = context.evaluated?.get(item.id)
    return found === undefined ? unevaluated(item) : evaluated(context.base, context.space, item, found)
  }
  const base = {
    id: item.id,
    title: item.title,
    ...(item.emoji !== undefined && { emoji: item.emoji }),
    ...(item.icon !== undefined && { icon: item.icon }),
    createdAt: item.createdAt,
    updatedAt: item.updatedAt
  }
  const flags = {
    ...(item.hidden !== undefined && { hidden: item.hidden }),
    ...(item.noIndex !== undefined && { noIndex: item.noIndex }),
    ...(item.noRobotsIndex !== undefined && { noRobotsIndex: item.noRobotsIndex })
  }
  if (item.type === "link") {
    return {
      ...base,
      kind: "link",
      type: "link",
      target: item.target ?? { kind: "url", url: "" },
      ...(item.target?.kind === "url" && { href: item.target.url }),
      ...(item.hidden !== undefined && { hidden: item.hidden })
    }
  }
  if (item.type === "group") {
    return { ...base, kind: "group", type: "group", slug: item.slug, path: item.path, ...flags, pages }
  }
  return {
    ...base,
    kind: "sheet",
    type: "document",
    urls: { app: pageAppUrl(context.base, context.space, item.path) },
    slug: item.slug,
    path: item.path,
    ...(item.description !== undefined && { description: item.description }),
    pages,
    ...(context.metadata && item.git !== undefined && { git: item.git }),
    layout: { ...defaultLayout, ...item.layout },
    ...(item.cover !== undefined && { cover: item.cover }),
    ...(item.variables !== undefined && { variables: item.variables }),
    ...flags,
    ...(item.document !== undefined && { documentId: item.document })
  }
}

/** Pages and everything below them, each after what is above it. */
const inside = (roots: ReadonlyArray<PageItem>, children: Children): ReadonlyArray<PageItem> => {
  const found = [...roots]
  for (let at = 0; at < found.length; at++) for (const child of children.get(found[at]!.id) ?? []) found.push(child)
  return found
}

/** Pages as answered, with everything below them, and without bodies; other work goes on meanwhile. */
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
