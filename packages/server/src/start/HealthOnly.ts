/** What a process answers that only works on jobs: whether it is well, and its metrics. */
import { Unauthenticated } from "@lectern/core/errors/Errors"
import * as Health from "@lectern/http/internal/engine/Health"
import { gzip } from "@lectern/http/internal/engine/node/HandleListener"
import * as Dispatcher from "@lectern/http/internal/foundation/dispatcher/Dispatcher"
import { metricsRoute } from "@lectern/http/internal/foundation/telemetry/MetricsRoute"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

const nobody = new Unauthenticated({ message: "this process works on jobs and serves no requests" })

/** Answers `/healthz` and `/readyz`, and `/metrics` to those with the token, if there is one. */
export const healthOnly = (metricsToken: Redacted.Redacted | undefined) =>
  Effect.gen(function* () {
    const metrics = metricsToken === undefined ? [] : [yield* metricsRoute(metricsToken)]
    return Dispatcher.make({
      routes: [...(yield* Health.routes), ...metrics],
      authenticate: () => Effect.fail(nobody),
      runtime: yield* Effect.runtime<never>(),
      gzip
    })
  })
