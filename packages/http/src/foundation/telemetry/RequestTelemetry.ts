/** Spans and metrics of requests; added to a dispatcher if telemetry is requested. */
import type { Actor } from "@lectern/core/access/Actor"
import { counting, gauging, metrics, timing } from "@lectern/core/internal/foundation/telemetry/Metrics"
import { spanned } from "@lectern/core/internal/foundation/telemetry/Spans"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as HashMap from "effect/HashMap"
import type { Answer, HttpRequest } from "../dispatcher/Exchange.js"
import { type Failure, outcomeOf } from "../dispatcher/Failures.js"
import type { Route } from "../dispatcher/Route.js"
import { statuses } from "../errors/WireError.js"
import { callerSpan } from "./TraceParent.js"

const requests = counting(metrics.httpRequests)
const durations = timing(metrics.httpDuration)
const inFlight = gauging(metrics.httpInFlight)
const rateLimited = counting(metrics.httpRateLimited)

/** The label of requests without an operation: an unknown path or method, or OPTIONS. */
export type NoOperation = "unmatched" | "preflight"

/** The status of a request whose client disconnected before it was answered. */
export const clientGone = 499

/** A request that is measured. */
export interface MeasuredRequest {
  /** Runs the work for a request in a span that continues the caller's trace. */
  readonly span: (
    work: Effect.Effect<Answer, Failure, Actor>,
    route: Route,
    requestId: string
  ) => Effect.Effect<Answer, Failure, Actor>
  /** Counts the request, once. */
  readonly end: (operation: string, status: number) => void
}

/** The telemetry of requests. */
export interface RequestTelemetry {
  readonly begin: (request: HttpRequest, method: string) => MeasuredRequest
}

const statusOf = (exit: Exit.Exit<Answer, Failure>): number => {
  if (Exit.isSuccess(exit)) return exit.value.status
  const outcome = outcomeOf(exit.cause)
  if (outcome.kind === "failure") return statuses[outcome.failure._tag]
  return outcome.kind === "stopped" ? 503 : 500
}

const begin: RequestTelemetry["begin"] = ({ header }, method) => {
  const since = performance.now()
  let ended = false
  inFlight.change(1)
  return {
    span: (work, route, requestId) => {
      const parent = callerSpan(header("traceparent"))
      const attributes = {
        "http.request.method": method,
        "http.route": route.path,
        "lectern.operation": route.operation
      }
      const annotated = FiberRef.update(FiberRef.currentTracerSpanAnnotations, (annotations) =>
        HashMap.set(annotations, "lectern.request_id", requestId)
      )
      return Effect.zipRight(
        annotated,
        spanned(
          `${method} ${route.path}`,
          {
            kind: "server",
            attributes,
            ...(parent === undefined ? { root: true } : { parent }),
            ending: (span, exit) => {
              span.attribute("http.response.status_code", statusOf(exit))
            },
            isFault: (exit) => statusOf(exit) >= 500
          },
          work
        )
      )
    },
    end: (operation, status) => {
      if (ended) return
      ended = true
      inFlight.change(-1)
      requests(1, operation, String(status))
      if (status === 429) rateLimited(1)
      durations((performance.now() - since) / 1000, operation)
    }
  }
}

/** Measures requests with Effect's tracer and metrics. */
export const requestTelemetry: RequestTelemetry = { begin }
