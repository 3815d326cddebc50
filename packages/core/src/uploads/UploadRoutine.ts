/** Removes unclaimed uploads when they expire. */
import * as Effect from "effect/Effect"
import type { Actor } from "../access/Actor.js"
import type { Routine } from "../services/Routine.js"
import { Uploads } from "./Uploads.js"

/** Removes expired uploads. */
export const uploadCleaning: Routine<Uploads | Actor> = {
  name: "uploads",
  schedule: "cleaning",
  round: () =>
    Effect.map(
      Effect.flatMap(Uploads, ({ clean }) => clean),
      (uploads) => (uploads === 0 ? undefined : { message: "expired uploads removed", details: { uploads } })
    )
}
