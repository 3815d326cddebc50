/** Edits a second on PostgreSQL, compared with clients that send the same statements by hand. */
import { Contents } from "@lectern/core/space-content/Contents"
import * as Effect from "effect/Effect"
import { type Family, median, type Prepared, percentile } from "../Harness.js"
import { durable, newServer } from "../postgres/Server.js"
import { newTemplate } from "../postgres/Workspace.js"
import { byEngine, byHand, recordedEdits, type Target, type Writing, type Written } from "../postgres/Writers.js"
import { newSpace, type OpenWorkspace, pathOf, within } from "../Workspace.js"

const writers = 8
const pagesOfSpace = 100
const bytes = 4_000
const rounds = 3

/** One space for each writer, and the pages that each writer may edit, by space. */
const fill = (workspace: OpenWorkspace) =>
  Effect.forEach(Array.from({ length: writers }), () =>
    Effect.flatMap(newSpace(workspace, pagesOfSpace, bytes), (space) =>
      within(
        workspace,
        Effect.flatMap(Contents, (contents) =>
          Effect.forEach(Array.from({ length: writers }).keys(), (writer) =>
            Effect.map(contents.pageByPath(space, pathOf(writer)), ({ id: page }): Target => ({ space, page }))
          )
        )
      )
    )
  )

interface Compared extends Writing {
  readonly name: string
  readonly what: string
}

/** The rows for writers with these targets. The first one is measured; the others follow from it. */
const rowsOf = ({ name, what, ...writing }: Compared) =>
  Effect.gen(function* () {
    const recorded = yield* recordedEdits(writing)
    const done = { subject: [] as Array<Written>, baseline: [] as Array<Written> }
    const run = (side: keyof typeof done, written: Effect.Effect<Written, unknown>) =>
      Effect.map(written, (each) => {
        done[side].push(each)
        const statements = (each.statements / each.times.length).toFixed(1)
        const [middle, last] = [median(each.times), percentile(each.times, 0.99)].map((time) => time.toFixed(1))
        process.stderr.write(
          `${name}, ${side}: ${each.perSecond.toFixed()} edits/s, ${statements} statements, ${middle} ms, p99 ${last} ms\n`
        )
        return each.perSecond
      })
    const after = (value: (all: ReadonlyArray<Written>) => number) => ({
      subject: Effect.sync(() => value(done.subject)),
      baseline: Effect.sync(() => value(done.baseline))
    })
    const tail = (all: ReadonlyArray<Written>): number => {
      const times = all.flatMap((each) => each.times)
      return percentile(times, 0.99) / median(times)
    }
    const refused = (all: ReadonlyArray<Written>): number => all.reduce((sum, { refusals }) => sum + refusals, 0)
    const rows: ReadonlyArray<Prepared> = [
      {
        name,
        subject: `PostgreSQL, ${what}`,
        baseline: "the same statements by hand",
        unit: "edits/s",
        target: { of: "ratio", kind: "at least", value: 0.5 },
        rounds,
        cold: true,
        pair: {
          subject: run("subject", byEngine(writing)),
          baseline: run("baseline", byHand(writing, recorded))
        }
      },
      {
        name: `${name}-p99`,
        subject: "of these edits, p99 over median",
        baseline: "by hand",
        unit: "times",
        target: { of: "subject", kind: "at most", value: 4 },
        rounds: 1,
        cold: true,
        pair: after(tail)
      },
      {
        name: `${name}-refused`,
        subject: "of these edits, serialization failures and deadlocks",
        baseline: "edits",
        unit: "transactions",
        target: { of: "subject", kind: "at most", value: 0 },
        rounds: 1,
        cold: true,
        pair: {
          subject: Effect.sync(() => refused(done.subject)),
          baseline: Effect.sync(() => done.subject.reduce((sum, { times }) => sum + times.length, 0))
        }
      }
    ]
    return rows
  })

/** Eight writers on eight spaces, and on one space, on a server that syncs every commit. */
export const postgresWriters: Family = {
  name: "postgres-writers",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const server = yield* newServer(durable)
    const template = yield* newTemplate(server, fill)
    const targets = template.filled
    const common = { server, template, warmUp: 4, edits: 25, bytes }
    const spaces = targets.flatMap(([first]) => (first === undefined ? [] : [first]))
    const all: ReadonlyArray<Compared> = [
      { ...common, name: "postgres-writers-spaces", what: `${writers} writers on ${writers} spaces`, targets: spaces },
      { ...common, name: "postgres-writers-space", what: `${writers} writers on one space`, targets: targets[0] ?? [] }
    ]
    return (yield* Effect.forEach(all, rowsOf)).flat()
  })
}
