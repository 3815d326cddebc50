/**
 * Checkpoints of the write-ahead log: its contents are copied into the file, in a thread of its own, since copying and
 * synchronizing megabytes would hold the event loop for a tenth of a second.
 */
import { createRequire } from "node:module"
import { resolve } from "node:path"
import type { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import type { SqliteConnection, SqliteLibrary } from "./connections/SqliteConnection.js"

/** After how much work the log is checkpointed, in statements of up to 16 KB: about 16 MB of the log. */
const mostWork = 1_024

/**
 * After how many 4 KB pages a commit checkpoints the log itself: where the thread is not fast enough, and where there
 * is none. An edit writes about 50, mostly the same ones as the previous edit, and only their last version is copied.
 */
const pagesBesideThread = 16_000
const pagesWithoutThread = 4_000

/** How the thread opens the file with each library. */
const openings: Record<SqliteLibrary["name"], string> = {
  "better-sqlite3": "new (require(workerData.path))(workerData.filename, { fileMustExist: true })",
  "node:sqlite": 'new (require("node:sqlite").DatabaseSync)(workerData.filename)',
  "bun:sqlite": 'new (require("bun:sqlite").Database)(workerData.filename, { readwrite: true })'
}

const programWith = (library: SqliteLibrary): string => `
const { parentPort, workerData } = require("node:worker_threads")
const database = ${openings[library.name]}
database.exec("pragma busy_timeout = 5")
parentPort.on("message", () => {
  try {
    database.exec("pragma wal_checkpoint(passive)")
  } catch {
    // The next one tries again. If the disk fails, writes do too, and say so.
  }
  parentPort.postMessage(null)
})`

/** The checkpoints of one file. */
export interface Checkpoints {
  /** Counts committed pages. From time to time, the log is checkpointed after a commit. */
  readonly committed: (work: number) => void
  /** Ends the thread, after it has finished copying, and leaves the connection as it was. */
  readonly close: Effect.Effect<void>
}

/**
 * The checkpoints of the file of a connection. `withoutWriters` runs an effect while no transaction runs: only then can
 * the log be emptied, whose last few pages are copied then.
 */
export const make = (
  writer: SqliteConnection,
  withoutWriters: (effect: Effect.Effect<void>) => Effect.Effect<void>
): Checkpoints => {
  const filename = resolve(writer.filename)
  let work = 0
  let running = false
  let closed = false
  let thread: Worker | undefined
  let answered = (): void => {}
  /** After how many pages a commit checkpoints the log where this does not: the connection may be an application's. */
  let pagesBefore: number | undefined

  /** Commits checkpoint the log after this many pages, or after more if that was so before. */
  const checkpointAfter = (pages: number): void => {
    if (pagesBefore === undefined || pagesBefore === 0 || !writer.isOpen()) return
    writer.pragma(`wal_autocheckpoint = ${Math.max(pages, pagesBefore)}`)
  }
  const begin = (): void => {
    pagesBefore = Number(writer.pragma("wal_autocheckpoint"))
    // An application that has turned it off has a way of its own.
    if (pagesBefore === 0) closed = true
    checkpointAfter(pagesBesideThread)
  }
  const failed = (): void => {
    if (!closed) checkpointAfter(pagesWithoutThread)
    closed = true
  }

  const started = (): Worker => {
    const require = createRequire(import.meta.url)
    const path = writer.library.name === "better-sqlite3" ? require.resolve("better-sqlite3") : undefined
    // Loaded here, since few processes write so much.
    const threads: typeof import("node:worker_threads") = require("node:worker_threads")
    const worker = new threads.Worker(programWith(writer.library), {
      eval: true,
      workerData: { path, filename },
      stdout: true,
      stderr: true
    })
    worker.on("message", () => {
      // Its end is awaited as well, which an answer may cross.
      if (!closed) worker.unref()
      answered()
    })
    worker.on("error", failed)
    worker.on("exit", () => {
      failed()
      answered()
    })
    worker.unref()
    return worker
  }

  const checkpoint = Effect.async<void>((resume) => {
    if (closed) return resume(Effect.void)
    answered = () => resume(Effect.void)
    try {
      thread ??= started()
      // A transaction may wait for it, and nothing else may keep the process from ending.
      thread.ref()
      thread.postMessage(null)
    } catch {
      // A bundle may leave the library where a thread does not find it.
      failed()
      answered()
    }
  })

  const run = Effect.ensuring(
    Effect.zipRight(checkpoint, withoutWriters(checkpoint)),
    Effect.sync(() => {
      running = false
    })
  )

  return {
    committed: (more) => {
      if (pagesBefore === undefined) begin()
      work += more
      if (work < mostWork || running || closed) return
      work = 0
      running = true
      Effect.runFork(run)
    },
    close: Effect.zipRight(
      Effect.promise(async () => {
        closed = true
        await thread?.terminate()
      }),
      Effect.ignore(Effect.try(() => checkpointAfter(0)))
    )
  }
}
