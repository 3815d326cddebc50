/** Moves spaces to another place. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { makeStructure } from "../../people/access/Structure.js"
import { CollectionRepository } from "../../people/places/CollectionRepository.js"
import type { Space, SpaceId } from "../../people/places/Space.js"
import { spaceAnswer } from "../../people/places/SpaceAnswer.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { makeDestination as makeDestinations } from "../placement/Destination.js"
import { Move } from "../placement/Position.js"
import { makeRemnants } from "../placement/Remnants.js"
import { keyFor } from "../placement/Siblings.js"
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
  const urls = yield* PublicUrls

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
        return spaceAnswer(urls, after.standing, space, after.level)
      })
    )
  })
})
