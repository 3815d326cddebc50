/** Removes unreferenced blobs periodically. */
import * as Effect from "effect/Effect"
import type { Actor } from "../../people/access/Actor.js"
import type { Routine } from "../../storage/services/Routine.js"
import type { Blobs } from "./Blobs.js"
import { blobs } from "./LazyBlobs.js"

/** Removes the unreferenced blobs. */
export const blobCollecting: Routine<Blobs | Actor> = {
  name: "blobs",
  schedule: "cleaning",
  round: () =>
    Effect.map(
      Effect.flatMap(blobs.tag, ({ collect }) => collect),
      (collected) => (collected.blobs === 0 ? undefined : { message: "blobs removed", details: { ...collected } })
    )
}
