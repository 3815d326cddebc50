/** Deleting collections, with everything in them that the caller may delete. */

import * as Effect from "effect/Effect"
import { generateKeyBetween } from "fractional-indexing"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { makeStructure } from "../../people/access/Structure.js"
import type { CollectionId } from "../../people/places/Collection.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { makeRemnants } from "../placement/Remnants.js"
import { lastKey } from "../placement/Siblings.js"
import { makeSpaceWrites } from "../spaces/SpaceWrites.js"
import { makeContents } from "./CollectionContents.js"

/** `Collections.remove`, over the repositories of the context. */
export const makeCollectionRemoval = Effect.gen(function* () {
  const structure = yield* makeStructure
  const access = yield* Access
  const collections = yield* CollectionRepository
  const spaces = yield* SpaceRepository
  const contentsOf = yield* makeContents
  const remnants = yield* makeRemnants
  const writes = yield* makeSpaceWrites

  return (id: CollectionId): Effect.Effect<void, LecternError, Actor> =>
    structure.ofCollection(id)(
      Effect.gen(function* () {
        const { collection: root, standing } = yield* access.requireCollection(id, needs.manage)
        const contents = yield* contentsOf(standing, root, "all")
        const at = yield* now
        const deleted = contents.collections.flatMap(({ going }) => going)
        yield* writes.removeAll([...deleted, ...contents.elsewhere], standing, at)
        // The spaces are at the root from now on, and keep the access that the collections gave them.
        let position = yield* lastKey({ spaces, collections }, root.organization, undefined)
        for (const { collection, going } of contents.collections) {
          for (const { value } of going) {
            const read = yield* Effect.orDie(Effect.flatMap(spaces.find(value.id), Effect.fromNullable))
            const { parent: _, ...space } = read.value
            yield* writes.replace(read, { ...space, inherits: collection.id, position })
            position = generateKeyBetween(position, null)
          }
        }
        for (const { collection } of contents.collections) yield* remnants.become(collection.id)
        for (const { collection } of contents.collections.toReversed()) yield* remnants.sweep(collection.id)
      }).pipe(Effect.catchTag("NotFound", () => Effect.void))
    )
})
