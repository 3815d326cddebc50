/** Transferring spaces to another organization. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access, forbidden } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { makeStructure } from "../../people/access/Structure.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import type { Space, SpaceId } from "../../people/places/Space.js"
import { spaceAnswer } from "../../people/places/SpaceAnswer.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { lastKey } from "../placement/Siblings.js"
import { Transfer } from "../placement/Transfer.js"
import { makeTransfer, mayLeave } from "./Transferring.js"

const parseTransfer = parser(Transfer)

/** `Spaces.transfer`, over the repositories of the context. */
export const makeSpaceTransfer = Effect.gen(function* () {
  const structure = yield* makeStructure
  const access = yield* Access
  const order = { spaces: yield* SpaceRepository, collections: yield* CollectionRepository }
  const transfers = yield* makeTransfer
  const urls = yield* PublicUrls

  return Effect.fnUntraced(function* (id: SpaceId, input: Transfer): Effect.fn.Return<Space, LecternError, Actor> {
    const { organization } = yield* parseTransfer(input)
    return yield* structure.ofSpace(
      id,
      organizationLock(organization)
    )(
      Effect.gen(function* () {
        const found = yield* access.requireSpace(id, needs.manage)
        yield* transfers.require(found.standing, organization)
        if (!mayLeave(found.standing, found.space)) return yield* forbidden("organization", "admin")
        const position = yield* lastKey(order, organization, undefined)
        const space = yield* transfers.space(found.stored, found.standing, {
          organization,
          parent: undefined,
          position
        })
        const standing = yield* access.standing(organization)
        return spaceAnswer(urls, standing, space, standing.spaceLevel(space))
      })
    )
  })
})
