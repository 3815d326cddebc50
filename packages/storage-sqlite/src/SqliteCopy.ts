/** Snapshots of a file as copies, made while others use it. */
import { chmodSync, closeSync, openSync, renameSync, rmSync } from "node:fs"
import type { Table } from "@lectern/core/storage/Table"
import { quote } from "@lectern/storage-sql/internal/Dialect"
import * as Effect from "effect/Effect"
import { sqliteLibrary } from "./connections/Libraries.js"
import type { SqliteConnection } from "./connections/SqliteConnection.js"
import { piecesOfUpload } from "./SqliteBlobStore.js"
import { problemOf } from "./SqliteFailure.js"
import { SqliteOpenError } from "./SqliteOpenError.js"

/**
 * Writes the snapshot that a connection sees into a new file, readable only by its owner. Everything is read once, and
 * nothing stays in memory. Throws SQLite's errors, after removing the new file.
 */
export const copyInto = (database: SqliteConnection, target: string): void => {
  rmSync(target, { force: true })
  closeSync(openSync(target, "wx", 0o600))
  try {
    database.prepare("vacuum into ?").run([target])
    chmodSync(target, 0o600)
  } catch (cause) {
    rmSync(target, { force: true })
    throw cause
  }
}

/**
 * Removes from a copy the unfinished uploads, which nobody will continue, and all rows of some tables. Their bytes are
 * overwritten. The copy does not wait for the disk, and is of no use after a failure.
 */
export const strip = (filename: string, tables: ReadonlyArray<Table>): void => {
  const copy = sqliteLibrary().open(filename)
  try {
    copy.pragma("synchronous = off")
    copy.pragma("journal_mode = memory")
    copy.pragma("secure_delete = on")
    copy.exec(`begin;
      ${tables.map(({ name }) => `delete from ${quote(name)};`).join("\n")}
      delete from {blob_pieces} where id / ${piecesOfUpload} in (select id from {blob_uploads});
      delete from {blob_uploads};
      commit`)
  } finally {
    copy.close()
  }
}

/** Throws unless SQLite finds the pages of a file intact. */
const requireIntact = (filename: string): void => {
  const copy = sqliteLibrary().open(filename, { readOnly: true })
  try {
    const found = copy.pragma("integrity_check(1)")
    if (found !== "ok") throw new Error(String(found))
  } finally {
    copy.close()
  }
}

/** The name of the copy of a file of an earlier schema. */
export const copyName = (filename: string, version: number): string => `${filename}.schema-${version}.bak`

/**
 * Keeps a verified copy of a file with an earlier schema beside it, before it is migrated. The caller holds the write
 * lock, so that nothing changes meanwhile; the copy is read over a separate connection.
 */
export const copyBefore = (filename: string, version: number): Effect.Effect<void, SqliteOpenError> =>
  Effect.suspend(() => {
    const target = copyName(filename, version)
    const temporary = `${target}.${process.pid}.tmp`
    try {
      const original = sqliteLibrary().open(filename, { readOnly: true })
      try {
        copyInto(original, temporary)
      } finally {
        original.close()
      }
      requireIntact(temporary)
      renameSync(temporary, target)
      return Effect.annotateLogs(Effect.logInfo("kept a copy of the workspace before bringing it up to date"), {
        copy: target,
        schema: version
      })
    } catch (cause) {
      rmSync(temporary, { force: true })
      const message = `${filename} was not brought up to date, because no copy of it could be kept in ${target}: it ${problemOf(cause)}`
      return Effect.fail(new SqliteOpenError({ reason: "migration", message, cause }))
    }
  })
