/** Compares Lectern with each peer, operation by operation: rates with targets, and the processor time of an operation. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Measure, measure, type Result, type Row } from "../Harness.js"
import { randomOf } from "../Random.js"
import { answered, type Call, type ContentServer, found } from "./ContentServer.js"
import { startDirectus } from "./Directus.js"
import { bodyOf, documentCount, documentOf, sectionSize } from "./Documents.js"
import { type InProcess, openLectern, openPayload } from "./InProcess.js"
import { startJsonServer } from "./JsonServer.js"
import { type FilledFile, startLectern } from "./Lectern.js"
import { callOf, type Operation } from "./Operations.js"
import { filledPayload, startPayload } from "./Payload.js"
import { traffic } from "./Traffic.js"

const lengthOf = (items: unknown): number => (Array.isArray(items) ? items.length : Number.NaN)

/**
 * Throws unless a server answers with the documents that it should have, writes, and refuses a request without its token.
 * It gets one more document, and another body for one.
 */
const checked = async (server: ContentServer): Promise<void> => {
  const expect = (what: string, holds: boolean): void => {
    if (!holds) throw new Error(`${server.name}: ${what}`)
  }
  const bodyAt = async (call: Call) => String(server.bodyIn(await answered(server, call))).trim()
  for (const i of [0, documentCount >> 1, documentCount - 1]) {
    expect(`document ${i} has another body`, (await bodyAt(server.get(i))) === bodyOf(i))
  }
  const listed = server.itemsIn(await answered(server, server.list(3)))
  expect(`a list has ${lengthOf(listed)} documents`, lengthOf(listed) === sectionSize)
  const searched = server.itemsIn(await answered(server, server.search("deploying")))
  expect(`a search finds ${lengthOf(searched)} documents`, lengthOf(searched) === found)
  const none = server.itemsIn(await answered(server, server.search("quagga")))
  expect("a search finds what is not there", lengthOf(none) === 0)
  const text = bodyOf(documentCount + 1)
  await answered(server, server.update(7, text))
  expect("an update is not kept", (await bodyAt(server.get(7))) === text)
  const document = documentOf(documentCount)
  const created = await answered(server, server.create(document))
  expect("what was created has another body", (await bodyAt(server.created(created))) === document.body)
  const { path } = server.get(0)
  const { status } = await fetch(`${server.address}${path}`)
  expect(`a request without a token is answered with ${status}`, status === 401 || status === 403)
}

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
  /** The factor by which Lectern should exceed the rate of the peer. */
  readonly least: (operation: Operation) => number
  /** Starts both sides: Lectern on a file with the documents, and the peer, installed in a folder. */
  readonly sides: (
    filled: FilledFile,
    installed: string
  ) => Effect.Effect<readonly [subject: Side, baseline: Side], unknown, Scope.Scope>
}

/** Both sides get requests for the same documents, sections and words, in the same order. */
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
