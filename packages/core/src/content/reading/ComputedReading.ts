/** Computed pages as answered: evaluated, with the pages below them, or as their source. */

import { pageAppUrl } from "../../foundation/urls/PublicUrls.js"
import { joinPath } from "../../text/markdown/Slug.js"
import type { SpecPage, SpecPages } from "../../text/openapi/SpecPages.js"
import type { PageItem } from "../items/Item.js"
import { type Computed, specOf } from "../pages/Computed.js"
import type { ComputedPage, DocumentPage } from "../pages/Page.js"
import { PageId } from "../pages/PageId.js"
import { defaultLayout } from "../pages/PageLayout.js"

/** A page that is computed. */
export interface ComputedItem extends PageItem {
  readonly computed: Computed
}

/** Whether a page is computed. */
export const isComputed = (item: PageItem | undefined): item is ComputedItem => item?.computed !== undefined

/** The id of a page below a computed one: the same as long as its tag has the same slug. */
const childId = ({ id }: PageItem, { slug }: SpecPage): PageId => PageId.make(`${id}.${slug}`)

/** Splits the id of a page below a computed one into that page's id and the slug. */
export const cutId = (id: string): { readonly parent: string; readonly slug: string } | undefined => {
  const at = id.indexOf(".")
  return at < 0 ? undefined : { parent: id.slice(0, at), slug: id.slice(at + 1) }
}

/** Splits a path into its parent path and its last segment. */
export const cutPath = (path: string): { readonly parent: string; readonly slug: string } | undefined => {
  const at = path.lastIndexOf("/")
  return at < 0 ? undefined : { parent: path.slice(0, at), slug: path.slice(at + 1) }
}

const sourceOf = ({ computed }: ComputedItem, props: Computed["props"]): Computed => ({
  type: computed.type,
  dependencies: { spec: { ref: { kind: "openapi", spec: specOf(computed) } } },
  props
})

const times = ({ createdAt, updatedAt }: PageItem) => ({ createdAt, updatedAt })

/** A page below a computed one. */
export const childPage = (base: string, space: string, item: ComputedItem, page: SpecPage): DocumentPage => {
  const path = joinPath(item.path, page.slug)
  return {
    id: childId(item, page),
    title: page.title,
    ...times(item),
    kind: "sheet",
    type: "document",
    urls: { app: pageAppUrl(base, space, path) },
    slug: page.slug,
    path,
    ...(page.description !== undefined && { description: page.description }),
    pages: [],
    layout: defaultLayout,
    ...(item.hidden !== undefined && { hidden: item.hidden }),
    computed: sourceOf(item, page.part === "models" ? { doc: "models" } : { doc: "operations", page: page.slug }),
    computedSeed: item.id
  }
}

const shown = (item: ComputedItem) => ({
  id: item.id,
  title: item.title,
  ...(item.label !== undefined && { label: item.label }),
  ...(item.emoji !== undefined && { emoji: item.emoji }),
  ...(item.icon !== undefined && { icon: item.icon }),
  ...times(item)
})

/** A computed page as its source. */
export const unevaluated = (item: ComputedItem): ComputedPage => ({
  ...shown(item),
  type: "computed",
  slug: item.slug,
  path: item.path,
  ...(item.hidden !== undefined && { hidden: item.hidden }),
  computed: sourceOf(item, { models: false, ...item.computed.props }),
  pages: []
})

/** A computed page with the pages below it. */
export const evaluated = (base: string, space: string, item: ComputedItem, found: SpecPages): DocumentPage => ({
  ...shown(item),
  kind: "sheet",
  type: "document",
  urls: { app: pageAppUrl(base, space, item.path) },
  slug: item.slug,
  path: item.path,
  ...(item.description !== undefined && { description: item.description }),
  pages: found.pages.map((page) => childPage(base, space, item, page)),
  layout: defaultLayout,
  ...(item.hidden !== undefined && { hidden: item.hidden }),
  ...(item.noIndex !== undefined && { noIndex: item.noIndex }),
  ...(item.noRobotsIndex !== undefined && { noRobotsIndex: item.noRobotsIndex }),
  ...(item.condition !== undefined && { condition: item.condition }),
  computed: sourceOf(item, { doc: "info", page: item.slug }),
  computedSeed: item.id
})
