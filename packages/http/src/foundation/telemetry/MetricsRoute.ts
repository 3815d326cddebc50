/** `/metrics`, for Prometheus. */
import { Unauthenticated } from "@lectern/core/errors/Errors"
import { sameSecret } from "@lectern/core/internal/foundation/ids/SameSecret"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import { bearerToken, missingToken } from "../dispatcher/Bearer.js"
import type { Answer } from "../dispatcher/Exchange.js"
import type { PlainRoute } from "../dispatcher/Route.js"
import { contentType, prometheusText } from "./PrometheusText.js"

const refused = new Unauthenticated({ message: "the token is not the one for metrics" })

/** All metrics of the process as an answer; gauges are read at that moment. */
const metricsAnswer: Effect.Effect<Answer> = Effect.flatMap(Telemetry, (telemetry) =>
  Effect.map(
    telemetry?.refresh ?? Effect.void,
    (): Answer => ({
      status: 200,
      contentType,
      headers: { "cache-control": "no-store" },
      body: prometheusText(Metric.unsafeSnapshot()),
      compressible: true
    })
  )
)

/** `GET /metrics`; with a token, only for clients that have it. */
export const metricsRoute = (token?: Redacted.Redacted): Effect.Effect<PlainRoute> =>
  Effect.map(Telemetry, (telemetry) => {
    const answer = Effect.provideService(metricsAnswer, Telemetry, telemetry)
    return {
      kind: "plain",
      method: "GET",
      path: "/metrics",
      operation: "metrics",
      unlimited: true,
      answer: (_, request) => {
        if (token === undefined) return answer
        const sent = bearerToken(request.header("authorization"))
        if (sent === undefined) return Effect.fail(missingToken)
        return sameSecret(Redacted.value(sent), Redacted.value(token)) ? answer : Effect.fail(refused)
      }
    }
  })
