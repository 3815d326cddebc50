/**
 * Makes a valid tree of pages that come from two sides: no page without a parent, below itself, or with the place, slug
 * or path of another.
 */
import * as Effect from "effect/Effect"
import { generateKeyBetween } from "fractional-indexing"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { joinPath } from "../../text/markdown/Slug.js"
import type { Draft, DraftError } from "../drafts/Draft.js"
import { freeSlug, positionAt } from "../drafts/PagePlacement.js"
import type { ItemValue, PageItem } from "../items/Item.js"
import type { Resolution } from "../merge/Resolution.js"

/** Reads a version of an item. */
type Version = (id: string) => Effect.Effect<ItemValue | undefined, Unavailable>

const pageIn = (draft: Draft, id: string): Effect.Effect<PageItem | undefined, Unavailable> =>
  Effect.map(draft.item(id), (value) => (value?.kind === "page" ? value : undefined))

/** Whether a page is below itself. */
const isCircular = Effect.fnUntraced(function* (draft: Draft, page: PageItem) {
  const seen = new Set<string>([page.id])
  for (let id: string = page.parent; id !== ""; ) {
    if (seen.has(id)) return id === page.id
    seen.add(id)
    const above = yield* pageIn(draft, id)
    if (above === undefined) return false
    id = above.parent
  }
  return false
})

/** A page's slug, or one derived from it if a sibling has the same slug. */
const keptSlug = (draft: Draft, page: PageItem): Effect.Effect<string, DraftError> =>
  Effect.flatMap(draft.children(page.parent), (siblings) =>
    siblings.some(({ id, slug, type }) => id !== page.id && type !== "link" && slug === page.slug)
      ? freeSlug(draft, page.parent, page.slug, page.id)
      : Effect.succeed(page.slug)
  )

/**
 * A free position next to a sibling with the same position, in the order of their ids: the result does not depend on
 * which of the two came first.
 */
const freePosition = Effect.fnUntraced(function* (draft: Draft, { id, parent, position }: PageItem) {
  const siblings = (yield* draft.children(parent)).filter((each) => each.id !== id)
  const same = siblings.find((each) => each.position === position)
  if (same === undefined) return position
  const before = siblings.findLast((each) => each.position < position)?.position ?? null
  const after = siblings.find((each) => each.position > position)?.position ?? null
  return same.id < id ? generateKeyBetween(position, after) : generateKeyBetween(before, position)
})

/**
 * Gives a page and its descendants the paths of their places. In a damaged file, the first page may be among its own
 * descendants.
 */
const repath = (draft: Draft, page: PageItem, above: string, first = page.id): Effect.Effect<void, DraftError> =>
  Effect.gen(function* () {
    const path = page.type === "link" ? "" : joinPath(above, page.slug)
    const next = path === page.path ? page : { ...page, path }
    yield* draft.put(next)
    for (const child of yield* draft.children(page.id)) {
      const expected = child.type === "link" ? "" : joinPath(path, child.slug)
      if (child.path !== expected && child.id !== first) yield* repath(draft, child, path, first)
    }
  })

const depthOf = ({ path }: PageItem): number => path.split("/").length

/** The decision about the place of a page. */
type Decided = (id: string) => Resolution | undefined

/** Puts a page where main has it, if that was decided and is possible, and otherwise at the end of the root. */
const putHome = Effect.fnUntraced(function* (draft: Draft, ours: Version, decided: Decided, page: PageItem) {
  const before = decided(page.id) === "ours" ? yield* ours(page.id) : undefined
  if (before?.kind === "page") {
    const { parent, position } = before
    const back = { ...page, parent, position }
    yield* draft.put(back)
    if ((parent === "" || (yield* pageIn(draft, parent)) !== undefined) && !(yield* isCircular(draft, back))) return
  }
  yield* draft.put({ ...page, parent: "", position: yield* positionAt(draft, "", undefined, page.id) })
})

/** The input of {@link repairTree}. */
export interface UnrepairedTree {
  readonly draft: Draft
  /** The items that the other side changed or removed; all others are consistent among themselves. */
  readonly changed: ReadonlyArray<string>
  /** Main's version of an item. */
  readonly ours: Version
  /** The version of a removed item where the item has to stay. */
  readonly kept: Version
  readonly decided: Decided
}

/**
 * Repairs the tree around the pages that the other side changed or removed. Returns the ids of the pages whose place
 * neither side decides alone: a removed page stays if main has pages in it; the contents of a page that main removed,
 * and a page that ends up below itself by the moves of both sides, go to the end of the root, unless it was decided
 * otherwise. Where two pages have the same slug or position, the request's page gets another one.
 */
export const repairTree = ({
  changed,
  decided,
  draft,
  kept,
  ours
}: UnrepairedTree): Effect.Effect<ReadonlySet<string>, DraftError> =>
  Effect.gen(function* () {
    const disputed = new Set<string>()
    /** A page, unless its place is the same as in main. */
    const differing = Effect.fnUntraced(function* (
      id: string,
      ...fields: ReadonlyArray<"parent" | "slug" | "position">
    ) {
      const [page, main] = [yield* pageIn(draft, id), yield* ours(id)]
      if (page === undefined || main?.kind !== "page") return page
      return fields.every((field) => page[field] === main[field]) ? undefined : page
    })
    const touched = [...changed]
    const removed: Array<PageItem> = []
    for (const id of changed) {
      const page = (yield* draft.item(id)) === undefined ? yield* ours(id) : undefined
      if (page?.kind === "page") removed.push(page)
    }
    // The deepest first: a page that stays keeps its ancestors.
    for (const { id } of removed.sort((a, b) => depthOf(b) - depthOf(a))) {
      const inside = yield* draft.children(id)
      if (inside.length === 0) continue
      disputed.add(id)
      const page = decided(id) === "theirs" ? undefined : yield* kept(id)
      if (page !== undefined) yield* draft.put(page)
      else {
        for (const each of inside) yield* putHome(draft, ours, decided, each)
        touched.push(...inside.map((each) => each.id))
      }
    }
    for (const id of changed) {
      const page = yield* pageIn(draft, id)
      if (page === undefined || page.parent === "" || (yield* pageIn(draft, page.parent)) !== undefined) continue
      disputed.add(id)
      yield* putHome(draft, ours, decided, page)
    }
    for (const id of changed) {
      const page = yield* differing(id, "parent")
      if (page === undefined || !(yield* isCircular(draft, page))) continue
      disputed.add(id)
      yield* putHome(draft, ours, decided, page)
    }
    for (const id of touched) {
      const page = yield* differing(id, "parent", "slug")
      if (page === undefined || page.type === "link") continue
      const slug = yield* keptSlug(draft, page)
      if (slug !== page.slug) yield* draft.put({ ...page, slug })
    }
    for (const id of touched) {
      const page = yield* differing(id, "parent", "position")
      if (page === undefined) continue
      const position = yield* freePosition(draft, page)
      if (position !== page.position) yield* draft.put({ ...page, position })
    }
    for (const id of touched) {
      const page = yield* pageIn(draft, id)
      if (page === undefined) continue
      const above = page.parent === "" ? undefined : yield* pageIn(draft, page.parent)
      yield* repath(draft, page, above?.path ?? "")
    }
    return disputed
  })
