/** Resolves paths of a site that no page has: by its redirects, or because a page once had them. */
import * as Effect from "effect/Effect"
import { type ItemVersion, isKind, open } from "../../content/items/Item.js"
import type { ItemRepositoryService } from "../../content/items/ItemRepository.js"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import type { Actor } from "../../people/access/Actor.js"
import type { OutlinePage, VisitorSight } from "../../people/access/Visits.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { type SiteSpaceNode, sectionsOf, siteSpacesOf } from "../../people/places/Structure.js"
import type { PublishedView } from "../sites/published-content/PublishedView.js"
import type { SiteRedirectRecord } from "../sites/site-redirects/SiteRedirect.js"
import type { SiteRedirectRepositoryService } from "../sites/site-redirects/SiteRedirectRepository.js"
import type { ReadRedirect, ReadRedirectFrom, ReadSiteSpace } from "./ReadSite.js"
import { sectionsRead } from "./SectionsRead.js"
import type { SiteOutline } from "./SiteOutline.js"

/** The context that redirects are resolved in. */
interface Parts<O extends { readonly space: SpaceRecord }> {
  readonly items: ItemRepositoryService
  readonly redirects: SiteRedirectRepositoryService
  readonly openIn: (view: PublishedView, node: SiteSpaceNode | undefined) => Effect.Effect<O, LecternError, Actor>
  readonly outlineIn: (opened: O) => Effect.Effect<SiteOutline, LecternError, Actor>
}

/** The number of redirects and versions that are read together. */
const atOnce = 500

/** Finds redirects of a site, as a reader sees it. */
export const makeRedirecting = <O extends { readonly space: SpaceRecord }>({
  items,
  openIn,
  outlineIn,
  redirects
}: Parts<O>) => {
  /**
   * Whether a reader could see a page when it last had a path, by the conditions of the page and its ancestors at that
   * time.
   */
  const wasShown = Effect.fnUntraced(function* (
    line: string,
    { until, value }: ItemVersion,
    { hiddenPages }: Pick<VisitorSight, "hiddenPages">
  ) {
    const view = until === open ? { line } : { line, sequence: until - 1 }
    const above: Array<OutlinePage> = []
    for (let at = isKind(value, "page") ? value : undefined; at !== undefined; ) {
      const { id } = at
      if (above.some((below) => below.id === id)) return false
      above.push(at)
      const parent: ItemVersion | undefined = at.parent === "" ? undefined : (yield* items.find(view, at.parent))?.value
      at = isKind(parent?.value, "page") ? parent.value : undefined
    }
    return !hiddenPages(above).has(value.id)
  })

  const namedIn = Effect.fnUntraced(function* ({ id, sequence }: SpaceRecord) {
    const known = (yield* items.find({ line: id, sequence }, "redirects"))?.value.value
    return isKind(known, "redirects") ? known.values : {}
  })

  const spacesOf = (view: PublishedView): ReadonlyArray<ReadSiteSpace> =>
    sectionsRead(view.seen, new Map(siteSpacesOf(view.seen).map(({ space }) => [space, ""])))
      .flatMap(({ siteSpaces }) => siteSpaces)
      .toSorted((a, b) => b.path.length - a.path.length)

  const nodeOf = (view: PublishedView, siteSpace: ReadSiteSpace): SiteSpaceNode | undefined =>
    siteSpacesOf(view.seen).find(({ id }) => id === siteSpace.id)

  /** The rest of a path below a space of the site; `undefined` if it is not below it. */
  const below = ({ path: at }: ReadSiteSpace, path: string): string | undefined =>
    at === "" ? path : path.startsWith(`${at}/`) ? path.slice(at.length + 1) : undefined

  const destinationOf = Effect.fnUntraced(function* (view: PublishedView, { destination }: SiteRedirectRecord) {
    const nodes =
      destination.kind === "site-section"
        ? sectionsOf(view.seen).find(({ id }) => id === destination.siteSectionId)?.siteSpaces
        : siteSpacesOf(view.seen).filter(({ id }) => id === destination.siteSpaceId)
    const node = nodes?.find((each) => each.default) ?? nodes?.[0]
    const siteSpace = spacesOf(view).find(({ id }) => id === node?.id)
    if (siteSpace === undefined) return undefined
    if (destination.kind !== "site-page") return { siteSpace } satisfies ReadRedirect
    const page = (yield* outlineIn(yield* openIn(view, node))).byId.get(destination.pageId)
    return page === undefined ? undefined : ({ siteSpace, page } satisfies ReadRedirect)
  })

  const formerIn = Effect.fnUntraced(function* (view: PublishedView, siteSpace: ReadSiteSpace, path: string) {
    const opened = yield* openIn(view, nodeOf(view, siteSpace))
    const line = opened.space.id
    const named = yield* namedIn(opened.space)
    const outline = yield* outlineIn(opened)
    const given = Object.hasOwn(named, path) ? named[path] : undefined
    const former = given === undefined ? yield* items.formerOwner(line, path) : undefined
    const owner = former !== undefined && (yield* wasShown(line, former, view)) ? former.value.id : given
    const page = outline.byId.get(owner ?? "")
    return page === undefined ? undefined : ({ siteSpace, page } satisfies ReadRedirect)
  })

  const one = (view: PublishedView, path: string): Effect.Effect<ReadRedirect | undefined, LecternError, Actor> =>
    Effect.gen(function* () {
      const stored = yield* redirects.bySource(view.site.id, `/${path}`)
      if (stored !== undefined) return yield* destinationOf(view, stored.value)
      for (const siteSpace of spacesOf(view)) {
        const rest = below(siteSpace, path) ?? ""
        if (rest !== "") return yield* formerIn(view, siteSpace, rest)
      }
      return undefined
    })

  /** The last version at each path that pages on a line once had and none has now. */
  const formerPaths = (line: string): Effect.Effect<ReadonlyMap<string, ItemVersion>, Unavailable> =>
    Effect.gen(function* () {
      const found = new Map<string, ItemVersion>()
      let after: ReadonlyArray<string | number | null> | undefined
      for (;;) {
        const some = yield* items.withPaths(line, after, atOnce)
        for (const { value } of some) {
          if (!isKind(value.value, "page")) continue
          if (value.until === open) found.delete(value.value.path)
          else found.set(value.value.path, value)
        }
        if (some.length < atOnce) return found
        after = some.at(-1)?.cursor
      }
    })

  const allIn = Effect.fnUntraced(function* (view: PublishedView, siteSpace: ReadSiteSpace) {
    const opened = yield* openIn(view, nodeOf(view, siteSpace))
    const outline = yield* outlineIn(opened)
    const pages = new Map<string, string>()
    for (const [path, former] of yield* formerPaths(opened.space.id)) {
      if (outline.byId.has(former.value.id) && (yield* wasShown(opened.space.id, former, view)))
        pages.set(path, former.value.id)
    }
    for (const [path, page] of Object.entries(yield* namedIn(opened.space))) pages.set(path, page)
    return Array.from(pages).flatMap(([path, id]): ReadonlyArray<ReadRedirectFrom> => {
      const page = outline.byId.get(id)
      const isPage = outline.byPath.has(path)
      return page === undefined || isPage ? [] : [{ path, siteSpace, page }]
    })
  })

  const all = (view: PublishedView): Effect.Effect<ReadonlyArray<ReadRedirectFrom>, LecternError, Actor> =>
    Effect.gen(function* () {
      const found = new Map<string, ReadRedirectFrom>()
      const siteSpaces = spacesOf(view)
      for (let after: ReadonlyArray<string | number | null> | undefined; ; ) {
        const some = yield* redirects.list(view.site.id, { limit: atOnce, ...(after !== undefined && { after }) })
        for (const { value } of some) {
          const path = value.source.slice(1)
          const destination = yield* destinationOf(view, value)
          if (destination !== undefined) found.set(path, { path, ...destination })
        }
        if (some.length < atOnce) break
        after = some.at(-1)?.cursor
      }
      for (const siteSpace of siteSpaces) {
        for (const former of yield* allIn(view, siteSpace)) {
          const path = siteSpace.path === "" ? former.path : `${siteSpace.path}/${former.path}`
          const nearest = siteSpaces.find((each) => below(each, path) !== undefined)
          if (nearest === siteSpace && !found.has(path)) found.set(path, { ...former, path })
        }
      }
      return [...found.values()]
    })

  return { one, all }
}
