/** Creating spaces: empty, or as copies. */

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import { Actor } from "../access/Actor.js"
import { makeCreatorGrant } from "../access/CreatorGrant.js"
import { needs } from "../access/Policy.js"
import { makeStructure } from "../access/Structure.js"
import { CollectionRepository } from "../collections/CollectionRepository.js"
import { ContentLifecycle } from "../content/ContentLifecycle.js"
import { type LecternError, notFound } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now, timestamp } from "../ids/Time.js"
import { keyAfter, lastKey } from "../ordering/Siblings.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { parser } from "../schema/Input.js"
import { Keyring } from "../secrets/Keyring.js"
import { downloadKeyPlace } from "../secrets/Places.js"
import { Dependents } from "../services/Dependents.js"
import { organizationLock, spaceLock } from "../storage/Locks.js"
import { Storage } from "../storage/Storage.js"
import { PublicUrls } from "../urls/PublicUrls.js"
import { retention } from "./Retention.js"
import type { Space, SpaceRecord } from "./Space.js"
import { spaceAnswer } from "./SpaceAnswer.js"
import { SpaceId } from "./SpaceId.js"
import { CreateSpace } from "./SpaceInput.js"
import { SpaceRepository } from "./SpaceRepository.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

/** The operations of `Spaces` that create spaces; what they need and fail with is stated there. */
export interface SpaceCreation {
  /** Creates a space, under an unused id. */
  readonly create: (
    organization: OrganizationId,
    input: CreateSpace,
    id?: SpaceId
  ) => Effect.Effect<Space, LecternError, Actor>
  readonly duplicate: (id: SpaceId) => Effect.Effect<Space, LecternError, Actor>
}

const parseCreate = parser(CreateSpace)
const titleLength = 50

/** How long copying may take, in milliseconds. */
const leftFor = 60 * 60 * 1000

const titleOfCopy = (title: string): string => [...`Copy of ${title}`].slice(0, titleLength).join("")

/** {@link SpaceCreation} over the repositories of the context. */
export const makeSpaceCreation = Effect.gen(function* () {
  const storage = yield* Storage
  const structure = yield* makeStructure
  const access = yield* Access
  const order = { spaces: yield* SpaceRepository, collections: yield* CollectionRepository }
  const dependents = yield* Dependents
  const grantCreator = yield* makeCreatorGrant
  const content = yield* ContentLifecycle
  const writes = yield* makeSpaceWrites
  const ids = yield* Ids
  const keyring = yield* Keyring
  const { base } = yield* PublicUrls

  /** The common fields of every new space. */
  const fresh = Effect.fnUntraced(function* (given?: SpaceId) {
    const actor = yield* Actor
    const at = yield* now
    const id = given ?? SpaceId.make(yield* ids.next)
    yield* storage.lock([spaceLock(id)])
    return {
      id,
      editMode: "live" as const,
      ...(actor.kind === "user" && { createdBy: actor.user }),
      createdAt: at,
      updatedAt: at,
      sealedDownloadKey: yield* keyring.seal(downloadKeyPlace(id), yield* ids.secret)
    }
  })

  /** A space that the caller may duplicate. */
  const copyable = Effect.fnUntraced(function* (id: SpaceId) {
    const found = yield* access.requireSpace(id, needs.manage)
    const { organization, parent } = found.space
    if (parent === undefined) yield* access.requireOrganization(organization, needs.manage)
    else yield* access.requireCollection(parent, needs.manage)
    return found
  })
  /** An unfinished copy is among the deleted spaces. One that is abandoned is purged after an hour. */
  const hidden = Effect.fnUntraced(function* (original: SpaceRecord) {
    const common = yield* fresh()
    const deletedAt = timestamp((yield* Clock.currentTimeMillis) - retention + leftFor)
    yield* writes.insert({
      ...common,
      deletedAt,
      organization: original.organization,
      position: yield* lastKey(order, original.organization, undefined),
      title: titleOfCopy(original.title),
      defaultLevel: null,
      ...(yield* content.create(common.id, common.createdAt, common.createdBy))
    })
    return { id: common.id, deletedAt }
  })
  /** Shows a finished copy directly after its original, where that is now. */
  const show = Effect.fnUntraced(function* (id: SpaceId, copy: SpaceId, at: string) {
    const { space: original, standing } = yield* copyable(id)
    const { organization, parent, inherits, emoji, icon, synonyms } = original
    const stored = yield* order.spaces.find(copy)
    if (stored?.value.deletedAt !== at) return yield* notFound("space")
    const { deletedAt: _, ...rest } = stored.value
    const space: SpaceRecord = {
      ...rest,
      organization,
      ...(parent !== undefined && { parent }),
      ...(inherits !== undefined && { inherits }),
      position: yield* keyAfter(order, standing, parent, id),
      title: titleOfCopy(original.title),
      ...(emoji !== undefined && { emoji }),
      ...(icon !== undefined && { icon }),
      ...(synonyms !== undefined && { synonyms }),
      defaultLevel: original.defaultLevel,
      ...(original.computed === true && { computed: true })
    }
    yield* writes.replace(stored, space)
    yield* content.restored(space)
    yield* dependents.duplicate(id, space.id)
    if (space.defaultLevel === null) yield* grantCreator(space)
    const now = yield* access.lookupSpace(space.id)
    return spaceAnswer(base, now.standing, space, now.level)
  })
  /** Removes the remains of an unfinished copy. */
  const discard = Effect.fnUntraced(function* (copy: SpaceId, at: string) {
    const stored = yield* order.spaces.find(copy)
    if (stored?.value.deletedAt !== at) return
    yield* content.purge(stored.value)
    yield* order.spaces.remove(stored.value)
  })

  const service: SpaceCreation = {
    create: Effect.fnUntraced(function* (organization, input, id) {
      const { parent, emoji, title = "Untitled" } = yield* parseCreate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(
            organization,
            parent === undefined ? needs.manage : undefined
          )
          if (parent !== undefined && !standing.snapshot.collections.has(parent)) return yield* notFound("collection")
          if (parent !== undefined) yield* access.requireCollection(parent, needs.manage)
          const common = yield* fresh(id)
          const space: SpaceRecord = {
            ...common,
            organization,
            ...(parent !== undefined && { parent }),
            position: yield* lastKey(order, organization, parent),
            title,
            ...(emoji !== undefined && { emoji }),
            defaultLevel: "inherit",
            ...(yield* content.create(common.id, common.createdAt, common.createdBy))
          }
          yield* writes.insert(space)
          return spaceAnswer(base, standing, space, standing.spaceLevel(space))
        }),
        [organizationLock(organization)]
      )
    }),
    duplicate: Effect.fnUntraced(function* (id) {
      const original = (yield* copyable(id)).space
      const { id: copy, deletedAt } = yield* storage.transaction(hidden(original), [
        organizationLock(original.organization)
      ])
      const shown = structure.ofSpace(id, spaceLock(copy))(show(id, copy, deletedAt))
      return yield* content.copy(original, copy).pipe(
        Effect.zipRight(shown),
        Effect.onError(() => Effect.ignoreLogged(discard(copy, deletedAt))),
        Effect.zipLeft(content.settle(copy))
      )
    })
  }
  return service
})
