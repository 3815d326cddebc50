/** The chart of costs. */
import { describe, expect, it } from "vitest"
import { chartOf, type Line } from "../src/Chart.js"

const lines: ReadonlyArray<Line> = [
  {
    name: "read <a> page",
    points: [
      { x: 100, y: 0.1 },
      { x: 10_000, y: 0.1 }
    ]
  },
  {
    name: "search",
    points: [
      { x: 100, y: 1 },
      { x: 10_000, y: 100 }
    ]
  }
]

const pointsIn = (svg: string): ReadonlyArray<ReadonlyArray<readonly [number, number]>> =>
  [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points = ""]) =>
    points.split(" ").map((point) => {
      const [x = Number.NaN, y = Number.NaN] = point.split(",").map(Number)
      return [x, y]
    })
  )

describe("a chart", () => {
  const svg = chartOf(lines)

  it("has a line for each series, on logarithmic scales", () => {
    const [level, rising] = pointsIn(svg)
    expect(level?.[0]?.[1]).toBe(level?.[1]?.[1])
    // Two powers of ten up, of the three that the scale has.
    const grid = [...svg.matchAll(/class="grid" x1="\d+" y1="([\d.]+)"/g)].map(([, y]) => Number(y))
    expect(grid.length).toBe(4)
    expect(rising?.[0]?.[1]).toBeCloseTo(grid[1]!, 0)
    expect(rising?.[1]?.[1]).toBeCloseTo(grid[3]!, 0)
    expect(level?.[0]?.[0]).toBe(rising?.[0]?.[0])
  })

  it("names them, in text that is no markup, without overlaps", () => {
    expect(svg).toContain(">read &lt;a> page</text>")
    const close = chartOf(
      [0, 1, 2, 3, 4].map((i) => ({
        name: `line ${i}`,
        points: [
          { x: 1, y: 5 },
          { x: 10, y: 5 + i / 100 }
        ]
      }))
    )
    const labels = [...close.matchAll(/y="([\d.]+)">line \d/g)].map(([, y]) => Number(y)).sort((a, b) => a - b)
    expect(labels).toHaveLength(5)
    for (const [i, y] of labels.slice(1).entries()) expect(y - labels[i]!).toBeGreaterThanOrEqual(16)
  })

  it("of nothing says what is missing", () => {
    expect(() => chartOf([])).toThrow("large-spaces")
  })
})
