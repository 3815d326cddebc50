/** Any measurements under any names make a text that Prometheus can read, with the same values. */
import { contentType, prometheusText } from "@lectern/http/foundation/telemetry/PrometheusText"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck, Metric, MetricBoundaries, type MetricLabel } from "effect"
import { expect, it } from "vitest"
import { parsePrometheus } from "./prometheus.js"

const awkward = FastCheck.oneof(
  FastCheck.string({ maxLength: 12 }),
  FastCheck.string({ unit: "grapheme", maxLength: 8 }),
  FastCheck.constantFrom('a"b', "a\\b", "a\nb", "\\n", '\\"', "", "{}", 'le="1"', "# TYPE x counter", "é")
)
const values = FastCheck.array(FastCheck.double({ noNaN: true, min: 0, max: 1e9 }), { minLength: 1, maxLength: 10 })
const label = FastCheck.oneof(
  awkward.map((name) => `l${name}`),
  FastCheck.constantFrom("le", "quantile", "key", "exported_le", "l-", "l_")
)
const kinds = FastCheck.constantFrom("counter", "gauge", "histogram", "summary", "frequency")

const made = FastCheck.record({
  kind: kinds,
  name: awkward,
  help: awkward,
  value: awkward,
  labels: FastCheck.tuple(label, label),
  values
})

let number = 0

it("is of the format, for all kinds, names, labels and values", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.array(made, { minLength: 1, maxLength: 5 }), (all) => {
      const prefix = `p${++number}_`
      for (const {
        help,
        kind,
        labels: [first, second],
        name,
        value,
        values: given
      } of all) {
        const full = `${prefix}${kind}${name}`
        const tagged = <T, In, Out>(metric: Metric.Metric<T, In, Out>) =>
          Metric.tagged(Metric.tagged(metric, first, value), second, value)
        if (kind === "counter") {
          const metric = tagged(Metric.counter(full, { description: help, incremental: true }))
          for (const each of given) metric.unsafeUpdate(each, [])
        } else if (kind === "gauge") tagged(Metric.gauge(full, { description: help })).unsafeUpdate(given[0]!, [])
        else if (kind === "histogram") {
          const metric = tagged(Metric.histogram(full, MetricBoundaries.fromIterable([0.5, 10, 1e6]), help))
          for (const each of given) metric.unsafeUpdate(each, [])
        } else if (kind === "summary") {
          const options = {
            name: full,
            maxAge: 60_000,
            maxSize: 10,
            error: 0.1,
            quantiles: [0.5],
            description: help
          }
          for (const each of given) tagged(Metric.summary(options)).unsafeUpdate(each, [])
        } else tagged(Metric.frequency(full, { description: help })).unsafeUpdate(value, [])
      }
      const own = Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name.startsWith(prefix))
      const families = parsePrometheus(prometheusText(own))
      expect(families.size).toBeGreaterThan(0)
      for (const { help, kind, value, values: given } of all) {
        const of = [...families.values()].filter(({ type }) => type === (kind === "frequency" ? "counter" : kind))
        const samples = of.flatMap((family) => family.samples)
        expect(samples.some(({ labels }) => Object.values(labels).includes(value))).toBe(true)
        if (help.trim() !== "" && all.length === 1) expect(of[0]?.help).toBe(help.trim())
        if (kind === "counter" && all.length === 1) {
          expect(samples[0]?.value).toBeCloseTo(
            given.reduce((sum, each) => sum + each, 0),
            3
          )
        }
      }
    }),
    { numRuns: runs(100) }
  )
})

it("orders labels, escapes and suffixes as the format says", () => {
  const labels: ReadonlyArray<MetricLabel.MetricLabel> = []
  Metric.tagged(Metric.counter("told", { description: "a\\b\nc", incremental: true }), "l", 'q"\\\n').unsafeUpdate(
    2,
    labels
  )
  Metric.histogram("took", MetricBoundaries.fromIterable([0.1, 1])).unsafeUpdate(0.1, labels)
  const own = Metric.unsafeSnapshot().filter(({ metricKey }) => ["told", "took"].includes(metricKey.name))
  expect(prometheusText(own)).toBe(
    [
      "# HELP told_total a\\\\b\\nc",
      "# TYPE told_total counter",
      'told_total{l="q\\"\\\\\\n"} 2',
      "# TYPE took histogram",
      'took_bucket{le="0.1"} 1',
      'took_bucket{le="1"} 1',
      'took_bucket{le="+Inf"} 1',
      "took_sum 0.1",
      "took_count 1",
      ""
    ].join("\n")
  )
  expect(contentType).toBe("text/plain; version=0.0.4; charset=utf-8")
})
