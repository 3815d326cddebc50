import { SqlClient } from "@effect/sql"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import { Effect } from "effect"
import * as SqliteBlobStore from "../SqliteBlobStore.js"

/** Each blob of `0001_init` becomes one of a single piece. */
const moveBlobs: ReadonlyArray<string> = [
  `insert into blob_heads (hash, upload, piece_size, size, put_at)
   select hash, row_number() over (order by hash), max(length(bytes), 1), length(bytes), unixepoch() * 1000 from blobs`,
  `insert into blob_pieces (id, bytes)
   select blob_heads.upload * ${SqliteBlobStore.piecesOfUpload}, blobs.bytes from blobs join blob_heads using (hash)`,
  `insert into blob_uploads (id, touched_at)
   select max(upload), 0 from blob_heads having max(upload) is not null`,
  "delete from blob_uploads",
  "drop table blobs"
]

/** Creates the tables that were declared since the file was made, and keeps blobs in pieces. */
export const contentIo = (tables: ReadonlyArray<Table>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      [...createTables(sqlite, tables), ...SqliteBlobStore.createTables, ...moveBlobs],
      (statement) => sql.unsafe(statement),
      { discard: true }
    )
  )
