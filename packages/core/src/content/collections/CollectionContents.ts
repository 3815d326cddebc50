/** The contents of a collection, split by whether the caller may act on each. */

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { allows } from "../../people/access/Policy.js"
import type { Standing } from "../../people/access/Standing.js"
import type { CollectionId, CollectionShape } from "../../people/places/Collection.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { PartedCollection, PartedContents } from "../placement/Remnants.js"
import { isGone } from "../spaces/Retention.js"

/** The part of the contents to examine. */
export type Reach =
  /** Everything at any depth. */
  | "all"
  /** Contents that move along with the collection, and no spaces where nothing can stay. */
  | "along"

/**
 * Splits the contents of a collection for a caller with a given standing; the collection itself counts as one that the
 * caller may act on. `may` can exclude spaces on which the caller has the level. Part of a transaction that holds the lock
 * of the organization; it takes the locks of the spaces.
 */
export const makeContents: Effect.Effect<
  (
    standing: Standing,
    root: CollectionShape,
    reach: Reach,
    may?: (space: SpaceRecord) => boolean
  ) => Effect.Effect<PartedContents, Unavailable>,
  never,
  SpaceRepository | Storage
> = Effect.map(Effect.all([SpaceRepository, Storage]), ([spaces, storage]) =>
  Effect.fnUntraced(function* (standing, root, reach, may = () => true) {
    const { organization, collections: all } = standing.snapshot
    const millis = yield* Clock.currentTimeMillis
    const children = new Map<string, Array<CollectionShape>>()
    for (const collection of all.values()) {
      const siblings = children.get(collection.parent ?? "")
      if (siblings === undefined) children.set(collection.parent ?? "", [collection])
      else siblings.push(collection)
    }
    const mayGo = ({ value }: Stored<SpaceRecord>): boolean =>
      isGone(value, millis) || (allows(standing.spaceLevel(value), "manage") && may(value))
    const spacesIn = Effect.fnUntraced(function* (id: CollectionId) {
      return [...(yield* spaces.in(organization.id, id)), ...(yield* spaces.inheriting(id))]
    })
    const below = (id: CollectionId): ReadonlyArray<CollectionId> => [
      id,
      ...(children.get(id) ?? []).flatMap((child) => below(child.id))
    ]
    const looksAtSpaces = reach === "all" || standing.role !== "admin"
    if (looksAtSpaces) {
      const within = yield* Effect.forEach(below(root.id), spacesIn)
      yield* storage.lock(within.flatMap((found) => found.map(({ value }) => spaceLock(value.id))))
    }
    const collections: Array<PartedCollection> = []
    const elsewhere: Array<Stored<SpaceRecord>> = []
    const open: Array<{ readonly collection: CollectionShape; readonly goes: boolean }> = [
      { collection: root, goes: true }
    ]
    for (const { collection, goes } of open) {
      const within = (children.get(collection.id) ?? []).map((child) => ({
        collection: child,
        goes: allows(standing.collectionLevel(child.id), "manage")
      }))
      for (const child of within) if (child.goes || reach === "all") open.push(child)
      const found = looksAtSpaces ? yield* spaces.in(organization.id, collection.id) : []
      if (!goes) {
        elsewhere.push(...found.filter(mayGo))
        continue
      }
      const inheriting = collection.remnant === true ? yield* spaces.inheriting(collection.id) : []
      collections.push({
        collection,
        going: found.filter(mayGo),
        staying: [...found.filter((space) => !mayGo(space)), ...inheriting],
        stayingCollections: within.filter((child) => !child.goes).map((child) => child.collection)
      })
    }
    return { collections, elsewhere }
  })
)

/** The innermost of some collections around, or at, a place; `undefined` if there is none. */
export const innermost = (
  standing: Standing,
  among: ReadonlySet<string>,
  place: CollectionId | undefined
): CollectionId | undefined => {
  let at = place
  while (at !== undefined && !among.has(at)) at = standing.snapshot.collections.get(at)?.parent
  return at
}
