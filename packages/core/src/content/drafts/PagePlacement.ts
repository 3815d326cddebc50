/** The places of pages in the tree: slugs, paths and positions, kept unique and in order. */
import * as Effect from "effect/Effect"
import { generateKeyBetween } from "fractional-indexing"
import { Conflict, invalid, type Unavailable } from "../../foundation/errors/Errors.js"
import { findByIdOrName, isNoName } from "../../foundation/ids/Names.js"
import { longestKey, rebalanceGap } from "../../foundation/order-keys/GapRebalancing.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import { freeSlug as candidates, joinPath, slug as slugOf, unique } from "../../text/markdown/Slug.js"
import type { PageItem } from "../items/Item.js"
import type { Draft, DraftError } from "./Draft.js"

/** The path prefix of a page's children. */
export const parentPath = (draft: Draft, parent: string): Effect.Effect<string, DraftError> =>
  parent === "" ? Effect.succeed("") : Effect.map(draft.page(parent), (page) => page.path)

/** A free slug below a parent, made from a title: `install`, then `install-2`. All siblings are read. */
export const freeSlug = (
  draft: Draft,
  parent: string,
  title: string,
  self?: string
): Effect.Effect<string, DraftError> =>
  Effect.map(draft.children(parent), (siblings) => unique(slugOf(title), takenBy(siblings, self)))

const takenBy = (siblings: ReadonlyArray<PageItem>, self: string | undefined): ReadonlySet<string> =>
  new Set(siblings.filter(({ id, type }) => id !== self && type !== "link").map(({ slug }) => slug))

/** The page with this id, or else the one at this path. */
export const pageNamed = (draft: Draft, name: string): Effect.Effect<PageItem | undefined, Unavailable> => {
  const byId = (id: string) => Effect.map(draft.item(id), (item) => (item?.kind === "page" ? item : undefined))
  return findByIdOrName({ byId, byName: draft.pageAt }, name)
}

/**
 * Whether a page directly below a path cannot get a slug: it cannot be a name, or another page has it. Ids of another
 * form than the default one are not looked up, as every edit would pay for that: `pageNamed` prefers them anyway.
 */
export const isSlugTaken = (
  draft: Draft,
  above: string,
  slug: string,
  self?: string
): Effect.Effect<boolean, Unavailable> =>
  isNoName(slug)
    ? Effect.succeed(true)
    : Effect.map(draft.pageAt(joinPath(above, slug)), (page) => page !== undefined && page.id !== self)

/** {@link freeSlug} below a path, by lookups: every page of the draft must have its final path. */
export const freeSlugBelow = (
  draft: Draft,
  above: string,
  title: string,
  self?: string
): Effect.Effect<string, DraftError> =>
  Effect.gen(function* () {
    const search = candidates(slugOf(title))
    for (let next = search.next(); ; ) {
      if (next.done === true) return next.value
      next = search.next(yield* isSlugTaken(draft, above, next.value, self))
    }
  })

/** Fails if a page directly below a path already has the slug; every page of the draft must have its final path. */
export const requireFreeSlug = (
  draft: Draft,
  above: string,
  slug: string,
  self?: string
): Effect.Effect<string, DraftError> =>
  Effect.flatMap(isSlugTaken(draft, above, slug, self), (taken) =>
    taken
      ? Effect.fail(invalid("slug", `expected a slug that no sibling uses, ${slug} is taken`))
      : Effect.succeed(slug)
  )

/**
 * A position for a page among its future siblings: at a zero-based index, or last. When a gap is used up, after some
 * two hundred moves into it, all siblings are read, and some around it get new positions.
 */
export const positionAt = (
  draft: Draft,
  parent: string,
  at: number | undefined,
  self?: string
): Effect.Effect<string, DraftError> =>
  Effect.gen(function* () {
    const { after, before } = yield* draft.gap(parent, at, self)
    const position = generateKeyBetween(before?.position ?? null, after?.position ?? null)
    if (position.length <= longestKey) return position
    const siblings = (yield* draft.children(parent)).filter(({ id }) => id !== self)
    const opening = rebalanceGap(siblings, Math.min(at ?? siblings.length, siblings.length))
    for (const { sibling, position } of opening.rekeyed) yield* draft.put({ ...sibling, position })
    return opening.position
  })

/** Fails if a page would end up below itself, or below something that cannot have pages. */
export const requireParent = (draft: Draft, parent: string, self?: string): Effect.Effect<void, DraftError> =>
  Effect.gen(function* () {
    const passed = new Set([self])
    for (let id = parent; id !== ""; ) {
      if (passed.has(id)) return yield* new Conflict({ message: "a page cannot be moved below itself" })
      passed.add(id)
      const page: PageItem = yield* draft.page(id)
      if (page.type === "link" || page.type === "computed") {
        return yield* invalid("into", `expected a page or a group: a ${page.type} page cannot have pages below it`)
      }
      id = page.parent
    }
  })

/** The number of descendants of a page that are changed before yielding to other work of the process. */
const pagesInATurn = 64

/** Stores a page, and updates the paths of everything below it if the page's path changed. */
export const place = (
  draft: Draft,
  page: PageItem,
  previousPath: string | undefined
): Effect.Effect<void, DraftError> =>
  Effect.gen(function* () {
    yield* draft.put(page)
    if (previousPath === undefined || previousPath === page.path) return
    const open: Array<PageItem> = [page]
    let count = 0
    for (let above = open.pop(); above !== undefined; above = open.pop()) {
      for (const child of yield* draft.children(above.id)) {
        // In a damaged file, a page may be below itself.
        if (child.type === "link" || child.id === page.id) continue
        const placed = { ...child, path: joinPath(above.path, child.slug) }
        yield* draft.put(placed)
        open.push(placed)
        if (++count % pagesInATurn === 0) yield* turn
      }
    }
  })

/** Removes a page with everything below it. */
export const removeTree = (draft: Draft, id: string): Effect.Effect<void, DraftError> =>
  Effect.gen(function* () {
    const open = [id]
    let count = 0
    for (let above = open.pop(); above !== undefined; above = open.pop()) {
      for (const child of yield* draft.children(above)) open.push(child.id)
      yield* draft.remove(above)
      if (++count % pagesInATurn === 0) yield* turn
    }
  })
