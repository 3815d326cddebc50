/** Removes deleted spaces permanently once they can no longer be restored. */
import * as Effect from "effect/Effect"
import type { Actor } from "../../people/access/Actor.js"
import type { Routine } from "../../storage/services/Routine.js"
import { Spaces } from "./Spaces.js"

/** Purges the spaces whose retention has ended. */
export const spacePurging: Routine<Spaces | Actor> = {
  name: "purge",
  schedule: "cleaning",
  round: () =>
    Effect.map(
      Effect.flatMap(Spaces, ({ purge }) => purge),
      (purged) =>
        purged.length === 0
          ? undefined
          : { message: "purged", details: { spaces: purged.map(({ id }) => id).join(",") } }
    )
}
