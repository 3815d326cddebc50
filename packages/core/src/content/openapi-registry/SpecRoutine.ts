/** Keeps OpenAPI specifications that are fetched from URLs up to date. */
import * as Effect from "effect/Effect"
import type { Actor } from "../../people/access/Actor.js"
import type { Routine } from "../../storage/services/Routine.js"
import { openAPISpecs } from "./LazyOpenAPISpecs.js"
import type { OpenAPISpecs } from "./OpenAPISpecs.js"

/** Fetches every specification again that was last fetched too long ago. */
export const specRefreshing: Routine<OpenAPISpecs | Actor> = {
  name: "fetching specifications again",
  schedule: "refreshing",
  round: ({ maxAge }) =>
    Effect.map(
      Effect.flatMap(openAPISpecs.tag, ({ refreshDue }) => refreshDue(maxAge)),
      (started) => (started === 0 ? undefined : { message: "fetching specifications again", details: { started } })
    )
}
