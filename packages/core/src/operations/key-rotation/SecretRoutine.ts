/** Re-encrypts secrets that are not encrypted with the current key. */
import * as Effect from "effect/Effect"
import type { Actor } from "../../people/access/Actor.js"
import type { Routine } from "../../storage/services/Routine.js"
import { secrets } from "./LazySecrets.js"
import type { Secrets } from "./Secrets.js"

/** Encrypts secrets with the current key, after a rotation or if there was no key before. */
export const secretSealing: Routine<Secrets | Actor> = {
  name: "encryption of secrets",
  schedule: "refreshing",
  round: () =>
    Effect.map(
      Effect.flatMap(secrets.tag, ({ reseal }) => reseal()),
      ({ resealed }) =>
        resealed === 0
          ? undefined
          : { message: "encrypted secrets with the current key", details: { records: resealed } }
    )
}
