/**
 * Collections: nestable groups of spaces.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import { Actor, type Asked } from "../../people/access/Actor.js"
import { makeCreatorGrant } from "../../people/access/CreatorGrant.js"
import { needs } from "../../people/access/Policy.js"
import { seesCollection } from "../../people/access/Standing.js"
import { makeStructure } from "../../people/access/Structure.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import {
  type Collection,
  CollectionId,
  type CollectionRecord,
  CollectionsQuery,
  CreateCollection,
  UpdateCollection
} from "../../people/places/Collection.js"
import { collectionAnswer } from "../../people/places/CollectionAnswer.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import type { Space } from "../../people/places/Space.js"
import { sharedSpaceAnswer } from "../../people/places/SpaceAnswer.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeDestination } from "../placement/Destination.js"
import { placedScan } from "../placement/PlacedScan.js"
import { Move } from "../placement/Position.js"
import { makeRemnants } from "../placement/Remnants.js"
import { keyFor, lastKey } from "../placement/Siblings.js"
import type { Transfer } from "../placement/Transfer.js"
import { makeContents } from "./CollectionContents.js"
import { makeCollectionRemoval } from "./CollectionRemoval.js"
import { makeCollectionTransfer } from "./CollectionTransfer.js"

/** The service of collections. */
export interface CollectionsService {
  /**
   * The collections that the caller may see, grouped by parent, in order, root first; only those at the root when
   * `nested` is false.
   */
  readonly list: (organization: OrganizationId, query: CollectionsQuery) => Asked<List<Collection>>
  /** Creates a collection, last in its parent or at the root. Needs `create` there. */
  readonly create: (organization: OrganizationId, input: CreateCollection) => Asked<Collection>
  readonly get: (id: CollectionId) => Asked<Collection>
  /** Changes settings; needs `create`. */
  readonly update: (id: CollectionId, patch: UpdateCollection) => Asked<Collection>
  /**
   * Removes the collection with everything in it; its spaces can be restored for 7 days. Needs `create`; removing one
   * that does not exist or is not visible is not an error.
   */
  readonly remove: (id: CollectionId) => Asked<void>
  /** The spaces directly in the collection that the caller may read, in order. */
  readonly spaces: (id: CollectionId, query: ListQuery) => Asked<List<Space>>
  /** Moves the collection; needs `create` on it and where it goes. `Conflict` for a move into itself or to its place. */
  readonly move: (id: CollectionId, move: Move) => Asked<Collection>
  /**
   * Moves the collection to the end of another organization's root, with its contents and the grants whose holders are
   * members there. Needs `create` in both organizations: `PreconditionFailed` if the other one refuses.
   */
  readonly transfer: (id: CollectionId, input: Transfer) => Asked<Collection>
}

/** The service of collections. */
export class Collections extends Context.Tag("@lectern/core/Collections")<Collections, CollectionsService>() {}

const parseCreate = parser(CreateCollection)
const parseUpdate = parser(UpdateCollection)
const parseMove = parser(Move)
const parseQuery = parser(CollectionsQuery)
const parseSpacesQuery = parser(ListQuery)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const structure = yield* makeStructure
  const access = yield* Access
  const collections = yield* CollectionRepository
  const spaces = yield* SpaceRepository
  const order = { spaces, collections }
  const grantCreator = yield* makeCreatorGrant
  const destination = yield* makeDestination
  const remove = yield* makeCollectionRemoval
  const transfer = yield* makeCollectionTransfer
  const contentsOf = yield* makeContents
  const remnants = yield* makeRemnants
  const ids = yield* Ids
  const urls = yield* PublicUrls
  const { base } = urls

  /** The answer after a write in this transaction. */
  const answerNow = Effect.fnUntraced(function* (collection: CollectionRecord) {
    const standing = yield* access.standing(collection.organization)
    return collectionAnswer(base, standing, collection, standing.collectionLevel(collection.id))
  })

  const service: CollectionsService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const { nested = true, ...parsed } = yield* parseQuery(query)
      const standing = yield* access.standing(organization)
      const visible = ({ id }: Pick<CollectionRecord, "id">): boolean => standing.collectionLevel(id) !== null
      /** Whether it is at the root as far as the caller sees: a parent that they cannot see does not count. */
      const isTop = ({ parent }: Pick<CollectionRecord, "parent">): boolean =>
        parent === undefined || !seesCollection(standing, parent)
      const listed = (collection: Pick<CollectionRecord, "id" | "parent">): boolean =>
        (nested || isTop(collection)) && visible(collection)
      let count = 0
      let belowRoot = nested
      for (const collection of standing.snapshot.collections.values()) {
        if (!listed(collection)) continue
        count++
        if (collection.parent !== undefined) belowRoot = true
      }
      const scan = placedScan({
        find: collections.find,
        scan: (scan) =>
          belowRoot ? collections.list(organization, scan) : collections.in(organization, undefined, scan),
        visible: listed
      })
      return yield* pageOf({
        binding: `collections:${organization}:${nested}`,
        query: parsed,
        count: Effect.succeed(count),
        scan,
        render: ({ value }) =>
          Effect.succeed(collectionAnswer(base, standing, value, standing.collectionLevel(value.id)))
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const { parent, title = "Untitled" } = yield* parseCreate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const actor = yield* Actor
          const standing = yield* access.requireOrganization(
            organization,
            parent === undefined ? needs.manage : undefined
          )
          if (parent !== undefined && !standing.snapshot.collections.has(parent)) return yield* notFound("collection")
          if (parent !== undefined) yield* access.requireCollection(parent, needs.manage)
          const collection: CollectionRecord = {
            id: CollectionId.make(yield* ids.next),
            organization,
            ...(parent !== undefined && { parent }),
            position: yield* lastKey(order, organization, parent),
            title,
            defaultLevel: "inherit",
            ...(actor.kind === "user" && { createdBy: actor.user }),
            createdAt: yield* now
          }
          yield* collections.insert(collection)
          return yield* answerNow(collection)
        }),
        [organizationLock(organization)]
      )
    }),
    get: (id) =>
      Effect.map(access.requireCollection(id, needs.view), ({ collection, standing, level }) =>
        collectionAnswer(base, standing, collection, level)
      ),
    update: Effect.fnUntraced(function* (id, patch) {
      const changes = yield* parseUpdate(patch)
      return yield* structure.ofCollection(id)(
        Effect.gen(function* () {
          const { stored } = yield* access.requireCollection(id, needs.manage)
          const collection = { ...stored.value, ...changes }
          yield* collections.replace(stored, collection)
          if (changes.defaultLevel === null) yield* grantCreator(collection)
          return yield* answerNow(collection)
        })
      )
    }),
    remove,
    transfer,
    spaces: Effect.fnUntraced(function* (id, query) {
      const parsed = yield* parseSpacesQuery(query)
      const { standing, collection } = yield* access.requireCollection(id, needs.view)
      const scan = placedScan({
        find: spaces.find,
        scan: (scan) => spaces.listIn(collection.organization, id, scan),
        visible: (space) => standing.spaceLevel(space) !== null
      })
      return yield* pageOf({
        binding: `collection-spaces:${id}`,
        query: parsed,
        count: access.countReadable(standing, id),
        scan,
        render: ({ value }) => Effect.succeed(sharedSpaceAnswer(urls, standing, value))
      })
    }),
    move: Effect.fnUntraced(function* (id, move) {
      const { parent, position } = yield* parseMove(move)
      return yield* structure.ofCollection(id)(
        Effect.gen(function* () {
          const { stored, standing } = yield* access.requireCollection(id, needs.manage)
          const { parent: oldParent, ...rest } = stored.value
          const target = yield* destination(standing, oldParent, parent)
          for (let above = target; above !== undefined; above = standing.snapshot.collections.get(above)?.parent) {
            if (above === id) return yield* new Conflict({ message: "a collection cannot be moved into itself" })
          }
          const key = yield* keyFor(order, standing, target, { type: "collection", id }, position)
          const moves = (rest.moves ?? 0) + 1
          const collection = { ...rest, ...(target !== undefined && { parent: target }), position: key, moves }
          if (target !== oldParent) yield* remnants.leaveBehind(yield* contentsOf(standing, stored.value, "along"))
          yield* collections.replace(stored, collection)
          if (target !== oldParent) yield* remnants.sweep(oldParent)
          return yield* answerNow(collection)
        })
      )
    })
  }
  return service
})

/** {@link Collections} over the repositories of the context. */
export const service = serviceOf(Collections, make)
