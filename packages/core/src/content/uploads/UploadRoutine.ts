/** Removes unclaimed uploads when they expire. */
import * as Effect from "effect/Effect"
import type { Actor } from "../../people/access/Actor.js"
import type { Routine } from "../../storage/services/Routine.js"
import { uploads } from "./LazyUploads.js"
import type { Uploads } from "./Uploads.js"

/** Removes expired uploads. */
export const uploadCleaning: Routine<Uploads | Actor> = {
  name: "uploads",
  schedule: "cleaning",
  round: () =>
    Effect.map(
      Effect.flatMap(uploads.tag, ({ clean }) => clean),
      (removed) => (removed === 0 ? undefined : { message: "expired uploads removed", details: { uploads: removed } })
    )
}
