/** Copying spaces. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { timestamp } from "../../foundation/ids/Time.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import { makeCreatorGrant } from "../../people/access/CreatorGrant.js"
import { needs } from "../../people/access/Policy.js"
import { makeStructure } from "../../people/access/Structure.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { spaceAnswer } from "../../people/places/SpaceAnswer.js"
import type { SpaceId } from "../../people/places/SpaceId.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { organizationLock, spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { Dependents } from "../../storage/services/Dependents.js"
import { inSeveralTransactions } from "../../storage/transactions/Attempts.js"
import { ContentLifecycle } from "../items/ContentLifecycle.js"
import { keyAfter, lastKey } from "../placement/Siblings.js"
import { retention } from "./Retention.js"
import { makeSpaceCreation } from "./SpaceCreation.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

const titleLength = 50

/** The maximum time that copying may take, in milliseconds. */
const leftFor = 60 * 60 * 1000

const titleOfCopy = (title: string): string => [...`Copy of ${title}`].slice(0, titleLength).join("")

/** Copies a space, see `duplicate` of `Spaces`, over the repositories of the context. */
export const makeSpaceDuplication = Effect.gen(function* () {
  const storage = yield* Storage
  const structure = yield* makeStructure
  const access = yield* Access
  const order = { spaces: yield* SpaceRepository, collections: yield* CollectionRepository }
  const dependents = yield* Dependents
  const grantCreator = yield* makeCreatorGrant
  const content = yield* ContentLifecycle
  const writes = yield* makeSpaceWrites
  const { fresh } = yield* makeSpaceCreation
  const urls = yield* PublicUrls

  /** A space that the caller may duplicate. */
  const copyable = Effect.fnUntraced(function* (id: SpaceId) {
    const found = yield* access.requireSpace(id, needs.manage)
    const { organization, parent } = found.space
    if (parent === undefined) yield* access.requireOrganization(organization, needs.manage)
    else yield* access.requireCollection(parent, needs.manage)
    return found
  })
  /** An unfinished copy is among the deleted spaces. An abandoned copy is purged after an hour. */
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
  /** Shows a finished copy directly after the current place of its original. */
  const show = Effect.fnUntraced(function* (id: SpaceId, copy: SpaceId, at: string) {
    const { space: original, standing } = yield* copyable(id)
    const { organization, parent, inherits, emoji, icon, mergeRules, synonyms } = original
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
      ...(mergeRules !== undefined && { mergeRules }),
      ...(synonyms !== undefined && { synonyms }),
      defaultLevel: original.defaultLevel,
      ...(original.computed === true && { computed: true })
    }
    yield* writes.replace(stored, space)
    yield* content.restored(space)
    yield* dependents.duplicate(id, space.id)
    if (space.defaultLevel === null) yield* grantCreator(space)
    const now = yield* access.lookupSpace(space.id)
    return spaceAnswer(urls, now.standing, space, now.level)
  })
  /** Removes the remains of an unfinished copy. */
  const discard = Effect.fnUntraced(function* (copy: SpaceId, at: string) {
    const stored = yield* order.spaces.find(copy)
    if (stored?.value.deletedAt !== at) return
    yield* content.purge(stored.value)
    yield* order.spaces.remove(stored.value)
  })

  return {
    duplicate: Effect.fnUntraced(function* (id: SpaceId) {
      yield* inSeveralTransactions
      const original = (yield* copyable(id)).space
      const { id: copy, deletedAt } = yield* storage.transaction(hidden(original), [
        organizationLock(original.organization)
      ])
      const shown = structure.ofSpace(id, spaceLock(copy))(show(id, copy, deletedAt))
      return yield* content.copy(original, copy).pipe(
        Effect.zipRight(shown),
        Effect.onError(() => Effect.ignoreLogged(discard(copy, deletedAt)))
      )
    })
  }
})
