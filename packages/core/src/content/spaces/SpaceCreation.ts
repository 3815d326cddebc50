/** Creating empty spaces. */

import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { downloadKeyPlace } from "../../foundation/encryption/Places.js"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import type { Space, SpaceRecord } from "../../people/places/Space.js"
import { spaceAnswer } from "../../people/places/SpaceAnswer.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { CreateSpace } from "../../people/places/SpaceInput.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { organizationLock, spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { ContentLifecycle } from "../items/ContentLifecycle.js"
import { lastKey } from "../placement/Siblings.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

type FreshSpace = Pick<SpaceRecord, "id" | "editMode" | "createdBy" | "createdAt" | "updatedAt" | "sealedDownloadKey">

/** Creates spaces; its requirements and errors are stated at `Spaces`. */
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
  const urls = yield* PublicUrls

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
          return spaceAnswer(urls, standing, space, standing.spaceLevel(space))
        }),
        [organizationLock(organization)]
      )
    })
  }
  return service
})
