/** The dashboard uses existing metrics, by labels that they have, and shows every one of them. */
import { type Declared, metrics } from "@lectern/core/foundation/telemetry/Metrics"
import { expect, it } from "vitest"
import { read } from "../docs/blocks.js"

interface Panel {
  readonly title: string
  readonly type: string
  readonly description?: string
  readonly targets?: ReadonlyArray<{ readonly expr: string; readonly legendFormat: string }>
}

const dashboard = JSON.parse(read("packages/server/dashboards/lectern.json")) as {
  readonly uid: string
  readonly panels: ReadonlyArray<Panel>
  readonly templating: { readonly list: ReadonlyArray<{ readonly definition?: string }> }
}

const declared: ReadonlyArray<Declared> = Object.values(metrics)
/** The metric that each scraped series belongs to. */
const series = new Map(
  declared.flatMap((metric) =>
    (metric.kind === "histogram" ? ["_bucket", "_sum", "_count"] : [""]).map(
      (suffix) => [`${metric.name}${suffix}`, metric] as const
    )
  )
)
/** The labels that Prometheus itself adds, and the labels of histograms. */
const ofPrometheus = ["job", "instance", "le"]
const words = new Set(["sum", "max", "by", "rate", "topk", "histogram_quantile", "label_values", ...ofPrometheus])

const queries = [
  ...dashboard.panels.flatMap(({ targets = [], title }) => targets.map((target) => [title, target.expr] as const)),
  ...dashboard.templating.list.flatMap(({ definition }) => (definition ? [["a variable", definition] as const] : []))
]
const namesIn = (query: string): ReadonlyArray<string> => query.match(/\b(?:lectern|nodejs|process)_\w+/g) ?? []

it.each(queries)("%s: %s", (_, query) => {
  const names = namesIn(query)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect([...series.keys()]).toContain(name)
  const labels = new Set([...ofPrometheus, ...names.flatMap((name) => series.get(name)?.labels ?? [])])
  const plain = query.replaceAll(/"[^"]*"/g, "").replaceAll(/\[[^\]]*\]/g, "")
  for (const [word] of plain.matchAll(/\b[a-z]\w*/g)) {
    expect([word, words.has(word) || series.has(word) || labels.has(word)]).toEqual([word, true])
  }
  let depth = 0
  for (const each of plain) {
    depth += each === "(" ? 1 : each === ")" ? -1 : 0
    expect(depth).toBeGreaterThanOrEqual(0)
  }
  expect(depth).toBe(0)
})

it("shows every metric, each panel with a unit, a legend and a description", () => {
  const shown = new Set(queries.flatMap(([, query]) => namesIn(query).map((name) => series.get(name)?.name)))
  expect(declared.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
  const panels = dashboard.panels.filter(({ type }) => type !== "row")
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  for (const { description, targets = [] } of panels) {
    expect(description).toMatch(/\w/)
    for (const { legendFormat } of targets) expect(legendFormat).toMatch(/\w/)
  }
})

it("is described in the manual, with every metric and its labels", () => {
  const page = read("docs/telemetry.md")
  for (const { kind, labels, name } of declared) {
    expect(page).toContain(`| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(", ")} |`)
  }
  for (const name of namesIn(page)) expect([...series.keys(), ...declared.map((each) => each.name)]).toContain(name)
  const rows = [...page.matchAll(/^\| `((?:lectern|nodejs|process)_\w+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(declared.map(({ name }) => name))
})

it("alarms of the manual are about metrics that exist", () => {
  const found = namesIn(read("docs/operations.md"))
  expect(found.length).toBeGreaterThan(5)
  for (const name of found) expect([...series.keys(), ...declared.map((each) => each.name)]).toContain(name)
})
