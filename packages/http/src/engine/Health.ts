/** Liveness and readiness of the process. */
import { Unavailable } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { jsonAnswer } from "../foundation/dispatcher/Exchange.js"
import type { PlainRoute } from "../foundation/dispatcher/Route.js"

const headers = { "cache-control": "no-store" }

const healthz: PlainRoute = {
  kind: "plain",
  method: "GET",
  path: "/healthz",
  operation: "healthz",
  unlimited: true,
  answer: () => Effect.succeed(jsonAnswer(200, { status: "ok" }, { headers }))
}

const patience = "5 seconds"

/** `/healthz` answers while the process is alive; `/readyz` answers 503 until storage responds in time. */
export const routes = Effect.map(tags.apiTokens, (tokens): ReadonlyArray<PlainRoute> => {
  const storageAnswers = Effect.catchTag(
    tokens.authenticate(Redacted.make("readiness")),
    "Unauthenticated",
    () => Effect.void
  )
  const readyz: PlainRoute = {
    kind: "plain",
    method: "GET",
    path: "/readyz",
    operation: "readyz",
    unlimited: true,
    answer: () =>
      storageAnswers.pipe(
        Effect.timeoutFail({
          duration: patience,
          onTimeout: () => new Unavailable({ message: "storage does not answer in time" })
        }),
        Effect.as(jsonAnswer(200, { status: "ready" }, { headers }))
      )
  }
  return [healthz, readyz]
})
