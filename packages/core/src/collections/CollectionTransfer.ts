/** How collections change their organization: with everything in them. */
import { Effect } from "effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import type { LecternError } from "../errors/Errors.js"
import { lastKey } from "../ordering/Siblings.js"
import { make as makeTransfers, Transfer } from "../ordering/Transfer.js"
import { parser } from "../schema/Input.js"
import { make as makeDetach } from "../sites/SiteDetaching.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { Storage } from "../storage/Storage.js"
import { PublicUrls } from "../urls/PublicUrls.js"
import type { Collection, CollectionId, CollectionRecord, CollectionShape } from "./Collection.js"
import { collectionAnswer } from "./CollectionAnswer.js"
import { withDescendants } from "./CollectionRemoval.js"
import { CollectionRepository } from "./CollectionRepository.js"

const parseTransfer = parser(Transfer)

/** `Collections.transfer`, over the repositories of the context. */
export const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const collections = yield* CollectionRepository
  const spaces = yield* SpaceRepository
  const transfers = yield* makeTransfers
  const detach = yield* makeDetach
  const { base } = yield* PublicUrls

  /** Moves one collection, and the spaces in it, deleted ones too: restored, they return to it. */
  const moveOne = Effect.fnUntraced(function* (
    before: CollectionShape,
    change: (collection: CollectionRecord) => CollectionRecord
  ) {
    const stored = yield* Effect.orDie(Effect.fromNullable(yield* collections.find(before.id)))
    const after = change(stored.value)
    const inside = yield* spaces.in(before.organization, before.id)
    yield* collections.replace(stored, after)
    yield* transfers.grants(after.id, after.organization)
    yield* detach(inside.map(({ value }) => value.id))
    for (const space of inside) {
      const { organization, id: parent } = after
      yield* transfers.space(space, { organization, parent, position: space.value.position })
    }
  })

  return Effect.fnUntraced(function* (
    id: CollectionId,
    input: Transfer
  ): Effect.fn.Return<Collection, LecternError, Actor> {
    const { organization } = yield* parseTransfer(input)
    return yield* storage.transaction(
      Effect.gen(function* () {
        const { collection, standing } = yield* access.requireCollection(id, needs.manage)
        yield* transfers.require(standing, organization)
        const { parent: _, ...rest } = collection
        const position = yield* lastKey({ spaces, collections }, organization, undefined)
        const root: CollectionRecord = { ...rest, organization, position, moves: (rest.moves ?? 0) + 1 }
        for (const each of withDescendants(standing.snapshot, collection)) {
          yield* moveOne(each, (record) => (each.id === id ? root : { ...record, organization }))
        }
        const target = yield* access.standing(organization)
        return collectionAnswer(base, target, root, target.collectionLevel(id))
      })
    )
  })
})
