/** The bytes of files, in a table of the workspace's own database. */
import type { BlobStoreService } from "@lectern/core/blobs/BlobStore"
import type { SqlDriver } from "@lectern/storage-sql/SqlDriver"
import { Effect } from "effect"

/** What creates the table. */
export const createTables: ReadonlyArray<string> = [
  "create table blobs (hash text primary key, bytes blob not null) strict"
]

/** A blob store in the database behind `driver`. */
export const make = (driver: SqlDriver): BlobStoreService => {
  const put = driver.write("insert into blobs (hash, bytes) values (?, ?) on conflict do nothing")
  const get = driver.first("select bytes from blobs where hash = ?", (row) => new Uint8Array(row[0] as Buffer))
  const remove = driver.write("delete from blobs where hash = ?")
  return {
    put: (hash, bytes) => Effect.asVoid(put([hash, bytes])),
    get: (hash) => get([hash]),
    delete: (hash) => Effect.asVoid(remove([hash]))
  }
}
