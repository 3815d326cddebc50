/** Adding files to spaces. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import type { TakenFile } from "./FileItems.js"

/**
 * Adds the bytes of a file to the bytes that a space holds, in the transaction that creates the item, and counts them.
 */
export type HoldFile = (space: string, file: Pick<TakenFile, "hash" | "size">) => Effect.Effect<void, Unavailable>

/** {@link HoldFile} over the repositories of the context. */
export const makeHoldFile = Effect.gen(function* () {
  const references = yield* BlobReferences
  const spaces = yield* SpaceRepository
  const holdFile: HoldFile = (space, { hash, size }) =>
    Effect.flatMap(references.add(hash, space, size), (isNew) => (isNew ? spaces.hold(space, size) : Effect.void))
  return holdFile
})
