/** The state that the clients of a run share, and the next action of each. */
import { FastCheck } from "effect"
import type { Fleet } from "./Fleet.js"
import type { Recorder } from "./Recorder.js"
import type { World } from "./World.js"

/** The state that clients share. Each of them works until it is over, on one thing after another. */
export interface Work {
  readonly fleet: Fleet
  readonly world: World
  readonly recorder: Recorder
  /** The id of the last event of each space before the run; none where servers of a version without events work. */
  readonly starts: ReadonlyMap<string, string>
  /** What clients look at when all of them have finished. */
  readonly afterwards: Array<() => Promise<void>>
  /** A number that nobody has used before. */
  readonly number: () => number
  /** A name that nobody has used before. */
  readonly fresh: (what: string) => string
  /** The address of a site of `sitePages` pages that all have this title. */
  readonly site: (title: string) => string
}

const { constantFrom, nat, record } = FastCheck

/** An action, by numbers that are taken modulo the number of existing items. */
const steps = record({
  kind: constantFrom(...(["edit", "edit", "expected", "merge", "read", "read", "head"] as const)),
  place: nat(),
  page: nat(),
  server: nat(),
  other: nat()
})

/** An action: the work of an editor, and the numbers of its places. */
export type Step = typeof steps extends FastCheck.Arbitrary<infer A> ? A : never

/** Random steps for the client of a number, without end. */
export const stepsOf = function* (client: number): Generator<Step, never> {
  const { seed = Date.now() } = FastCheck.readConfigureGlobal() ?? {}
  for (let round = 0; ; round++) yield* FastCheck.sample(steps, { seed: seed + 1_000 * client + round, numRuns: 100 })
}

/** One of several, by a number. */
export const pick = <A>(among: ReadonlyArray<A>, number: number): A => among[number % among.length]!
