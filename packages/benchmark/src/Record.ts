/** Results as JSON, with the machine they were measured on, and the changes since they were recorded. */
import { execFileSync } from "node:child_process"
import { arch, cpus, platform, release, totalmem } from "node:os"
import type { Result } from "./Harness.js"

/** A row of a recorded run. */
export interface RecordedRow {
  readonly name: string
  readonly unit: string
  readonly subject: number
  readonly baseline: number
  readonly ratio: number
  readonly spread: number
  readonly rounds: number
  /** Absent if the row has no target. */
  readonly met?: boolean
  /** The processor times of a call, in microseconds, where they are counted. */
  readonly processor?: NonNullable<Result["processor"]>
}

/** The place of a recorded run; `memory` in megabytes. */
export interface Machine {
  readonly processor: string
  readonly processors: number
  readonly memory: number
  readonly system: string
  readonly node: string
}

/** A recorded run. */
export interface Recorded {
  readonly time: string
  /** Absent outside a checkout; followed by a plus sign if files differ from it. */
  readonly commit?: string
  readonly machine: Machine
  readonly rows: ReadonlyArray<RecordedRow>
}

const git = (...args: ReadonlyArray<string>): string | undefined => {
  try {
    return execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8", stdio: "pipe" }).trim()
  } catch {
    return undefined
  }
}

const commitNow = (): string | undefined => {
  const commit = git("rev-parse", "HEAD")
  return commit === undefined ? undefined : commit + (git("status", "--porcelain") === "" ? "" : "+")
}

/** Results with the commit and the machine. */
export const recorded = (results: ReadonlyArray<Result>): Recorded => {
  const commit = commitNow()
  const processors = cpus()
  return {
    time: new Date().toISOString(),
    ...(commit !== undefined && { commit }),
    machine: {
      processor: processors[0]?.model ?? "",
      processors: processors.length,
      memory: Math.round(totalmem() / 2 ** 20),
      system: `${platform()} ${release()} ${arch()}`,
      node: process.version
    },
    rows: results.map(({ baseline, met, processor, ratio, row, spread, subject }) => ({
      name: row.name,
      unit: row.unit,
      subject,
      baseline,
      ratio,
      spread,
      rounds: row.rounds,
      ...(row.target !== undefined && { met }),
      ...(processor !== undefined && { processor })
    }))
  }
}

const isRow = (value: unknown): value is RecordedRow =>
  typeof value === "object" && value !== null && "name" in value && "ratio" in value && "subject" in value

/** Reads the JSON of {@link recorded}. Throws if a file has other content. */
export const readRecorded = (text: string): Recorded => {
  const read: unknown = JSON.parse(text)
  if (
    typeof read === "object" &&
    read !== null &&
    "rows" in read &&
    Array.isArray(read.rows) &&
    read.rows.every(isRow)
  ) {
    return read as Recorded
  }
  throw new Error("expected what npm run bench -- --json printed")
}

/** The part by which any two runs may differ. */
const always = 0.05

/** By how many times their spreads two runs may differ. */
const timesSpread = 3

const percent = (part: number): string => `${part < 0 ? "-" : "+"}${Math.abs(part * 100).toFixed(0)} %`

/** A line for each row whose ratio has changed by more than the rounds of both runs differ among themselves. */
export const changes = (before: Recorded, results: ReadonlyArray<Result>): ReadonlyArray<string> =>
  results.flatMap(({ ratio, row, spread }) => {
    const known = before.rows.find(({ name }) => name === row.name)
    if (known === undefined) return [`${row.name}: new`]
    const change = ratio / known.ratio - 1
    const noise = always + timesSpread * ((spread || 0) + (known.spread || 0))
    return Math.abs(change) > noise
      ? [
          `${row.name}: ratio ${known.ratio.toPrecision(3)}, now ${ratio.toPrecision(3)} (${percent(change)}, noise ${percent(noise).slice(1)})`
        ]
      : []
  })
