import { hostileTexts } from "@lectern/benchmark/HostileTexts"
import { describe, expect, it } from "vitest"
import { diffBlocks } from "../../../src/content/merge/DiffBlocks.js"
import { mergeText } from "../../../src/content/merge/MergeText.js"
import { paths } from "./paths.js"

const long = process.env.LECTERN_RUNS !== undefined

/** Long enough that the square of it shows. */
const size = long ? 100_000 : 10_000
/** The short run gives each text to some of the functions, so that all texts and all functions have their turn. */
const some = long ? 1 : 20
/** The time that is not worth measuring, and the time that no text may take, in seconds of one processor. */
const [short, most] = long ? [0.2, 20] : [0.2, 3]

const seconds = (run: () => unknown): number => {
  const started = process.cpuUsage()
  run()
  const { system, user } = process.cpuUsage(started)
  return (system + user) / 1e6
}

const best = (times: number, run: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time++) least = Math.min(least, seconds(run))
  return least
}

// Measurements that noise has spoilt are repeated.
describe("a hostile text", { retry: 2 }, () => {
  it.each(paths)(
    "takes a time that grows with its length, not its square: $name",
    { timeout: long ? 3_600_000 : 120_000 },
    ({ name: path, read }) => {
      const turn = paths.findIndex((each) => each.name === path)
      for (const [index, { make, name }] of hostileTexts.entries()) {
        if ((index + turn) % some > 0) continue
        const text = make(size)
        const once = seconds(() => read(text))
        expect(once, name).toBeLessThan(most)
        if (once < short) continue
        const [half, whole] = [make(size / 2), best(3, () => read(text))]
        // A quarter of the square still passes where most of the time is that of single steps, and noise may double it.
        if (whole >= short) expect(whole / best(3, () => read(half)), name).toBeLessThan(3.2)
      }
    }
  )
})

describe("a text of 145,000 blocks", () => {
  const text = Array.from({ length: 145_000 }, (_, index) => `${index}\n\n`).join("")

  it("is compared with nothing", () => {
    expect(diffBlocks("", text)).toHaveLength(145_000)
  })

  it("is merged into a page that main has changed", () => {
    const merged = mergeText("a\n\nb\n", `a\n\n${text}\n\nb\n`, "c\n\nb\n")
    expect(merged.text.startsWith("c\n\n0\n\n1\n\n")).toBe(true)
    expect(merged.conflicts).toEqual([])
  })
})
