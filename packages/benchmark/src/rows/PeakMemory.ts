import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { runChild } from "../Child.js"
import type { Measure, Row } from "../Harness.js"
import { startServer } from "../ServerProcess.js"
import { emptySpace, newSpace, newWorkspace } from "../Workspace.js"

/**
 * Fixes the sizes of the young generation and the heap, or the result would depend on when the garbage collector runs.
 */
const flags = ["--max-semi-space-size=2", "--max-old-space-size=96"]

/** The peak memory of a process that does the work, in MB. */
const peak = (...args: ReadonlyArray<string>): Measure =>
  Effect.promise(async () => (await runChild("./Peak.js", "kilobytes", args, flags)) / 1024)

const importOf = (pages: number) =>
  Effect.map(
    startServer("website", String(pages)),
    ({ address }): Measure =>
      Effect.scoped(
        Effect.gen(function* () {
          const workspace = yield* newWorkspace
          const space = yield* emptySpace(workspace, "Imported")
          return yield* peak("import", workspace.filename, space, address, String(pages))
        })
      )
  )

/**
 * The memory for importing a website: with four times the pages, it must not grow by more than the facts that are kept
 * about each page.
 */
export const importMemory: Row = {
  name: "import-memory",
  subject: "import of 2,000 pages",
  baseline: "500 pages",
  unit: "MB",
  target: { of: "ratio", kind: "at most", value: 1.25 },
  onlyAsked: true,
  rounds: 1,
  cold: true,
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

/** The memory for exporting a space to a folder. */
export const exportMemory: Row = {
  name: "export-memory",
  subject: "export of 10,000 pages",
  baseline: "2,500 pages",
  unit: "MB",
  target: { of: "ratio", kind: "at most", value: 1.25 },
  onlyAsked: true,
  rounds: 1,
  cold: true,
  prepare: Effect.gen(function* () {
    return { subject: yield* exportOf(10_000), baseline: yield* exportOf(2_500) }
  })
}

const searchedPages = 2_000
const searchedBytes = 2_000

/** The memory for searching a space with its index in a file, compared with an index in memory. */
export const searchMemory: Row = {
  name: "search-memory",
  subject: "searches of 2,000 pages in a file",
  baseline: "MiniSearch, in memory",
  unit: "MB",
  rounds: 1,
  cold: true,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* newSpace(workspace, searchedPages, searchedBytes)
    return {
      subject: peak("search", workspace.filename, space),
      baseline: peak("search-beside", "", "", String(searchedBytes), String(searchedPages))
    }
  })
}
