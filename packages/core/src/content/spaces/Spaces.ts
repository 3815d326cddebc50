/**
 * Spaces: the containers of content, from creation to the end of their retention.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { once } from "../../foundation/loading/Once.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access, forbidden, type SpaceLookup } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import { makeAddresses, ShareQuery } from "../../people/access/SharedAddresses.js"
import { makeStructure } from "../../people/access/Structure.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import type { CreateSpace, Space, SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { sharedSpaceAnswer, spaceAnswer } from "../../people/places/SpaceAnswer.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import type { UpdateSpace } from "../../people/places/UpdateSpace.js"
import { serviceOf } from "../../storage/services/Service.js"
import { ContentLifecycle } from "../items/ContentLifecycle.js"
import { placedScan } from "../placement/PlacedScan.js"
import type { Move } from "../placement/Position.js"
import { lastKey } from "../placement/Siblings.js"
import type { Transfer } from "../placement/Transfer.js"
import { isGone } from "./Retention.js"
import { makeSpaceCreation } from "./SpaceCreation.js"
import type { makeSpaceDuplication } from "./SpaceDuplication.js"
import type { makeSpaceMoves } from "./SpaceMoves.js"
import type { makeSpacePurge, PurgedSpace } from "./SpacePurge.js"
import { makeScan } from "./SpaceScan.js"
import type { makeSpaceTransfer } from "./SpaceTransfer.js"
import type { makeSpaceUpdate } from "./SpaceUpdate.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

/** The service of spaces. */
export interface SpacesService {
  /** The spaces of an organization that the caller may read, grouped by collection, in order, root first. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<Space>>
  /** Creates an empty space, last in its collection or at the root. Needs `create` there. */
  readonly create: (organization: OrganizationId, input: CreateSpace) => Asked<Space>
  /**
   * The space; a deleted one only with `create`, until its retention ends. With a `shareKey`, its published URL is the
   * one for readers who have the key.
   */
  readonly get: (id: SpaceId, query?: ShareQuery) => Asked<Space>
  /** Changes settings; needs `create`, and the role `admin` in the organization to change the rules of approval. */
  readonly update: (id: SpaceId, patch: UpdateSpace) => Asked<Space>
  /**
   * Deletes the space; it can be restored for 7 days. Needs `create`; removing one that does not exist or is not
   * visible is not an error.
   */
  readonly remove: (id: SpaceId) => Asked<void>
  /** Copies the current content into a new space right after this one. Needs `create` on both it and its collection. */
  readonly duplicate: (id: SpaceId) => Asked<Space>
  /**
   * Undoes a deletion: the space returns to its collection, or to the end of the root if that no longer exists. Needs
   * `create`; `Conflict` for a space that is not deleted.
   */
  readonly restore: (id: SpaceId) => Asked<Space>
  /** Moves the space; needs `create` on it and on its destination. `Conflict` if nothing would change. */
  readonly move: (id: SpaceId, move: Move) => Asked<Space>
  /**
   * Moves the space to the end of another organization's root, with its contents and the grants whose holders are
   * members there. Needs `create` in both organizations: `PreconditionFailed` if the other one refuses. A space for
   * which rules of approval hold needs the role `admin` in its organization.
   */
  readonly transfer: (id: SpaceId, input: Transfer) => Asked<Space>
  /** The spaces that were deleted 7 days ago or earlier and are not purged yet. Only for the embedding program. */
  readonly purgeable: Asked<ReadonlyArray<PurgedSpace>>
  /**
   * Removes expired deleted spaces permanently, with the files that no other space uses, and returns the removed
   * spaces. It runs many small transactions, so that others can write in between; an interrupted purge is finished by
   * the next one. Only for the embedding program.
   */
  readonly purge: Asked<ReadonlyArray<PurgedSpace>>
}

/** The service of spaces. */
export class Spaces extends Context.Tag("@lectern/core/Spaces")<Spaces, SpacesService>() {}

const parseQuery = parser(ListQuery)
const parseShare = parser(ShareQuery)

const updating = lazy("changes of spaces", () => import("./SpaceUpdate.js"))
const duplicating = lazy("the duplication of spaces", () => import("./SpaceDuplication.js"))
const moving = lazy("the moves of spaces", () => import("./SpaceMoves.js"))
const transferring = lazy("the transfer of spaces", () => import("./SpaceTransfer.js"))
const purging = lazy("the purge of spaces", () => import("./SpacePurge.js"))

/** The dependencies of the operations that are loaded on first use. */
type Needed = Effect.Effect.Context<
  | typeof makeSpaceUpdate
  | typeof makeSpaceDuplication
  | typeof makeSpaceMoves
  | typeof makeSpaceTransfer
  | typeof makeSpacePurge
>

const make = Effect.gen(function* () {
  const structure = yield* makeStructure
  const access = yield* Access
  const spaces = yield* SpaceRepository
  const scanOf = yield* makeScan
  const content = yield* ContentLifecycle
  const urls = yield* PublicUrls
  const order = { spaces, collections: yield* CollectionRepository }
  const addresses = yield* makeAddresses
  const writes = yield* makeSpaceWrites
  const needed = yield* Effect.context<Needed>()
  const { create } = yield* makeSpaceCreation
  const duplication = once(
    Effect.flatMap(duplicating.load, ({ makeSpaceDuplication }) => Effect.provide(makeSpaceDuplication, needed))
  )
  const purges = Effect.flatMap(purging.load, ({ makeSpacePurge }) => Effect.provide(makeSpacePurge, needed))

  const answer = ({ standing, stored }: SpaceLookup): Space => sharedSpaceAnswer(urls, standing, stored.value)

  const isActive = ({ stored, level }: SpaceLookup): boolean => level !== null && stored.value.deletedAt === undefined

  /**
   * The space that was found, subject to its lifecycle: a deleted one exists for callers with `create`, until its
   * retention ends.
   */
  const reach = (found: SpaceLookup): Effect.Effect<SpaceLookup, LecternError> => {
    if (isActive(found)) return Effect.succeed(found)
    if (found.stored.value.deletedAt === undefined) return Effect.fail(notFound("space"))
    return Effect.flatMap(Clock.currentTimeMillis, (time) =>
      allows(found.level, "manage") && !isGone(found.stored.value, time)
        ? Effect.succeed(found)
        : Effect.fail(notFound("space"))
    )
  }

  const requireManaged = (id: SpaceId) =>
    Effect.flatMap(Effect.flatMap(access.lookupSpace(id), reach), (found) =>
      allows(found.level, "manage") ? Effect.succeed(found) : Effect.fail(forbidden("space", needs.manage))
    )

  const service: SpacesService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.standing(organization)
      const scan = placedScan({
        find: spaces.find,
        scan: yield* scanOf(standing),
        visible: (space) => standing.spaceLevel(space) !== null
      })
      return yield* pageOf({
        binding: `spaces:${organization}`,
        query: parsed,
        count: access.countReadable(standing),
        scan,
        render: ({ value }) => Effect.succeed(sharedSpaceAnswer(urls, standing, value))
      })
    }),
    create: (organization, input) => create(organization, input),
    get: (id, query) =>
      query?.shareKey === undefined
        ? Effect.flatMap(access.lookupSpace(id), (found) =>
            isActive(found) ? Effect.succeed(answer(found)) : Effect.map(reach(found), answer)
          )
        : Effect.gen(function* () {
            const { shareKey } = yield* parseShare(query)
            const { standing, level, stored } = yield* Effect.flatMap(access.lookupSpace(id), reach)
            return spaceAnswer(urls, standing, stored.value, level, yield* addresses(shareKey))
          }),
    update: (id, patch) =>
      Effect.flatMap(updating.load, ({ makeSpaceUpdate }) =>
        Effect.flatMap(Effect.provide(makeSpaceUpdate, needed), (update) => update(id, patch))
      ),
    remove: (id) =>
      Effect.gen(function* () {
        const { standing, stored } = yield* requireManaged(id)
        if (stored.value.deletedAt !== undefined) return
        yield* writes.removeAll([stored], standing, yield* now)
      }).pipe(
        Effect.catchTag("NotFound", () => Effect.void),
        structure.ofSpace(id)
      ),
    duplicate: (id) => Effect.flatMap(duplication, ({ duplicate }) => duplicate(id)),
    restore: (id) =>
      structure.ofSpace(id)(
        Effect.gen(function* () {
          const { stored, standing } = yield* requireManaged(id)
          const { deletedAt, parent, ...rest } = stored.value
          if (deletedAt === undefined) return yield* new Conflict({ message: "the space is not deleted" })
          const isThere = parent === undefined ? rest.inherits === undefined : standing.snapshot.collections.has(parent)
          const space: SpaceRecord = isThere
            ? { ...rest, ...(parent !== undefined && { parent }) }
            : {
                ...rest,
                position: yield* lastKey(order, rest.organization, undefined),
                moves: (rest.moves ?? 0) + 1
              }
          yield* writes.replace(stored, space)
          yield* content.restored(space)
          return yield* Effect.map(access.lookupSpace(id), answer)
        })
      ),
    move: (id, input) =>
      Effect.flatMap(moving.load, ({ makeSpaceMoves }) =>
        Effect.flatMap(Effect.provide(makeSpaceMoves, needed), (move) => move(id, input))
      ),
    transfer: (id, input) =>
      Effect.flatMap(transferring.load, ({ makeSpaceTransfer }) =>
        Effect.flatMap(Effect.provide(makeSpaceTransfer, needed), (transfer) => transfer(id, input))
      ),
    purgeable: Effect.flatMap(purges, ({ purgeable }) => purgeable),
    purge: Effect.flatMap(purges, ({ purge }) => purge)
  }
  return service
})

/** {@link Spaces} over the repositories of the context. */
export const service = serviceOf(Spaces, make)
