import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import type { Measure, Row } from "../Harness.js"
import { startServer } from "../ServerProcess.js"
import { newSpace, newWorkspace, type Workspace, within } from "../Workspace.js"

const program = fileURLToPath(new URL("../Peak.js", import.meta.url))

/** A young generation and a heap of fixed size, or what is measured is how long the collector waits. */
const flags = ["--max-semi-space-size=2", "--max-old-space-size=96"]

const kilobytesOf = (message: unknown): number => {
  if (typeof message === "object" && message !== null && "kilobytes" in message) return Number(message.kilobytes)
  throw new Error("the process told nothing")
}

/** The most memory that a process had which did the work, in MB. */
const peak = (...args: ReadonlyArray<string>): Measure =>
  Effect.promise(async () => {
    const child = fork(program, [...args], { execArgv: flags })
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the process ended with ${code}`)
    })
    const [message] = await Promise.race([once(child, "message"), ended])
    await ended.catch(() => {})
    return kilobytesOf(message) / 1024
  })

const newSpaceOf = ({ organization, ...workspace }: Workspace) =>
  within(
    workspace,
    Effect.flatMap(Spaces, (spaces) => spaces.create(organization, { title: "Imported" }))
  )

const importOf = (pages: number) =>
  Effect.map(
    startServer("website", String(pages)),
    ({ address }): Measure =>
      Effect.scoped(
        Effect.gen(function* () {
          const workspace = yield* newWorkspace
          const { id } = yield* newSpaceOf(workspace)
          return yield* peak("import", workspace.filename, id, address, String(pages))
        })
      )
  )

/** What importing a website takes of memory: four times the pages must not take more than what is known of each. */
export const importMemory: Row = {
  name: "import-memory",
  subject: "import of 2,000 pages",
  baseline: "500 pages",
  unit: "MB",
  target: { of: "ratio", kind: "at most", value: 1.25 },
  rounds: 1,
  prepare: Effect.gen(function* () {
    return { subject: yield* importOf(2_000), baseline: yield* importOf(500) }
  })
}

const exportOf = (pages: number) =>
  Effect.gen(function* () {
    const workspace = yield* newWorkspace
    return { workspace, space: yield* newSpace(workspace, pages, 8_192) }
  }).pipe(
    Effect.map(
      ({ space, workspace }): Measure =>
        Effect.suspend(() => {
          const folder = mkdtempSync(join(workspace.folder, "export-"))
          return peak("export", workspace.filename, space, folder, String(pages))
        })
    )
  )

/** What exporting a space into a folder takes of memory. */
export const exportMemory: Row = {
  name: "export-memory",
  subject: "export of 10,000 pages",
  baseline: "2,500 pages",
  unit: "MB",
  target: { of: "ratio", kind: "at most", value: 1.25 },
  rounds: 1,
  prepare: Effect.gen(function* () {
    return { subject: yield* exportOf(10_000), baseline: yield* exportOf(2_500) }
  })
}

const searchedPages = 2_000
const searchedBytes = 2_000

/** What searching a space takes of memory, with its index in a file, against an index in memory. */
export const searchMemory: Row = {
  name: "search-memory",
  subject: "searches of 2,000 pages in a file",
  baseline: "MiniSearch, in memory",
  unit: "MB",
  rounds: 1,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* newSpace(workspace, searchedPages, searchedBytes)
    return {
      subject: peak("search", workspace.filename, space),
      baseline: peak("search-beside", "", "", String(searchedBytes), String(searchedPages))
    }
  })
}
