/**
 * Remnants: the part of a collection that stays for contents that its deletion, move or transfer may not affect. Every
 * rule that applied to them still applies, because the remnant has the grants and the default level of the collection.
 */

import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { GrantRepository } from "../../people/access/GrantRepository.js"
import { LinkInviteRepository } from "../../people/invites/LinkInviteRepository.js"
import type { CollectionShape } from "../../people/places/Collection.js"
import { CollectionId } from "../../people/places/CollectionId.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Dependents } from "../../storage/services/Dependents.js"

/** A collection that the caller may act on, with its direct contents. */
export interface PartedCollection {
  readonly collection: CollectionShape
  /** The spaces in it that the caller may act on too, including deleted ones. */
  readonly going: ReadonlyArray<Stored<SpaceRecord>>
  /** The spaces in it that stay, including deleted ones, and the spaces that inherit from it. */
  readonly staying: ReadonlyArray<Stored<SpaceRecord>>
  /** The collections in it that stay. */
  readonly stayingCollections: ReadonlyArray<CollectionShape>
}

/** The contents of a collection. */
export interface PartedContents {
  /** The collections that the caller may act on: the outermost first. */
  readonly collections: ReadonlyArray<PartedCollection>
  /** The spaces that the caller may act on in collections that stay. */
  readonly elsewhere: ReadonlyArray<Stored<SpaceRecord>>
}

/** Operations on remnants, each as part of a transaction. */
export interface Remnants {
  /**
   * Moves the staying contents into remnants in place of the collections that are about to be removed, so that these
   * can be removed with all their contents.
   */
  readonly leaveBehind: (contents: PartedContents) => Effect.Effect<void, Unavailable>
  /** Turns a collection into a remnant; nobody can be invited to it any longer. */
  readonly become: (id: CollectionId) => Effect.Effect<void, Unavailable>
  /** Removes a remnant that is empty and that nothing inherits from, and the enclosing ones that become so. */
  readonly sweep: (id: CollectionId | undefined) => Effect.Effect<void, Unavailable>
}

/** {@link Remnants} over the repositories of the context. */
export const makeRemnants = Effect.gen(function* () {
  const collections = yield* CollectionRepository
  const spaces = yield* SpaceRepository
  const grants = yield* GrantRepository
  const invites = yield* LinkInviteRepository
  const dependents = yield* Dependents
  const ids = yield* Ids

  const require = (id: CollectionId) =>
    Effect.flatMap(collections.find(id), (found) => Effect.orDie(Effect.fromNullable(found)))

  const copyGrants = Effect.fnUntraced(function* (from: CollectionId, target: CollectionId) {
    for (const grant of yield* grants.on(from)) yield* grants.insertIfNone({ ...grant, target })
    for (const grant of yield* grants.teams.on(from)) yield* grants.teams.insertIfNone({ ...grant, target })
  })

  const remnants: Remnants = {
    leaveBehind: Effect.fnUntraced(function* ({ collections: going }) {
      const needed = new Set<string>()
      for (const { collection, staying, stayingCollections } of going.toReversed()) {
        if (staying.length + stayingCollections.length === 0 && !needed.has(collection.id)) continue
        needed.add(collection.id)
        if (collection.parent !== undefined && collection !== going[0]?.collection) needed.add(collection.parent)
      }
      const left = new Map<CollectionId, CollectionId>()
      for (const { collection, staying, stayingCollections } of going) {
        if (!needed.has(collection.id)) continue
        const { parent: old, ...record } = (yield* require(collection.id)).value
        const id = CollectionId.make(yield* ids.next)
        left.set(collection.id, id)
        const parent = old === undefined ? undefined : (left.get(old) ?? old)
        yield* collections.insert({ ...record, id, ...(parent !== undefined && { parent }), remnant: true })
        yield* copyGrants(collection.id, id)
        for (const child of stayingCollections) {
          const read = yield* require(child.id)
          yield* collections.replace(read, { ...read.value, parent: id })
        }
        for (const read of staying) {
          const inherits = read.value.inherits === collection.id
          yield* spaces.replace(read, { ...read.value, ...(inherits ? { inherits: id } : { parent: id }) })
        }
      }
    }, withoutConflict),
    become: Effect.fnUntraced(function* (id) {
      const read = yield* require(id)
      yield* invites.removeOn(id)
      if (read.value.remnant !== true) yield* collections.replace(read, { ...read.value, remnant: true })
    }),
    sweep: Effect.fnUntraced(function* (id) {
      let at = id
      while (at !== undefined) {
        const read = yield* collections.find(at)
        if (read?.value.remnant !== true) return
        const { organization, parent } = read.value
        if ((yield* spaces.in(organization, at, { limit: 1 })).length > 0) return
        if ((yield* collections.in(organization, at, { limit: 1 })).length > 0) return
        if ((yield* spaces.inheriting(at, { limit: 1 })).length > 0) return
        yield* dependents.removeOn(at)
        yield* collections.remove(read.value)
        at = parent
      }
    })
  }
  return remnants
})
