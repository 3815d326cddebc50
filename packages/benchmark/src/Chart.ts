/** Draws costs against sizes as an SVG, on two logarithmic scales. */

/** A line of a chart: milliseconds by the number of pages. */
export interface Line {
  readonly name: string
  readonly points: ReadonlyArray<{ readonly x: number; readonly y: number }>
}

const width = 760
const height = 420
const left = 64
const right = 250
const top = 20
const bottom = 56

/** The colours of the lines on white, and on black. */
const colours = [
  ["#0b7285", "#66d9e8"],
  ["#c2255c", "#faa2c1"],
  ["#5f3dc4", "#b197fc"],
  ["#2b8a3e", "#8ce99a"],
  ["#d9480f", "#ffc078"]
] as const

/** The rules of the lines' colours; `of` is 0 for white and 1 for black. */
const rulesFor = (of: 0 | 1): string => colours.map((colour, i) => `.c${i}{--c:${colour[of]}}`).join("")

const powersBetween = (least: number, most: number): ReadonlyArray<number> => {
  const first = Math.floor(Math.log10(least))
  return Array.from({ length: Math.ceil(Math.log10(most)) - first + 1 }, (_, i) => 10 ** (first + i))
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Moves labels apart that would overlap, in the order of their places. */
const spread = (places: ReadonlyArray<number>, apart: number): ReadonlyArray<number> => {
  const order = places.map((_, i) => i).sort((one, other) => places[one]! - places[other]!)
  const moved = [...places]
  order.forEach((at, i) => {
    const before = order[i - 1]
    if (before !== undefined) moved[at] = Math.max(moved[at]!, moved[before]! + apart)
  })
  return moved
}

/** The chart of some lines. Throws if there are none. */
export const chartOf = (lines: ReadonlyArray<Line>): string => {
  const all = lines.flatMap(({ points }) => points)
  if (all.length === 0) throw new Error("the run has no costs for a chart: measure large-spaces")
  const xs = powersBetween(Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x)))
  const ys = powersBetween(Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y)))
  const along = (value: number, of: ReadonlyArray<number>): number =>
    Math.log10(value / of[0]!) / Math.log10(of[of.length - 1]! / of[0]!)
  const xOf = (value: number) => Math.round((left + along(value, xs) * (width - left - right)) * 10) / 10
  const yOf = (value: number) => Math.round((height - bottom - along(value, ys) * (height - top - bottom)) * 10) / 10
  const end = width - right
  const rows = ys.map(
    (y) =>
      `<line class="grid" x1="${left}" y1="${yOf(y)}" x2="${end}" y2="${yOf(y)}"/><text x="${left - 8}" y="${yOf(y) + 4}" text-anchor="end">${y}</text>`
  )
  const columns = xs.map(
    (x) => `<text x="${xOf(x)}" y="${height - bottom + 20}" text-anchor="middle">${x.toLocaleString("en-US")}</text>`
  )
  const labels = spread(
    lines.map(({ points }) => yOf(points[points.length - 1]!.y)),
    16
  )
  const drawn = lines.map(({ name, points }, i) => {
    const path = points.map(({ x, y }) => `${xOf(x)},${yOf(y)}`).join(" ")
    const dots = points.map(({ x, y }) => `<circle cx="${xOf(x)}" cy="${yOf(y)}" r="3"/>`).join("")
    return `<g class="line c${i % colours.length}"><polyline points="${path}"/>${dots}<text x="${end + 10}" y="${labels[i]! + 4}">${escaped(name)}</text></g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>Milliseconds a call, by the pages in the space</title>
<style>text{fill:#495057}.grid{stroke:#ced4da}.back{fill:#fff}${rulesFor(0)}.line *{fill:var(--c)}.line polyline{fill:none;stroke:var(--c);stroke-width:2}@media (prefers-color-scheme:dark){text{fill:#adb5bd}.grid{stroke:#495057}.back{fill:#1a1b1e}${rulesFor(1)}}</style>
<rect class="back" width="${width}" height="${height}" rx="8"/>
${[...rows, ...columns, ...drawn].join("\n")}
<text x="${(left + end) / 2}" y="${height - 12}" text-anchor="middle">pages in the space</text>
<text x="16" y="${(top + height - bottom) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(top + height - bottom) / 2})">milliseconds a call</text>
</svg>
`
}
