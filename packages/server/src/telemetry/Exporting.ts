/** The telemetry of a server, as configured. Exporters are loaded only if they are configured. */
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import type { Destination } from "@lectern/node/telemetry/Otlp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { SecretDestination, TelemetrySettings } from "../config/TelemetrySettings.js"
import { version } from "../Location.js"

const destinationOf = (destination: SecretDestination | undefined): Destination | false =>
  destination === undefined
    ? false
    : {
        url: destination.url,
        headers: Object.fromEntries(
          Object.entries(destination.headers).map(([name, value]) => [name, Redacted.value(value)])
        )
      }

const isAsked = ({ metrics, metricsPort, metricsToken, traces }: TelemetrySettings): boolean =>
  [traces, metrics, metricsPort, metricsToken].some((each) => each !== undefined)

/** Measures a server if a collector or a way to request metrics is configured; does nothing otherwise. */
export const telemetryLayer = (settings: TelemetrySettings): Layer.Layer<Telemetry> => {
  if (!isAsked(settings)) return Layer.succeed(Telemetry, undefined)
  const { attributes, metricsInterval, protocol, sampling, serviceName, tracesInterval } = settings
  return Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("@lectern/node/telemetry/Otlp")),
      (Otlp) =>
        Otlp.layer({
          traces: destinationOf(settings.traces),
          metrics: destinationOf(settings.metrics),
          attributes,
          metricsInterval,
          protocol,
          sampling,
          serviceName,
          serviceVersion: version,
          tracesInterval
        })
    )
  )
}
