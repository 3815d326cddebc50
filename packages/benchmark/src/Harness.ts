/** Measures a subject against a baseline: alternately, in several rounds, by medians. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { endedTime, processorTimeOf } from "./ProcessTree.js"

/** The promise of a row about its ratio (subject over baseline) or about the subject's own value. */
export interface Target {
  readonly of: "ratio" | "subject"
  readonly kind: "at most" | "at least"
  readonly value: number
}

/** A measured value, in the row's unit, and the processor time of a call in microseconds, threads and children included. */
export interface Sample {
  readonly value: number
  readonly processor: number
}

/** One measurement: does its work once and returns the value, in the row's unit, with the processor time if it counts. */
export type Measure = Effect.Effect<number | Sample, unknown>

/** The measurements of a row, after preparation. */
export interface Pair {
  readonly subject: Measure
  readonly baseline: Measure
}

/** A row of the table. */
export interface Row {
  /** The name for `--only`. */
  readonly name: string
  readonly subject: string
  readonly baseline: string
  readonly unit: string
  /** Absent if the row is only for comparison. */
  readonly target?: Target
  readonly rounds: number
  /**
   * Whether the first round counts, for work that is new in each round, such as starting a process, or that takes
   * minutes.
   */
  readonly cold?: true
  /** Whether it is measured only if `--only` names it, or `--all` asks for everything: the others take eight minutes. */
  readonly onlyAsked?: true
  /** Prepares the row, in a scope that lasts until it has been measured. */
  readonly prepare: Effect.Effect<Pair, unknown, Scope.Scope>
}

/** A row after preparation. */
export interface Prepared extends Omit<Row, "prepare" | "onlyAsked"> {
  readonly pair: Pair
}

/** Rows that are prepared together, and therefore measured together. */
export interface Family {
  /** The name for `--only`. */
  readonly name: string
  readonly rows: Effect.Effect<ReadonlyArray<Prepared>, unknown, Scope.Scope>
  /** As for a {@link Row}. */
  readonly onlyAsked?: true
}

/** A measured row. */
export interface Result {
  readonly row: Omit<Row, "prepare" | "onlyAsked">
  readonly subject: number
  readonly baseline: number
  readonly ratio: number
  /**
   * How far apart the ratios of the rounds are: half of them differ from their median by at most this part of it.
   */
  readonly spread: number
  readonly met: boolean
  /** The median processor times of a call, in microseconds, where both sides count them. */
  readonly processor?: { readonly subject: number; readonly baseline: number }
}

/** The median of some numbers; the mean of the middle two if their count is even. */
export const median = (numbers: ReadonlyArray<number>): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2
}

/** The number below which this part of some numbers lies; `0.95` is the 95th percentile. */
export const percentile = (numbers: ReadonlyArray<number>, part: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The median distance of some numbers from their median, as a part of it. */
export const spreadOf = (numbers: ReadonlyArray<number>): number => {
  const middle = median(numbers)
  return median(numbers.map((each) => Math.abs(each - middle))) / Math.abs(middle)
}

/** A target for the subject: at most this value, in the unit of the row. */
export const subjectAtMost = (value: number): Target => ({ of: "subject", kind: "at most", value })

/** A target for the subject divided by the baseline: at most this. */
export const ratioAtMost = (value: number): Target => ({ of: "ratio", kind: "at most", value })

/** Whether a measured pair meets a target. */
export const isMet = (target: Target | undefined, subject: number, ratio: number): boolean => {
  if (target === undefined) return true
  const value = target.of === "ratio" ? ratio : subject
  return target.kind === "at most" ? value <= target.value : value >= target.value
}

const valueOf = ({ value }: Sample): number => value
const processorOf = ({ processor }: Sample): number => processor

const measured = Effect.fnUntraced(function* (row: Result["row"], pair: Pair) {
  const subjects: Array<Sample> = []
  const baselines: Array<Sample> = []
  for (let round = row.cold ? 1 : 0; round <= row.rounds; round++) {
    const order = round % 2 === 0 ? (["subject", "baseline"] as const) : (["baseline", "subject"] as const)
    for (const side of order) {
      const found = yield* pair[side]
      const sample = typeof found === "number" ? { value: found, processor: Number.NaN } : found
      if (round > 0) (side === "subject" ? subjects : baselines).push(sample)
    }
  }
  const [subject, baseline] = [median(subjects.map(valueOf)), median(baselines.map(valueOf))]
  const ratio = subject / baseline
  const spread = spreadOf(subjects.map(({ value }, round) => value / (baselines[round]?.value ?? Number.NaN)))
  const processor = { subject: median(subjects.map(processorOf)), baseline: median(baselines.map(processorOf)) }
  const result: Result = {
    ...{ row, subject, baseline, ratio, spread, met: isMet(row.target, subject, ratio) },
    ...(!Number.isNaN(processor.subject + processor.baseline) && { processor })
  }
  return result
})

/**
 * Measures a row: a warm-up round, unless the row is cold, then subject and baseline alternately; each goes first in
 * every second round.
 */
export const measure = (row: Row): Effect.Effect<Result, unknown> =>
  Effect.scoped(Effect.flatMap(row.prepare, (pair) => measured(row, pair)))

/** Measures the rows of a family one after another, like {@link measure}. */
export const measureFamily = ({ rows }: Family): Effect.Effect<ReadonlyArray<Result>, unknown> =>
  Effect.scoped(Effect.flatMap(rows, (all) => Effect.forEach(all, (row) => measured(row, row.pair))))

/** A row with fixed numbers, for measurements that yield several rows together. */
export const constant = (
  name: string,
  [subject, measured]: readonly [string, number],
  [baseline, compared]: readonly [string, number],
  unit: string,
  target?: Target
): Prepared => ({
  name,
  subject,
  baseline,
  unit,
  ...(target !== undefined && { target }),
  rounds: 1,
  cold: true,
  pair: { subject: Effect.succeed(measured), baseline: Effect.succeed(compared) }
})

/** The processor time of this process and of its children that have ended, in microseconds. */
const ownTime = (): number => {
  const { system, user } = process.cpuUsage()
  return system + user + endedTime() * 1_000_000
}

/**
 * Starts a clock, which returns the microseconds per call since then, and the processor time: that of this process or,
 * if it is given, of a server.
 */
export const clock = (server?: number) => {
  const time = () => (server === undefined ? ownTime() : processorTimeOf(server) * 1_000_000)
  const [started, before] = [process.hrtime.bigint(), time()]
  return (calls: number): Sample => ({
    value: Number(process.hrtime.bigint() - started) / 1_000 / calls,
    processor: (time() - before) / calls
  })
}

/** The microseconds per call of `count` calls, made one after another in one fiber. */
export const timed = <R>(
  count: number,
  call: (i: number) => Effect.Effect<unknown, unknown, R>
): Effect.Effect<Sample, unknown, R> =>
  Effect.gen(function* () {
    const stop = clock()
    for (let i = 0; i < count; i++) yield* call(i)
    return stop(count)
  })

/** Like {@link timed}, for plain functions. */
export const timedSync = (count: number, call: (i: number) => unknown): Measure =>
  Effect.sync(() => {
    const stop = clock()
    for (let i = 0; i < count; i++) call(i)
    return stop(count)
  })
