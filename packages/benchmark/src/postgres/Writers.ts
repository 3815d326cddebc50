/** Concurrent writers of pages: through the engine, and by hand with the statements that the engine sends. */
import type { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import type { OpenWorkspace } from "../Workspace.js"
import { clientsOf, type Edit, recording, replayed, type Sent } from "./Recording.js"
import { newDatabase, type PostgresServer } from "./Server.js"
import { openDatabase, requested, type Template } from "./Workspace.js"

/** The page that a writer edits. */
export interface Target {
  readonly space: SpaceId
  readonly page: PageId
}

/** The setup of the writers: each gives its own page one text after another, and the first texts are not counted. */
export interface Writing {
  readonly server: PostgresServer
  readonly template: Template<unknown>
  /** One for each writer. */
  readonly targets: ReadonlyArray<Target>
  readonly warmUp: number
  readonly edits: number
  /** The length of each text, in bytes. */
  readonly bytes: number
}

/** How the counted edits went. */
export interface Written {
  readonly perSecond: number
  /** How long each edit took, in milliseconds. */
  readonly times: ReadonlyArray<number>
  readonly statements: number
  /** How many transactions the server refused. */
  readonly refusals: number
}

const edited = ({ bytes }: Writing, workspace: OpenWorkspace, { page, space }: Target, number: number) =>
  requested(
    workspace,
    Effect.flatMap(ContentEdits, (edits) =>
      edits.apply(space, {
        changes: [{ operation: "update_page", page, document: { markdown: markdownOf(number, bytes) } }]
      })
    )
  )

const numberOf = (writer: number, edit: number): number => 10_000 * (writer + 1) + edit

/** The engine on a copy of the template, where each writer has looked at the page. */
const openCopy = ({ server, targets, template }: Writing) =>
  Effect.gen(function* () {
    const { url } = yield* newDatabase(server, template.name)
    const { organization, token, user } = template
    const workspace: OpenWorkspace = { organization, token, user, services: yield* openDatabase(url) }
    const looks = ({ page, space }: Target) =>
      requested(
        workspace,
        Effect.flatMap(Contents, (contents) => contents.page(space, page))
      )
    yield* Effect.forEach(targets, looks, { discard: true })
    return workspace
  })

const numbersFrom = (from: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, i) => from + i)

/** The statements of each edit of each writer, who take turns. */
export const recordedEdits = (writing: Writing): Effect.Effect<ReadonlyArray<ReadonlyArray<Edit>>, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const workspace = yield* openCopy(writing)
      const { edits, targets, warmUp } = writing
      const found = targets.map((): Array<Edit> => [])
      let sent: Array<Sent> = []
      const turns = numbersFrom(0, warmUp + edits).flatMap((edit) =>
        [...found.keys()].map((writer) => [writer, edit] as const)
      )
      const all = Effect.forEach(
        turns,
        ([writer, edit]) =>
          Effect.map(edited(writing, workspace, targets[writer]!, numberOf(writer, edit)), () => {
            found[writer]?.push(sent)
            sent = []
          }),
        { discard: true }
      )
      yield* recording((each) => sent.push(each), all)
      return found
    })
  )

/** Measures edits: `run` calls back with the milliseconds of each. */
const measured = (
  { edits, server, targets }: Writing,
  run: (note: (time: number) => void) => Effect.Effect<number, unknown>
): Effect.Effect<Written, unknown> =>
  Effect.gen(function* () {
    const times: Array<number> = []
    const refusals = server.refusals()
    const started = performance.now()
    const statements = yield* run((time) => times.push(time))
    const seconds = (performance.now() - started) / 1_000
    return { perSecond: (edits * targets.length) / seconds, times, statements, refusals: server.refusals() - refusals }
  })

/** All edits through the engine, by one fiber for each writer. */
export const byEngine = (writing: Writing): Effect.Effect<Written, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const workspace = yield* openCopy(writing)
      const { edits, targets, warmUp } = writing
      const run = (from: number, count: number, note: (time: number) => void) =>
        Effect.forEach(
          targets,
          (target, writer) =>
            Effect.forEach(
              numbersFrom(from, count),
              (edit) => {
                const started = performance.now()
                return Effect.map(edited(writing, workspace, target, numberOf(writer, edit)), () =>
                  note(performance.now() - started)
                )
              },
              { discard: true }
            ),
          { discard: true, concurrency: "unbounded" }
        )
      yield* run(0, warmUp, () => {})
      return yield* measured(writing, (note) =>
        Effect.gen(function* () {
          let statements = 0
          yield* recording(() => statements++, run(warmUp, edits, note))
          return statements
        })
      )
    })
  )

/** Lets transactions begin by their numbers: each once the one before it holds its locks. */
const inOrder = () => {
  const waiting = new Map<number, () => void>()
  let next = 0
  return (number: number) =>
    async (begin: () => Promise<void>): Promise<void> => {
      if (number !== next) await new Promise<void>((resolve) => waiting.set(number, resolve))
      await begin()
      waiting.get(++next)?.()
      waiting.delete(next)
    }
}

/** The same edits on another copy of the template, by one client for each writer, in the recorded order in each space. */
export const byHand = (
  writing: Writing,
  recorded: ReadonlyArray<ReadonlyArray<Edit>>
): Effect.Effect<Written, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { edits, server, targets, template, warmUp } = writing
      const { url } = yield* newDatabase(server, template.name)
      const clients = yield* clientsOf(url, targets.length)
      const ofSpace = new Map(targets.map(({ space }) => [space, { writers: [] as Array<number>, turn: inOrder() }]))
      for (const [writer, { space }] of targets.entries()) ofSpace.get(space)?.writers.push(writer)
      const run = (from: number, count: number, note: (time: number) => void) =>
        Effect.promise(async () => {
          const write = async (writer: number): Promise<void> => {
            const { turn, writers } = ofSpace.get(targets[writer]!.space)!
            for (const edit of numbersFrom(from, count)) {
              const started = performance.now()
              const number = edit * writers.length + writers.indexOf(writer)
              await replayed(clients[writer]!, recorded[writer]?.[edit] ?? [], turn(number))
              note(performance.now() - started)
            }
          }
          await Promise.all([...targets.keys()].map(write))
        })
      yield* run(0, warmUp, () => {})
      return yield* measured(writing, (note) =>
        Effect.as(
          run(warmUp, edits, note),
          recorded.flatMap((all) => all.slice(warmUp)).reduce((sum, edit) => sum + edit.length, 0)
        )
      )
    })
  )
