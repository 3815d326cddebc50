/** Transfers collections to another organization, with everything in them that the caller may transfer. */
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import { makeStructure } from "../access/Structure.js"
import type { LecternError } from "../errors/Errors.js"
import { makeRemnants } from "../ordering/Remnants.js"
import { lastKey } from "../ordering/Siblings.js"
import { Transfer } from "../ordering/Transfer.js"
import { parser } from "../schema/Input.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { makeTransfer } from "../spaces/Transferring.js"
import { organizationLock } from "../storage/Locks.js"
import { PublicUrls } from "../urls/PublicUrls.js"
import type { Collection, CollectionId, CollectionRecord } from "./Collection.js"
import { collectionAnswer } from "./CollectionAnswer.js"
import { innermost, makeContents } from "./CollectionContents.js"
import { CollectionRepository } from "./CollectionRepository.js"

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
        const contents = yield* contentsOf(standing, collection, "all")
        yield* remnants.leaveBehind(contents)
        const going = new Set<string>(contents.collections.map((each) => each.collection.id))
        /** Where something goes that was in a collection: into the innermost around it that goes, too. */
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
