/** Transferring spaces to another organization. */
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import { makeStructure } from "../access/Structure.js"
import { CollectionRepository } from "../collections/CollectionRepository.js"
import type { LecternError } from "../errors/Errors.js"
import { lastKey } from "../ordering/Siblings.js"
import { Transfer } from "../ordering/Transfer.js"
import { parser } from "../schema/Input.js"
import { organizationLock } from "../storage/Locks.js"
import { PublicUrls } from "../urls/PublicUrls.js"
import type { Space, SpaceId } from "./Space.js"
import { spaceAnswer } from "./SpaceAnswer.js"
import { SpaceRepository } from "./SpaceRepository.js"
import { makeTransfer } from "./Transferring.js"

const parseTransfer = parser(Transfer)

/** `Spaces.transfer`, over the repositories of the context. */
export const makeSpaceTransfer = Effect.gen(function* () {
  const structure = yield* makeStructure
  const access = yield* Access
  const order = { spaces: yield* SpaceRepository, collections: yield* CollectionRepository }
  const transfers = yield* makeTransfer
  const { base } = yield* PublicUrls

  return Effect.fnUntraced(function* (id: SpaceId, input: Transfer): Effect.fn.Return<Space, LecternError, Actor> {
    const { organization } = yield* parseTransfer(input)
    return yield* structure.ofSpace(
      id,
      organizationLock(organization)
    )(
      Effect.gen(function* () {
        const found = yield* access.requireSpace(id, needs.manage)
        yield* transfers.require(found.standing, organization)
        const position = yield* lastKey(order, organization, undefined)
        const space = yield* transfers.space(found.stored, found.standing, {
          organization,
          parent: undefined,
          position
        })
        const standing = yield* access.standing(organization)
        return spaceAnswer(base, standing, space, standing.spaceLevel(space))
      })
    )
  })
})
