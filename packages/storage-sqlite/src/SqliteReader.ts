/**
 * Reads outside transactions. Acquiring and releasing a read lock takes longer than a point read, so the reads that
 * follow each other within one turn of the event loop share one snapshot of the database.
 */
import type { SqliteConnection } from "./connections/SqliteConnection.js"

/**
 * The maximum number of reads that share a snapshot, so that a long series sees what other processes commit meanwhile.
 */
const sharedBy = 256

/**
 * The functions that end the snapshots of each file in this process, so that two engines on one file see each other's
 * commits immediately.
 */
const snapshots = new Map<string, Set<() => void>>()

/** A connection for reads. Every method runs synchronously and throws what SQLite throws. */
export interface SqliteReader {
  /** Runs a read in the snapshot of this turn. */
  readonly read: <A>(run: () => A) => A
  /** Differs whenever a commit that matters to caches, by this process or another, has become visible to reads. */
  readonly version: () => number
  /**
   * Ends every snapshot of the file in this process: the next read sees everything committed by then. Called before
   * every commit, which could not reset the write-ahead log while it is being read.
   */
  readonly refresh: () => void
  readonly close: () => void
}

/**
 * Reads over a read-only connection, which nothing else may use. `versionBefore` returns the version of a snapshot that is
 * about to be taken; SQLite's own number when absent.
 */
export const make = (connection: SqliteConnection, versionBefore?: () => number): SqliteReader => {
  const begin = connection.prepare("begin")
  const end = connection.prepare("commit")
  const dataVersion = connection.prepare<[number]>("pragma data_version")
  let open = false
  let reads = 0
  let version = 0

  const leave = (): void => {
    if (!open) return
    open = false
    if (connection.inTransaction()) end.run()
  }
  const enter = (): void => {
    if (open && ++reads <= sharedBy) return
    leave()
    // Taken before the snapshot: one that is newer than its version is read again, one that is older would stay.
    if (versionBefore !== undefined) version = versionBefore()
    begin.run()
    open = true
    reads = 1
    if (versionBefore === undefined) version = dataVersion.get()?.[0] ?? 0
    setImmediate(leave)
  }
  const ofFile = snapshots.get(connection.filename) ?? new Set()
  snapshots.set(connection.filename, ofFile.add(leave))
  return {
    read: (run) => {
      enter()
      return run()
    },
    version: () => {
      enter()
      return version
    },
    refresh: () => {
      for (const each of ofFile) each()
    },
    close: () => {
      leave()
      ofFile.delete(leave)
      if (ofFile.size === 0) snapshots.delete(connection.filename)
      connection.close()
    }
  }
}
