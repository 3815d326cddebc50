/** Transfers collections to another organization, with everything in them that the caller may transfer. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { makeStructure } from "../../people/access/Structure.js"
import type { Collection, CollectionId, CollectionRecord } from "../../people/places/Collection.js"
import { collectionAnswer } from "../../people/places/CollectionAnswer.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { makeRemnants } from "../placement/Remnants.js"
import { lastKey } from "../placement/Siblings.js"
import { Transfer } from "../placement/Transfer.js"
import { makeTransfer, mayLeave } from "../spaces/Transferring.js"
import { innermost, makeContents } from "./CollectionContents.js"

const parseTransfer = parser(Transfer)

/** `Collections.transfer`, over the repositories of the context. */
export const makeCollectionTransfer = Effect.gen(function* () {
  const structure = yield* makeStructure
  const access = yield* Access
  const collections = yield* CollectionRepository
  const spaces = yield* SpaceRepository
  const order = { spaces, collections }
  const contentsOf = yield* makeContents
  const remnants = yield* makeRemnants
  const transfers = yield* makeTransfer
  const { base } = yield* PublicUrls

  return Effect.fnUntraced(function* (
    id: CollectionId,
    input: Transfer
  ): Effect.fn.Return<Collection, LecternError, Actor> {
    const { organization } = yield* parseTransfer(input)
    return yield* structure.ofCollection(
      id,
      organizationLock(organization)
    )(
      Effect.gen(function* () {
        const { collection, standing } = yield* access.requireCollection(id, needs.manage)
        yield* transfers.require(standing, organization)
        const contents = yield* contentsOf(standing, collection, "all", (space) => mayLeave(standing, space))
        yield* remnants.leaveBehind(contents)
        const going = new Set<string>(contents.collections.map((each) => each.collection.id))
        /** The new place of an item that was in a collection: the innermost enclosing collection that also moves. */
        const placeOf = Effect.fnUntraced(function* (from: CollectionId | undefined, position: string) {
          const parent = innermost(standing, going, from)
          const stays = parent !== undefined && parent === from
          return { parent, position: stays ? position : yield* lastKey(order, organization, parent) }
        })
        for (const { collection: each, going: inside } of contents.collections) {
          const read = yield* Effect.orDie(Effect.flatMap(collections.find(each.id), Effect.fromNullable))
          const { parent: from, remnant: _, ...rest } = read.value
          const { parent, position } = yield* placeOf(each.id === id ? undefined : from, rest.position)
          const after: CollectionRecord = {
            ...rest,
            organization,
            ...(parent !== undefined && { parent }),
            position,
            moves: (rest.moves ?? 0) + (parent === from ? 0 : 1)
          }
          yield* collections.replace(read, after)
          yield* transfers.settings(each.id, organization)
          for (const space of inside) {
            yield* transfers.space(space, standing, { organization, parent: each.id, position: space.value.position })
          }
        }
        for (const space of contents.elsewhere) {
          const { parent, position } = yield* placeOf(space.value.parent, space.value.position)
          yield* transfers.space(space, standing, { organization, parent, position })
        }
        yield* remnants.sweep(collection.parent)
        const target = yield* access.standing(organization)
        const root = yield* Effect.orDie(Effect.flatMap(collections.find(id), Effect.fromNullable))
        return collectionAnswer(base, target, root.value, target.collectionLevel(id))
      })
    )
  })
})
