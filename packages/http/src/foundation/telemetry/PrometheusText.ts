/** Effect's metrics in the text format of Prometheus, version 0.0.4. */
import type * as MetricLabel from "effect/MetricLabel"
import type * as MetricPair from "effect/MetricPair"
import * as MetricState from "effect/MetricState"
import * as Option from "effect/Option"

/** The content type of the format. */
export const contentType = "text/plain; version=0.0.4; charset=utf-8"

type Labels = ReadonlyArray<readonly [name: string, value: string]>

interface Family {
  readonly name: string
  readonly type: "counter" | "gauge" | "histogram" | "summary"
  readonly help: string
  readonly lines: Array<string>
}

const metricName = (name: string): string => name.replace(/[^a-zA-Z0-9_:]/g, "_").replace(/^(?=\d)/, "_")
const labelName = (name: string): string => name.replace(/[^a-zA-Z0-9_]/g, "_").replace(/^(?=\d)/, "_")
const escapedHelp = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
const escapedValue = (text: string): string => escapedHelp(text).replaceAll('"', '\\"')

const numberText = (value: number | bigint): string => {
  if (value === Number.POSITIVE_INFINITY) return "+Inf"
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)
}

const sample = (name: string, labels: Labels, value: number | bigint): string => {
  const inside = labels.map(([label, text]) => `${label}="${escapedValue(text)}"`).join(",")
  return `${name}${inside === "" ? "" : `{${inside}}`} ${numberText(value)}`
}

/** Tags as labels with unique names; `reserved` is a name that the format uses for this kind of metric. */
const labelsOf = (tags: ReadonlyArray<MetricLabel.MetricLabel>, reserved?: string): Labels => {
  const taken = new Set([reserved])
  return tags.map(({ key, value }) => {
    let label = labelName(key)
    while (taken.has(label)) label = `exported_${label}`
    taken.add(label)
    return [label, value]
  })
}

/** The name of a counter that only increases, which by convention ends in `_total`. */
const totalName = (name: string): string => (name.endsWith("_total") ? name : `${name}_total`)

/** A series of a metric: its family, and its lines. */
const seriesOf = ({ metricKey, metricState }: MetricPair.MetricPair.Untyped): Family | undefined => {
  const name = metricName(metricKey.name)
  const { tags } = metricKey
  const help = Option.getOrElse(metricKey.description, () => "").trim()
  if (MetricState.isCounterState(metricState)) {
    const { keyType } = metricKey
    const goesUp = "incremental" in keyType && keyType.incremental === true
    const full = goesUp ? totalName(name) : name
    const type = goesUp ? "counter" : "gauge"
    return { name: full, help, type, lines: [sample(full, labelsOf(tags), metricState.count)] }
  }
  if (MetricState.isGaugeState(metricState)) {
    return { name, help, type: "gauge", lines: [sample(name, labelsOf(tags), metricState.value)] }
  }
  if (MetricState.isHistogramState(metricState)) {
    const { buckets, count, sum } = metricState
    const labels = labelsOf(tags, "le")
    const finite = buckets.filter(([boundary]) => Number.isFinite(boundary))
    const lines = [...finite, [Number.POSITIVE_INFINITY, count] as const].map(([boundary, upTo]) =>
      sample(`${name}_bucket`, [...labels, ["le", numberText(boundary)]], upTo)
    )
    lines.push(sample(`${name}_sum`, labels, sum), sample(`${name}_count`, labels, count))
    return { name, help, type: "histogram", lines }
  }
  if (MetricState.isSummaryState(metricState)) {
    const { count, quantiles, sum } = metricState
    const labels = labelsOf(tags, "quantile")
    const lines = quantiles.map(([quantile, value]) =>
      sample(
        name,
        [...labels, ["quantile", String(quantile)]],
        Option.getOrElse(value, () => Number.NaN)
      )
    )
    lines.push(sample(`${name}_sum`, labels, sum), sample(`${name}_count`, labels, count))
    return { name, help, type: "summary", lines }
  }
  if (MetricState.isFrequencyState(metricState)) {
    const full = totalName(name)
    const labels = labelsOf(tags, "key")
    const lines = Array.from(metricState.occurrences, ([key, count]) => sample(full, [...labels, ["key", key]], count))
    return { name: full, help, type: "counter", lines }
  }
  return undefined
}

/**
 * The text of some metrics: each name once, with its type and its series. Of two metrics with the same name and
 * different types, only the first is shown.
 */
export const prometheusText = (pairs: ReadonlyArray<MetricPair.MetricPair.Untyped>): string => {
  const families = new Map<string, Family>()
  for (const pair of pairs) {
    const series = seriesOf(pair)
    if (series === undefined) continue
    const family = families.get(series.name)
    if (family === undefined) families.set(series.name, series)
    else if (family.type === series.type) family.lines.push(...series.lines)
  }
  return [...families.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ help, lines, name, type }) => {
      const about = help === "" ? "" : `# HELP ${name} ${escapedHelp(help)}\n`
      return `${about}# TYPE ${name} ${type}\n${lines.join("\n")}\n`
    })
    .join("")
}
