import type * as Lectern from "@lectern/core/Lectern"
import { seeded } from "@lectern/storage-memory/TestWorkspace"
import * as Effect from "effect/Effect"
import { runChild } from "../Child.js"
import type { Measure, Row } from "../Harness.js"

const costOf = (kind: "engine" | "bare"): Measure => Effect.promise(() => runChild("./Opening.js", "cost", [kind]))

/** The cost of opening an engine in a young process, since many test suites open some tens of engines. */
export const opening: Row = {
  name: "open",
  subject: "CPU of opening an engine, opens 20 to 40",
  baseline: "a layer of 70 services that do nothing",
  unit: "ms",
  target: { of: "subject", kind: "at most", value: 10 },
  rounds: 5,
  prepare: Effect.succeed({ subject: costOf("engine"), baseline: costOf("bare") })
}

const pagesAtOnce = 50

/** A space with some pages, and a file. */
const fill = (pages: number) => async (lectern: Lectern.Lectern) => {
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { contentEdits, files, organizations, spaces } = lectern.as(ada.id)
  const { id: organization } = await organizations.create({ title: "Example" })
  const { id: space } = await spaces.create(organization, { title: "Handbook" })
  for (let from = 0; from < pages; from += pagesAtOnce) {
    const changes = Array.from({ length: Math.min(pagesAtOnce, pages - from) }, (_, i) => ({
      operation: "insert_page" as const,
      document: { markdown: `# Page ${from + i}\n\nA page about number ${from + i}.\n` }
    }))
    await contentEdits.apply(space, { changes })
  }
  await files.upload(space, { name: "a.txt", bytes: new Uint8Array(100_000) })
  return { ada: ada.id, space }
}

const prepared = (pages: number) => Effect.promise(() => seeded(fill(pages)))
type Prepared = Effect.Effect.Success<ReturnType<typeof prepared>>

const forks = 20

/** The average time from requesting a fork until it has answered a call. */
const forking = ({ fork, seed }: Prepared): Measure =>
  Effect.promise(async () => {
    const before = process.cpuUsage()
    const made = []
    for (let i = 0; i < forks; i++) {
      const workspace = await fork()
      await workspace.lectern.as(seed.ada).contents.head(seed.space)
      made.push(workspace)
    }
    const { system, user } = process.cpuUsage(before)
    for (const workspace of made) await workspace.close()
    return (system + user) / 1000 / forks
  })

/** Forks a filled workspace for a test, ready for calls. */
export const testFork: Row = {
  name: "test-fork",
  subject: "CPU until a fork of a workspace of 1,000 pages answers",
  baseline: "of a workspace of 10 pages",
  unit: "ms",
  target: { of: "subject", kind: "at most", value: 10 },
  rounds: 5,
  prepare: Effect.gen(function* () {
    return { subject: forking(yield* prepared(1_000)), baseline: forking(yield* prepared(10)) }
  })
}

const resets = 50

/** Resets a workspace after an edit, a search and an upload. */
const resetting = ({ fork, seed }: Prepared): Measure =>
  Effect.promise(async () => {
    const { close, lectern, reset } = await fork()
    const { contentEdits, files, search } = lectern.as(seed.ada)
    let spent = 0n
    for (let i = 0; i < resets; i++) {
      await contentEdits.apply(seed.space, {
        changes: [{ operation: "insert_page", document: { markdown: "# New\n\nOne more.\n" } }]
      })
      await files.upload(seed.space, { name: "b.txt", bytes: new Uint8Array(1_000) })
      await search.space(seed.space, { query: "more" })
      const started = process.hrtime.bigint()
      reset()
      spent += process.hrtime.bigint() - started
    }
    await close()
    return Number(spent) / 1000 / resets
  })

/** Reverts the changes of a test to a workspace. */
export const testReset: Row = {
  name: "test-reset",
  subject: "reset of a workspace of 1,000 pages after an edit",
  baseline: "of a workspace of 10 pages",
  unit: "µs",
  target: { of: "subject", kind: "at most", value: 1_000 },
  rounds: 5,
  prepare: Effect.gen(function* () {
    return { subject: resetting(yield* prepared(1_000)), baseline: resetting(yield* prepared(10)) }
  })
}
