/** Progress of long work: one line that is drawn over on a terminal, plain lines anywhere else. */
import { Effect } from "effect"
import { Invocation } from "../Invocation.js"

/** Says how far the work is: `done` of `total` steps. */
export type Report = (done: number, total: number) => void

const width = 28

/** One state of the bar, cut to the columns of the screen. */
export const drawing = (label: string, done: number, total: number, columns: number): string => {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(part * width)
  const text = `${label} [${"#".repeat(filled)}${"-".repeat(width - filled)}] ${Math.floor(part * 100)} % ${done}/${total}`
  return text.slice(0, Math.max(0, columns - 1))
}

/**
 * Runs work that reports its progress. A terminal on stderr sees one line, redrawn at most every 50 ms and gone in
 * the end; anything else gets one line when the work starts.
 */
export const withProgress = <A, E, R>(
  label: string,
  work: (report: Report) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Invocation, ({ stderr: screen }) => {
    if (!screen.isTTY) {
      return Effect.zipRight(
        Effect.sync(() => screen.write(`${label}...\n`)),
        work(() => {})
      )
    }
    let drawn = 0
    const report: Report = (done, total) => {
      const now = performance.now()
      if (now - drawn < 50 && done < total) return
      drawn = now
      screen.write(`\r\u001b[2K${drawing(label, done, total, screen.columns || 80)}`)
    }
    return Effect.zipRight(
      Effect.sync(() => screen.write(`${label}...`)),
      work(report)
    ).pipe(Effect.ensuring(Effect.sync(() => screen.write("\r\u001b[2K"))))
  })
