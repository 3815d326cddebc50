/** Reads on PostgreSQL, compared with hand-written code over `pg` that gives the same answers. */
import type { Actor } from "@lectern/core/access/Actor"
import type * as Engine from "@lectern/core/engine/Engine"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import type { Family, Measure, Prepared, Target } from "../Harness.js"
import * as BarePostgres from "../peers/BarePostgres.js"
import { newDatabase, newServer } from "../postgres/Server.js"
import { openDatabase, requested } from "../postgres/Workspace.js"
import { sameAnswer } from "../SameAnswer.js"
import { administered, base, fillWithSpaces, newSpace, pagesOf, pathOf } from "../Workspace.js"

const spaceCount = 300
const pageCount = 100
const bytes = 4_000

/** How many calls are under way at the same time in the rows that show how much the processor is used. */
const busy = 8

const perSecond = (calls: number, started: number): number => (calls * 1_000) / (performance.now() - started)

/** An engine on a database, and the database of the peer, with the same content. */
const prepared = Effect.gen(function* () {
  const server = yield* newServer([])
  const workspace = yield* administered(yield* openDatabase((yield* newDatabase(server)).url))
  const space = yield* newSpace(workspace, pageCount, bytes)
  const spaces = yield* fillWithSpaces(workspace, spaceCount)
  const pages = yield* pagesOf(workspace, space, pageCount)
  const { url } = yield* newDatabase(server)
  const { organization, token, user } = workspace
  yield* Effect.promise(() => BarePostgres.create(url, { organization, token, user, spaces, space, pages }))
  const bare = yield* Effect.acquireRelease(
    Effect.sync(() => BarePostgres.open(url, base)),
    (peer) => Effect.promise(() => peer.close())
  )
  return { bare, space, spaces, workspace }
})

/** A call through the engine, and by hand. */
interface Compared {
  readonly name: string
  readonly what: string
  readonly calls: number
  /** The lowest allowed part of the rate by hand. */
  readonly least: number
  readonly subject: (i: number) => Effect.Effect<unknown, unknown, Engine.Services | Actor>
  readonly baseline: (i: number) => Promise<unknown>
}

/**
 * Calls one after another, and several in parallel. The compared numbers are calls a second, each with its answer as
 * JSON.
 */
const rowsOf = (
  workspace: Parameters<typeof requested>[0],
  { baseline, calls, least, name, subject, what }: Compared
) =>
  Effect.gen(function* () {
    sameAnswer(yield* requested(workspace, subject(1)), yield* Effect.promise(() => baseline(1)))
    const bySubject = (atOnce: number): Measure =>
      Effect.suspend(() => {
        const started = performance.now()
        let next = 0
        const work = Effect.whileLoop({
          while: () => next < calls,
          body: () => requested(workspace, subject(next++)),
          step: (answer) => void JSON.stringify(answer)
        })
        const all = Effect.forEach(Array.from({ length: atOnce }), () => work, { concurrency: atOnce, discard: true })
        return Effect.map(all, () => perSecond(calls, started))
      })
    const byHand = (atOnce: number): Measure =>
      Effect.promise(async () => {
        const started = performance.now()
        let next = 0
        const work = async (): Promise<void> => {
          while (next < calls) JSON.stringify(await baseline(next++))
        }
        await Promise.all(Array.from({ length: atOnce }, work))
        return perSecond(calls, started)
      })
    const row = (suffix: string, words: string, atOnce: number, target?: Target): Prepared => ({
      name: `${name}${suffix}`,
      subject: `PostgreSQL, ${what}${words}`,
      baseline: "pg by hand",
      unit: "calls/s",
      ...(target !== undefined && { target }),
      rounds: 7,
      pair: { subject: bySubject(atOnce), baseline: byHand(atOnce) }
    })
    return [row("", "", 1, { of: "ratio", kind: "at least", value: least }), row("-busy", `, ${busy} at once`, busy)]
  })

/** Gets a space, lists a hundred spaces, and gets a page, each with a token, in-process. */
export const postgresReads: Family = {
  name: "postgres-reads",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const { bare, space, spaces, workspace } = yield* prepared
    const { organization, token } = workspace
    const idOf = (i: number) => spaces[(i * 7) % spaces.length]!.id
    const pathOfCall = (i: number) => pathOf((i * 7) % pageCount)
    const all: ReadonlyArray<Compared> = [
      {
        name: "postgres-get",
        what: "get a space",
        calls: 1_000,
        least: 0.4,
        subject: (i) => Effect.flatMap(Spaces, (service) => service.get(idOf(i))),
        baseline: (i) => bare.get(token, idOf(i))
      },
      {
        name: "postgres-list",
        what: "list 100 spaces",
        calls: 200,
        least: 0.5,
        subject: () => Effect.flatMap(Spaces, (service) => service.list(organization, { limit: 100 })),
        baseline: () => bare.list(token, organization, 100)
      },
      {
        name: "postgres-page",
        what: "get a page by its path",
        calls: 600,
        least: 0.35,
        subject: (i) => Effect.flatMap(Contents, (service) => service.pageByPath(space, pathOfCall(i))),
        baseline: (i) => bare.page(token, space, pathOfCall(i))
      }
    ]
    return (yield* Effect.forEach(all, (each) => rowsOf(workspace, each))).flat()
  })
}
