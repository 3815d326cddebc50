/** Shared by the services of site spaces, sections and groups: each lists and changes parts of one structure. */
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import type { Cursor, List } from "../../../foundation/lists/List.js"
import { pageOf } from "../../../foundation/lists/PageOf.js"
import type { Actor, Asked } from "../../../people/access/Actor.js"
import type { SharedListQuery } from "../../../people/access/SharedAddresses.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SiteSectionId, type Structure } from "../../../people/places/Structure.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { makeSiteRemnants } from "../SiteRemnants.js"
import { type InsertionPoint, move, titles } from "./Moves.js"
import { type Answers, makeStructureViews, requireManage, type StructureView } from "./StructureViews.js"
import { withLoose, withoutGroups } from "./VisibleStructure.js"

/**
 * The number of preceding items that a cursor names, so that a scan can continue at its place after some of them are
 * removed.
 */
const named = 8

const resume = (items: ReadonlyArray<{ readonly id: string }>, [index, ...ids]: Cursor): number => {
  for (const id of ids) {
    const found = items.findIndex((item) => item.id === id)
    if (found >= 0) return found + 1
  }
  return Math.max(0, Number(index) + 1 - ids.length)
}

/** An item of a scan. */
interface Walked {
  readonly id: string
  readonly cursor: Cursor
}

/**
 * A scan of a list that has an order but no keys: a cursor names the last items of its page, the very last one first.
 */
const structureScan =
  (items: ReadonlyArray<{ readonly id: string }>) =>
  (after: Cursor | undefined, limit: number): Effect.Effect<ReadonlyArray<Walked>> => {
    const start = after === undefined ? 0 : resume(items, after)
    return Effect.succeed(
      items.slice(start, start + limit).map(({ id }, offset) => {
        const index = start + offset
        const before = items.slice(Math.max(0, index + 1 - named), index + 1).toReversed()
        return { id, cursor: [index, ...before.map((item) => item.id)] }
      })
    )
  }

/** Makes a new structure from the one that the caller sees; runs in the transaction that saves it. */
type Edit<A = Structure> = (view: StructureView) => Effect.Effect<A, LecternError, Actor>

/** Lists and changes parts of one kind. */
interface StructureEdits<A> {
  /**
   * A page of the parts that `nodes` selects from the structure visible to the caller, in order; `binding` identifies
   * the list and its filters.
   */
  readonly list: (
    organization: OrganizationId,
    site: SiteId,
    query: SharedListQuery,
    binding: string,
    nodes: (seen: Structure) => ReadonlyArray<{ readonly id: string }>
  ) => Asked<List<A>>
  /** Adds a part to a structure that the caller may change, and answers it; the edit also returns its id. */
  readonly add: (
    organization: OrganizationId,
    site: SiteId,
    edit: Edit<{ readonly id: string; readonly structure: Structure }>
  ) => Asked<A>
  /** Changes a part of a structure that the caller may change, and answers it; `NotFound` if they cannot see it. */
  readonly change: (organization: OrganizationId, site: SiteId, id: string, edit: Edit) => Asked<A>
  /** Moves a part that the caller can see, like {@link change}. */
  readonly move: (organization: OrganizationId, site: SiteId, id: string, place: InsertionPoint) => Asked<A>
  /**
   * Removes a part that the caller can see; removing one that they cannot see is not an error, and needs no right to
   * change the site.
   */
  readonly remove: (
    organization: OrganizationId,
    site: SiteId,
    isThere: (seen: Structure) => boolean,
    edit: Edit
  ) => Asked<void>
}

/** {@link StructureEdits} for each type of part, over the services of the context. */
export const makeStructureEdits = Effect.gen(function* () {
  const storage = yield* Storage
  const ids = yield* Ids
  const remnants = yield* makeSiteRemnants
  const views = yield* makeStructureViews

  /** Saves the structure that a caller made of the one that they see, and returns the result. */
  const save = Effect.fnUntraced(function* (view: StructureView, structure: Structure) {
    const { loose, shown, site, stored } = view
    const next =
      loose === undefined
        ? withoutGroups(structure, shown)
        : yield* withLoose(stored.structure.value, loose, structure, {
            id: SiteSectionId.make(yield* ids.next),
            title: site.title
          })
    const { id, organization } = yield* remnants.save(stored, next)
    return yield* views.read(organization, id)
  })

  return <T extends keyof Answers>(type: T): StructureEdits<Answers[T]> => {
    const answer: (view: StructureView, id: string) => Effect.Effect<Answers[T], LecternError> = views.answers[type]
    const edits: StructureEdits<Answers[T]> = {
      list: Effect.fnUntraced(function* (organization, site, { shareKey, ...query }, binding, nodes) {
        const view = yield* views.read(organization, site, shareKey)
        const items = nodes(view.seen)
        return yield* pageOf({
          binding,
          query,
          count: Effect.succeed(items.length),
          scan: structureScan(items),
          render: ({ id }) => answer(view, id)
        })
      }),
      add: (organization, site, edit) =>
        storage.transaction(
          Effect.gen(function* () {
            const view = yield* views.require(organization, site)
            const { id, structure } = yield* edit(view)
            return yield* answer(yield* save(view, structure), id)
          }),
          [organizationLock(organization)]
        ),
      change: (organization, site, id, edit) =>
        edits.add(organization, site, (view) =>
          view.shown(id)
            ? Effect.map(edit(view), (structure) => ({ id, structure }))
            : Effect.fail(notFound(titles[type]))
        ),
      move: (organization, site, id, place) =>
        edits.change(organization, site, id, ({ shown, structure }) => move(structure, { type, id }, place, shown)),
      remove: (organization, site, isThere, edit) =>
        storage.transaction(
          Effect.gen(function* () {
            const view = yield* views.read(organization, site)
            if (!isThere(view.seen)) return
            yield* requireManage(view)
            yield* save(view, yield* edit(view))
          }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
          [organizationLock(organization)]
        )
    }
    return edits
  }
})
