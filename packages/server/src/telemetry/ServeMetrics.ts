/** Metrics on a separate port, which a reverse proxy need not expose. */
import { Unauthenticated } from "@lectern/core/errors/Errors"
import { gzip, handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import * as Dispatcher from "@lectern/http/internal/foundation/dispatcher/Dispatcher"
import { metricsRoute } from "@lectern/http/internal/foundation/telemetry/MetricsRoute"
import * as Effect from "effect/Effect"
import type { Settings } from "../config/Settings.js"
import { listen } from "../start/Listening.js"
import { localBase } from "../workspace/Place.js"

const nobody = new Unauthenticated({ message: "only /metrics is served here" })

/** Serves `/metrics` on a port until the scope closes. */
export const serveMetrics = Effect.fnUntraced(function* (
  { host, telemetry }: Pick<Settings, "host" | "telemetry">,
  asked: number
) {
  const choice = "--metrics-port or LECTERN_METRICS_PORT"
  const { port, serve } = yield* listen({ host, port: asked, choice })
  const handle = Dispatcher.make({
    routes: [yield* metricsRoute(telemetry.metricsToken)],
    authenticate: () => Effect.fail(nobody),
    runtime: yield* Effect.runtime<never>(),
    gzip
  })
  yield* serve(handleListener(handle))
  const address = `${localBase({ host, port })}/metrics`
  yield* Effect.logInfo("serving metrics").pipe(Effect.annotateLogs({ address }))
})
