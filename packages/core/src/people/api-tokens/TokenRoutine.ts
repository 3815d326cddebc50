/** The routine that writes the last uses of tokens once a minute, apart from the calls that use them. */
import * as Effect from "effect/Effect"
import type { Routine } from "../../storage/services/Routine.js"
import type { Actor } from "../access/Actor.js"
import type { ApiTokens } from "./ApiTokens.js"
import { apiTokens } from "./LazyApiTokens.js"

/** Writes the last uses of tokens. */
export const tokenUsing: Routine<ApiTokens | Actor> = {
  name: "uses of tokens",
  schedule: "refreshing",
  round: () =>
    Effect.as(
      Effect.flatMap(apiTokens.tag, ({ recordUses }) => recordUses),
      undefined
    )
}
