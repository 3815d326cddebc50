/** Reads the present values of Effect's registry of metrics. */
import { Metric, MetricState } from "effect"

/** The numbers of a metric by the values of its labels: counts of counters and histograms, values of gauges. */
export const numbers = ({ name }: { readonly name: string }): ReadonlyMap<string, number> =>
  new Map(
    Metric.unsafeSnapshot().flatMap(({ metricKey, metricState }) => {
      if (metricKey.name !== name) return []
      const key = metricKey.tags.map(({ value }) => value).join(" ")
      if (MetricState.isGaugeState(metricState)) return [[key, Number(metricState.value)]]
      if (MetricState.isCounterState(metricState) || MetricState.isHistogramState(metricState)) {
        return [[key, Number(metricState.count)]]
      }
      return []
    })
  )

/** How much a metric went up while something was done. */
export const rise = async (metric: { readonly name: string }, work: () => Promise<unknown>) => {
  const before = numbers(metric)
  await work()
  return new Map([...numbers(metric)].map(([key, value]) => [key, value - (before.get(key) ?? 0)] as const))
}
