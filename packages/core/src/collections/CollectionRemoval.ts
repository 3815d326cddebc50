/** Deleting collections, with everything in them that the caller may delete. */

import * as Effect from "effect/Effect"
import { generateKeyBetween } from "fractional-indexing"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import { makeStructure } from "../access/Structure.js"
import type { LecternError } from "../errors/Errors.js"
import { now } from "../ids/Time.js"
import { makeRemnants } from "../ordering/Remnants.js"
import { lastKey } from "../ordering/Siblings.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { makeSpaceWrites } from "../spaces/SpaceWrites.js"
import type { CollectionId } from "./Collection.js"
import { makeContents } from "./CollectionContents.js"
import { CollectionRepository } from "./CollectionRepository.js"

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
        // They are at the root from now on, and what the collections said about them they go on saying.
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
