/** Where pages stand in the tree: slugs, paths and positions, kept unique and in order. */
import { Effect } from "effect"
import { Conflict, invalid } from "../errors/Errors.js"
import { slug as slugOf, unique } from "../markdown/Slug.js"
import { openAt } from "../ordering/Opening.js"
import type { Draft, DraftError } from "./Draft.js"
import type { PageItem } from "./Item.js"

/** The path of a page from its parent's and its slug. */
export const joinPath = (parent: string, slug: string): string => (parent === "" ? slug : `${parent}/${slug}`)

/** The path below which a page's children stand. */
export const parentPath = (draft: Draft, parent: string): Effect.Effect<string, DraftError> =>
  parent === "" ? Effect.succeed("") : Effect.map(draft.page(parent), (page) => page.path)

/** A free slug below a parent, made from a title: `install`, then `install-2`. */
export const freeSlug = (
  draft: Draft,
  parent: string,
  title: string,
  self?: string
): Effect.Effect<string, DraftError> =>
  Effect.map(draft.children(parent), (siblings) => unique(slugOf(title), takenBy(siblings, self)))

/** Fails where a sibling has the slug already. */
export const requireFreeSlug = (
  draft: Draft,
  parent: string,
  slug: string,
  self?: string
): Effect.Effect<string, DraftError> =>
  Effect.flatMap(draft.children(parent), (siblings) =>
    takenBy(siblings, self).has(slug)
      ? Effect.fail(invalid("slug", `expected a slug that no sibling has, ${slug} is taken`))
      : Effect.succeed(slug)
  )

const takenBy = (siblings: ReadonlyArray<PageItem>, self: string | undefined): ReadonlySet<string> =>
  new Set(siblings.filter(({ id, type }) => id !== self && type !== "link").map(({ slug }) => slug))

/** A position for a page among its future siblings: at a zero-based index, or last. Siblings around may get new ones. */
export const positionAt = (
  draft: Draft,
  parent: string,
  at: number | undefined,
  self?: string
): Effect.Effect<string, DraftError> =>
  Effect.gen(function* () {
    const siblings = (yield* draft.children(parent)).filter(({ id }) => id !== self)
    const opening = openAt(siblings, Math.min(at ?? siblings.length, siblings.length))
    for (const { sibling, position } of opening.rekeyed) yield* draft.put({ ...sibling, position })
    return opening.position
  })

/** Fails where a page would come to stand below itself, or below something that holds no pages. */
export const requireParent = (draft: Draft, parent: string, self?: string): Effect.Effect<void, DraftError> =>
  Effect.gen(function* () {
    for (let id = parent; id !== ""; ) {
      if (id === self) return yield* new Conflict({ message: "a page cannot be moved below itself" })
      const page: PageItem = yield* draft.page(id)
      if (page.type === "link" || page.type === "computed") {
        return yield* invalid("into", `expected a page or a group, a ${page.type} one holds no pages`)
      }
      id = page.parent
    }
  })

/** Puts a page, and gives everything below it its new path where the page's path changed. */
export const place = (
  draft: Draft,
  page: PageItem,
  previousPath: string | undefined
): Effect.Effect<void, DraftError> =>
  Effect.gen(function* () {
    yield* draft.put(page)
    if (previousPath === undefined || previousPath === page.path) return
    for (const child of yield* draft.children(page.id)) {
      if (child.type !== "link") yield* place(draft, { ...child, path: joinPath(page.path, child.slug) }, child.path)
    }
  })

/** Removes a page with everything below it. */
export const removeTree = (draft: Draft, id: string): Effect.Effect<void, DraftError> =>
  Effect.gen(function* () {
    for (const child of yield* draft.children(id)) yield* removeTree(draft, child.id)
    yield* draft.remove(id)
  })
