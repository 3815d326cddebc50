/** Reads the text format of Prometheus, and throws for any deviation from it. */

/** A series, by the text of its labels in their order. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric with its series. */
export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string | undefined
  readonly samples: ReadonlyArray<Sample>
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const line = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/s
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/y

const unescaped = (text: string): string =>
  text.replace(/\\([\\n"])/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped))

const labelsOf = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {}
  label.lastIndex = 0
  let read = 0
  while (read < text.length) {
    const found = label.exec(text)
    if (found === null) throw new Error(`labels: ${text}`)
    if (found[1]! in labels) throw new Error(`label ${found[1]} twice: ${text}`)
    labels[found[1]!] = unescaped(found[2]!)
    read = label.lastIndex
  }
  return labels
}

const numberOf = (text: string): number => {
  if (text === "+Inf") return Number.POSITIVE_INFINITY
  if (text === "-Inf") return Number.NEGATIVE_INFINITY
  if (text === "NaN") return Number.NaN
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new Error(`number: ${text}`)
  return Number(text)
}

const suffixes: Readonly<Record<string, ReadonlyArray<string>>> = {
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"]
}

const checkHistogram = ({ name, samples }: Family): void => {
  const series = new Map<string, Array<Sample>>()
  for (const sample of samples) {
    const { le: _, ...others } = sample.labels
    const key = JSON.stringify(Object.entries(others).sort())
    series.set(key, [...(series.get(key) ?? []), sample])
  }
  for (const of of series.values()) {
    const buckets = of.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => numberOf(labels.le ?? ""))
    const counts = buckets.map(({ value }) => value)
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${name}: no bucket +Inf`)
    if (bounds.some((bound, i) => i > 0 && bound <= bounds[i - 1]!)) throw new Error(`${name}: bounds do not rise`)
    if (counts.some((count, i) => i > 0 && count < counts[i - 1]!)) throw new Error(`${name}: counts fall`)
    const rest = (suffix: string) => of.filter((sample) => sample.name === `${name}${suffix}`)
    if (rest("_sum").length !== 1 || rest("_count").length !== 1) throw new Error(`${name}: no sum or count`)
    if (rest("_count")[0]!.value !== counts.at(-1)) throw new Error(`${name}: count differs from the last bucket`)
  }
}

/** The metrics of a text in version 0.0.4 of the format. */
export const parsePrometheus = (text: string): ReadonlyMap<string, Family> => {
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line has no end")
  const families = new Map<string, Family & { readonly samples: Array<Sample> }>()
  const seen = new Set<string>()
  let help: readonly [name: string, text: string] | undefined
  let current: (Family & { readonly samples: Array<Sample> }) | undefined
  for (const each of text.split("\n").slice(0, -1)) {
    const about = /^# (HELP|TYPE) (\S+) ?(.*)$/s.exec(each)
    if (about !== null) {
      const [, what, name = "", rest = ""] = about
      if (!metricName.test(name) || families.has(name)) throw new Error(`${name}: not one group`)
      if (what === "HELP") help = [name, unescaped(rest)]
      else {
        if (!["counter", "gauge", "histogram", "summary", "untyped"].includes(rest)) throw new Error(`type ${rest}`)
        if (help !== undefined && help[0] !== name) throw new Error(`${name}: help of another`)
        current = { name, type: rest, help: help?.[1], samples: [] }
        families.set(name, current)
        help = undefined
      }
      continue
    }
    const found = line.exec(each)
    if (found === null || current === undefined) throw new Error(`line: ${each}`)
    const [, name = "", labels = "", value = ""] = found
    const allowed = (suffixes[current.type] ?? [""]).map((suffix) => `${current?.name}${suffix}`)
    if (!allowed.includes(name)) throw new Error(`${name} in the group of ${current.name}`)
    const sample = { name, labels: labelsOf(labels), value: numberOf(value) }
    const key = `${name} ${JSON.stringify(Object.entries(sample.labels).sort())}`
    if (seen.has(key)) throw new Error(`${key} twice`)
    seen.add(key)
    if (current.type === "counter" && (!name.endsWith("_total") || sample.value < 0)) throw new Error(`counter ${each}`)
    current.samples.push(sample)
  }
  for (const family of families.values()) if (family.type === "histogram") checkHistogram(family)
  return families
}
