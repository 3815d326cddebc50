import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { readFolder } from "@lectern/server/internal/files/ReadFolder"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { markdownOf, titleOf } from "../Corpus.js"
import { clock, type Measure, type Row } from "../Harness.js"
import { tempFolder } from "../TempFolder.js"
import { emptySpace, newThreadedWorkspace, newWorkspace, within } from "../Workspace.js"

const pageCount = 5_000
const bytes = 4_096
const foldersOf = 50

const writeFolder = (folder: string): void => {
  for (let i = 0; i < pageCount; i++) {
    const section = join(folder, `section-${i % foldersOf}`)
    mkdirSync(section, { recursive: true })
    const next = `[next](../section-${(i + 1) % foldersOf}/page-${(i + 1) % pageCount}.md)`
    writeFileSync(join(section, `page-${i}.md`), `${markdownOf(i, bytes - 64)}\nContinue with the ${next}.\n`)
  }
}

/** The pages that some work imports, per second of the processor or of the clock. */
const rateOf =
  (by: "processor" | "value") =>
  <E>(work: Effect.Effect<unknown, E>): Measure =>
    Effect.suspend(() => {
      const stop = clock()
      return Effect.map(work, () => 1_000_000 / stop(pageCount)[by])
    })

type Rate = ReturnType<typeof rateOf>

/** Reads the folder and creates a space from it, in a new workspace. */
const importFolder = (folder: string, rate: Rate, opened: typeof newWorkspace): Measure =>
  Effect.scoped(
    Effect.gen(function* () {
      const workspace = yield* opened
      const space = yield* emptySpace(workspace, "Imported")
      const work = Effect.gen(function* () {
        const { files } = yield* readFolder(folder, () => {})
        const result = yield* (yield* ContentSync).apply(space, readLayout(files).tree)
        if (result.inserted < pageCount) return yield* Effect.dieMessage(`only ${result.inserted} parts were imported`)
        return result
      })
      return yield* rate(within(workspace, work))
    })
  )

/** Reads the files and inserts each into a table and an FTS5 index. */
const copyFolder = (folder: string, rate: Rate): Measure =>
  Effect.scoped(
    Effect.gen(function* () {
      const filename = join(yield* tempFolder, "peer.db")
      const db = yield* Effect.acquireRelease(
        Effect.sync(() => new Sqlite(filename)),
        (open) => Effect.sync(() => open.close())
      )
      db.pragma("journal_mode = wal")
      db.pragma("synchronous = normal")
      db.exec("create table pages (path text primary key, title text not null, markdown text not null) without rowid")
      db.exec('create virtual table pages_text using fts5(title, markdown, tokenize = "porter unicode61")')
      const page = db.prepare("insert into pages values (?, ?, ?)")
      const text = db.prepare("insert into pages_text values (?, ?)")
      return yield* rate(
        Effect.sync(
          db.transaction(() => {
            for (const section of readdirSync(folder)) {
              for (const name of readdirSync(join(folder, section))) {
                const markdown = readFileSync(join(folder, section, name), "utf8")
                const title = /^# (.*)$/m.exec(markdown)?.[1] ?? titleOf(0)
                page.run(`${section}/${name}`, title, markdown)
                text.run(title, markdown)
              }
            }
          })
        )
      )
    })
  )

const prepared = (rate: Rate, opened: typeof newWorkspace) =>
  Effect.gen(function* () {
    const folder = yield* tempFolder
    writeFolder(folder)
    return { subject: importFolder(folder, rate, opened), baseline: copyFolder(folder, rate) }
  })

const common = {
  subject: "import 5,000 pages of 4 KB",
  baseline: "copied into SQLite and FTS5",
  rounds: 2
}

/**
 * Imports a folder of 5,000 pages of 4 KB, each with a link to another one, from files to a searchable space, all in one
 * thread.
 */
export const importRow: Row = {
  ...common,
  name: "import",
  unit: "pages/CPU s",
  target: { of: "ratio", kind: "at least", value: 0.06 },
  prepare: prepared(rateOf("processor"), newWorkspace)
}

/** The same by the clock, with worker threads, as a server has them. */
export const importTime: Row = {
  ...common,
  name: "import-time",
  unit: "pages/s",
  onlyAsked: true,
  prepare: prepared(rateOf("value"), newThreadedWorkspace)
}
