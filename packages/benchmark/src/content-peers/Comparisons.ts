/** Compares Lectern with each peer, operation by operation: rates with targets, and the processor time of an operation. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Measure, measure, type Result, type Row } from "../Harness.js"
import { randomOf } from "../Random.js"
import { checked } from "./Checks.js"
import type { ContentServer } from "./ContentServer.js"
import { startDirectus } from "./Directus.js"
import { type InProcess, openLectern, openPayload } from "./InProcess.js"
import { startJsonServer } from "./JsonServer.js"
import { type FilledFile, startLectern } from "./Lectern.js"
import { callOf, type Operation } from "./Operations.js"
import { filledPayload, startPayload } from "./Payload.js"
import { traffic } from "./Traffic.js"

const rounds = 5
const seconds = 3
const callsAtOnce = 20

/** Lectern or a peer, ready to be measured. */
interface Side {
  readonly name: string
  readonly measure: (operation: Operation) => Measure
}

/** The comparison with a peer. */
export interface Comparison {
  /** The name for `--only`, and the first part of the names of its rows. */
  readonly name: string
  /** How both are called. */
  readonly how: string
  /** How many times the rate of the peer Lectern should reach. */
  readonly least: (operation: Operation) => number
  /** Starts both sides: Lectern on a file with the documents, and the peer, installed in a folder. */
  readonly sides: (
    filled: FilledFile,
    installed: string
  ) => Effect.Effect<readonly [subject: Side, baseline: Side], unknown, Scope.Scope>
}

/** Both sides are asked for the same documents, sections and words, in the same order. */
const seed = 20_261_126

const overHttp = (server: ContentServer): Side => ({
  name: server.name,
  measure: ({ next }) => traffic(server, (random) => callOf(server, next(random)), randomOf(seed), seconds)
})

const inProcess = ({ name, perform }: InProcess): Side => ({
  name,
  measure: ({ next }) => {
    const random = randomOf(seed)
    return Effect.promise(async () => {
      const all = { count: 0, seconds: 0, processor: 0 }
      while (all.seconds < seconds) {
        const taken = await perform(Array.from({ length: callsAtOnce }, () => next(random)))
        all.count += callsAtOnce
        all.seconds += taken.seconds
        all.processor += taken.processor
      }
      return { value: all.count / all.seconds, processor: (all.processor * 1e6) / all.count }
    })
  }
})

const servers =
  (start: (installed: string) => Effect.Effect<ContentServer, unknown, Scope.Scope>): Comparison["sides"] =>
  (filled, installed) =>
    Effect.gen(function* () {
      const peer = yield* start(installed)
      const lectern = yield* startLectern(filled)
      for (const server of [lectern, peer]) yield* Effect.promise(() => checked(server))
      return [overHttp(lectern), overHttp(peer)] as const
    })

/** The comparisons, in the order in which they are made. */
export const comparisons: ReadonlyArray<Comparison> = [
  {
    name: "payload-in-process",
    how: "in-process",
    least: () => 5,
    sides: (filled, installed) =>
      Effect.gen(function* () {
        const payload = yield* openPayload(installed, yield* filledPayload(installed))
        return [inProcess(yield* openLectern(filled)), inProcess(payload)] as const
      })
  },
  {
    name: "payload",
    how: "HTTP",
    least: () => 10,
    sides: servers((installed) => Effect.flatMap(filledPayload(installed), (filled) => startPayload(installed, filled)))
  },
  { name: "directus", how: "HTTP", least: () => 10, sides: servers(startDirectus) },
  { name: "json-server", how: "HTTP", least: ({ name }) => (name === "get" ? 3 : 10), sides: servers(startJsonServer) }
]

/** Measures every operation on both sides in turn. */
export const compare = (
  { how, least, name, sides }: Comparison,
  given: { readonly filled: FilledFile; readonly installed: string; readonly operations: ReadonlyArray<Operation> },
  onResult: (result: Result) => void
): Effect.Effect<ReadonlyArray<Result>, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const [subject, baseline] = yield* sides(given.filled, given.installed)
      const all: Array<Result> = []
      for (const operation of given.operations) {
        const row: Row = {
          name: `${name}-${operation.name}`,
          subject: `${how}, ${operation.what}`,
          baseline: baseline.name,
          unit: how === "HTTP" ? "requests/s" : "calls/s",
          target: { of: "ratio", kind: "at least", value: least(operation) },
          rounds,
          prepare: Effect.succeed({ subject: subject.measure(operation), baseline: baseline.measure(operation) })
        }
        const result = yield* measure(row)
        onResult(result)
        all.push(result)
      }
      return all
    })
  )
