/** The names of the settings of telemetry. */
import type { SettingName } from "./SettingName.js"

/** The settings of telemetry by name. */
export const telemetryNames = {
  otlpEndpoint: {
    variable: "LECTERN_OTLP_ENDPOINT",
    flag: "--otlp-endpoint",
    value: "url",
    description: "Address of an OpenTelemetry collector, such as http://localhost:4318 (default: none)."
  },
  otlpHeaders: {
    variable: "LECTERN_OTLP_HEADERS",
    flag: "--otlp-headers",
    value: "pairs",
    description: "Headers to send to the collector, as name=value,name=value."
  },
  serviceName: {
    variable: "LECTERN_SERVICE_NAME",
    flag: "--service-name",
    value: "name",
    description: "Name of this server in traces and metrics (default lectern)."
  },
  traceSampling: {
    variable: "LECTERN_TRACE_SAMPLING",
    flag: "--trace-sampling",
    value: "part",
    description: "Fraction of the traces to record, from 0 to 1 (default 1)."
  },
  metricsPort: {
    variable: "LECTERN_METRICS_PORT",
    flag: "--metrics-port",
    value: "number",
    description: "Port that serves metrics to Prometheus at /metrics (default: none; 0: any free one)."
  },
  metricsToken: {
    variable: "LECTERN_METRICS_TOKEN",
    flag: "--metrics-token",
    value: "token",
    description: "Token for /metrics, which is on the port of the API unless it has its own (default: none)."
  }
} as const satisfies Readonly<Record<string, SettingName>>
