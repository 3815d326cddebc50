/** Moving spaces to another place. */
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import { makeStructure } from "../access/Structure.js"
import { CollectionRepository } from "../collections/CollectionRepository.js"
import type { LecternError } from "../errors/Errors.js"
import { makeDestination as makeDestinations } from "../ordering/Destination.js"
import { Move } from "../ordering/Position.js"
import { makeRemnants } from "../ordering/Remnants.js"
import { keyFor } from "../ordering/Siblings.js"
import { parser } from "../schema/Input.js"
import { PublicUrls } from "../urls/PublicUrls.js"
import type { Space, SpaceId } from "./Space.js"
import { spaceAnswer } from "./SpaceAnswer.js"
import { SpaceRepository } from "./SpaceRepository.js"
import { makeSpaceWrites } from "./SpaceWrites.js"

const parseMove = parser(Move)

/** `Spaces.move`, over the repositories of the context. */
export const makeSpaceMoves = Effect.gen(function* () {
  const structure = yield* makeStructure
  const access = yield* Access
  const order = { spaces: yield* SpaceRepository, collections: yield* CollectionRepository }
  const destination = yield* makeDestinations
  const writes = yield* makeSpaceWrites
  const remnants = yield* makeRemnants
  const { base } = yield* PublicUrls

  return Effect.fnUntraced(function* (id: SpaceId, move: Move): Effect.fn.Return<Space, LecternError, Actor> {
    const { parent, position } = yield* parseMove(move)
    return yield* structure.ofSpace(id)(
      Effect.gen(function* () {
        const { stored, standing } = yield* access.requireSpace(id, needs.manage)
        const { parent: oldParent, inherits, ...rest } = stored.value
        const target = yield* destination(standing, oldParent, parent)
        const key = yield* keyFor(order, standing, target, { type: "space", id }, position)
        const moves = (rest.moves ?? 0) + 1
        const space = {
          ...rest,
          ...(target !== undefined && { parent: target }),
          ...(target === oldParent && inherits !== undefined && { inherits }),
          position: key,
          moves
        }
        yield* writes.replace(stored, space)
        if (target !== oldParent) for (const left of [oldParent, inherits]) yield* remnants.sweep(left)
        const after = yield* access.lookupSpace(id)
        return spaceAnswer(base, after.standing, space, after.level)
      })
    )
  })
})
