/** Creating empty spaces. */

import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import { CollectionRepository } from "../collections/CollectionRepository.js"
import { ContentLifecycle } from "../content/ContentLifecycle.js"
import { type LecternError, notFound } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import { lastKey } from "../ordering/Siblings.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { parser } from "../schema/Input.js"
import { Keyring } from "../secrets/Keyring.js"
import { downloadKeyPlace } from "../secrets/Places.js"
import { organizationLock, spaceLock } from "../storage/Locks.js"
import { Storage } from "../storage/Storage.js"
import { PublicUrls } from "../urls/PublicUrls.js"
import type { Space, SpaceRecord } from "./Space.js"
import { spaceAnswer } from "./SpaceAnswer.js"
import { SpaceId } from "./SpaceId.js"
import { CreateSpace } from "./SpaceInput.js"
import { SpaceRepository } from "./SpaceRepository.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

type FreshSpace = Pick<SpaceRecord, "id" | "editMode" | "createdBy" | "createdAt" | "updatedAt" | "sealedDownloadKey">

/** What creates spaces; what it needs and fails with is stated at `Spaces`. */
export interface SpaceCreation {
  /** Creates a space, under an unused id. */
  readonly create: (
    organization: OrganizationId,
    input: CreateSpace,
    id?: SpaceId
  ) => Effect.Effect<Space, LecternError, Actor>
  /** The common fields of a new space. */
  readonly fresh: (id?: SpaceId) => Effect.Effect<FreshSpace, LecternError, Actor>
}

const parseCreate = parser(CreateSpace)

/** {@link SpaceCreation} over the repositories of the context. */
export const makeSpaceCreation = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const order = { spaces: yield* SpaceRepository, collections: yield* CollectionRepository }
  const content = yield* ContentLifecycle
  const writes = yield* makeSpaceWrites
  const ids = yield* Ids
  const keyring = yield* Keyring
  const { base } = yield* PublicUrls

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

  const service: SpaceCreation = {
    fresh,
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
    })
  }
  return service
})
