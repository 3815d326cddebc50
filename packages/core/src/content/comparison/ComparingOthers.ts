/** Compares the redirects of two versions of a space, and the layouts of its folder. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { configPath } from "../git-layout/Config.js"
import { joinInUrl } from "../git-layout/Paths.js"
import { variablesName } from "../git-layout/Variables.js"
import { type ItemValue, isKind, type RedirectsItem, type SourceItem } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { PageId } from "../pages/PageId.js"
import { differences } from "./Differences.js"
import type { ComparedFile, OtherChange } from "./OtherChange.js"

/** An item in two versions; `undefined` where it does not exist. */
interface Sides {
  readonly before: ItemValue | undefined
  readonly after: ItemValue | undefined
}

const sided = <A>(before: A | undefined, after: A | undefined) => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after })
})

type Layout = SourceItem["values"] | undefined

const layoutOf = (value: ItemValue | undefined): Layout => (isKind(value, "source") ? value.values : undefined)

const placesOf = (layout: Layout) =>
  layout === undefined ? {} : { root: layout.root, readme: layout.readme, summary: layout.summary }

/** The files of two layouts whose texts differ, with the texts. */
export const differingFiles = ({ after, before }: Sides): ReadonlyArray<ComparedFile> => {
  const [old, young] = [layoutOf(before), layoutOf(after)]
  const files = [
    [young?.summary ?? old?.summary ?? "", old?.table?.text, young?.table?.text],
    [configPath, old?.config, young?.config],
    [joinInUrl(young?.root ?? old?.root ?? "", variablesName), old?.variables, young?.variables]
  ] as const
  return files.flatMap(([path, from, to]) => (from === to ? [] : [{ path, ...sided(from, to) }]))
}

const layoutChange = (sides: Sides): OtherChange | undefined => {
  const attributes = differences<{ root?: string; readme?: string; summary?: string }>(
    placesOf(layoutOf(sides.before)),
    placesOf(layoutOf(sides.after))
  )
  const files = differingFiles(sides).map(({ path }) => path)
  // Which page an entry of the table belongs to follows from changes of pages.
  if (attributes === undefined && files.length === 0) return undefined
  return { type: "layout_edited", attributes: attributes ?? {}, files }
}

const redirectsOf = (value: ItemValue | undefined): ReadonlyMap<string, PageId> =>
  new Map(Object.entries<PageId>(isKind(value, "redirects") ? (value satisfies RedirectsItem).values : {}))

/**
 * The change of the redirects or of the layout of a space from one view to another, if the item is one of these and
 * differs; of at most so many redirects.
 */
export type OtherChangeOf = (
  views: readonly [View, View],
  sides: Sides,
  limit: number
) => Effect.Effect<OtherChange | undefined, Unavailable>

/** {@link OtherChangeOf} over the repository of the context. */
export const makeOtherChange = Effect.map(ItemRepository, (items): OtherChangeOf => {
  const targetOf = Effect.fnUntraced(function* (view: View, id: PageId | undefined) {
    if (id === undefined) return undefined
    const page = (yield* items.find(view, id))?.value.value
    if (!isKind(page, "page")) return { id }
    return { id, title: page.title, ...(page.path !== "" && { path: page.path }) }
  })
  return Effect.fnUntraced(function* (views, sides, limit) {
    const kind = (sides.after ?? sides.before)?.kind
    if (kind === "source") return layoutChange(sides)
    if (kind !== "redirects") return undefined
    const [old, young] = [redirectsOf(sides.before), redirectsOf(sides.after)]
    const paths = [...new Set([...old.keys(), ...young.keys()])].filter((path) => old.get(path) !== young.get(path))
    if (paths.length === 0) return undefined
    const redirects = yield* Effect.forEach(paths.sort().slice(0, limit), (path) =>
      Effect.gen(function* () {
        const before = yield* targetOf(views[0], old.get(path))
        return [path, sided(before, yield* targetOf(views[1], young.get(path)))] as const
      })
    )
    const more = paths.length - redirects.length
    return { type: "redirects_edited", redirects: Object.fromEntries(redirects), ...(more > 0 && { more }) }
  })
})
