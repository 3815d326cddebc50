/** The bytes of files, in pieces, in the workspace's own database. */
import { createHash } from "node:crypto"
import type { BlobStoreService, ListedBlob } from "@lectern/core/blobs/BlobStore"
import { Unavailable } from "@lectern/core/errors/Errors"
import {
  inOnePiece,
  keepPieces,
  pieceSize,
  piecesOf,
  rangeWithin,
  readPieces
} from "@lectern/core/internal/storage/blobs/Pieces"
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { PostgresDriver } from "./PostgresDriver.js"

/** A time later than all others. */
const ever = Number.MAX_SAFE_INTEGER

/** How many rows a listing reads in one statement. */
const listedAtOnce = 500

interface Head {
  readonly upload: number
  readonly pieceSize: number
  readonly size: number
}

const gone = (what: string) =>
  Effect.fail(new Unavailable({ message: "storage failed", cause: `${what} is not there` }))

/**
 * Turns an upload into a blob, if it has this many pieces; if there is one with the same bytes, resets its age instead, and
 * returns its upload.
 */
const finishUpload = `
  with ended as (
    delete from {blob_uploads} where id = $1 and $5 = (select count(*) from {blob_pieces} where upload = $1) returning id)
  insert into {blob_heads} as known (hash, upload, piece_size, size, put_at)
  select $2::text, id, ${pieceSize}, $3::bigint, $4::bigint from ended
  on conflict (hash) do update set put_at = greatest(known.put_at, excluded.put_at) returning upload`

const touched = "touched as (update {blob_uploads} set touched_at = $1 where id = $2 returning id)"
const insertFrom = "insert into {blob_pieces} (upload, piece, bytes) select id, $3::int, $4::bytea from"

/** Writes a piece of an upload that still exists. */
const insertPiece = `with ${touched} ${insertFrom} touched`

/**
 * Inserts a piece in a transaction of its own that does not wait for the disk. If the server loses pieces in a crash,
 * the end of the upload notices. That end waits for everything before it.
 */
const insertPieceLater = `
  with later as (select set_config('synchronous_commit', 'off', true)), ${touched} ${insertFrom} touched, later`

/** A blob store in the database behind `driver`. */
export const make = (driver: PostgresDriver): BlobStoreService => {
  const find = driver.first(
    "select upload, piece_size, size from {blob_heads} where hash = $1",
    ([upload, pieceSize, size]): Head => ({ upload: Number(upload), pieceSize: Number(pieceSize), size: Number(size) })
  )
  const refresh = driver.write("update {blob_heads} set put_at = greatest(put_at, $1) where hash = $2")
  const removeHead = driver.writeAll(
    "delete from {blob_heads} where hash = $1 and put_at < $2 returning upload",
    ([upload]) => Number(upload)
  )
  const readPiece = (upload: number, piece: number) =>
    driver.bytes(`select bytes from {blob_pieces} where upload = ${upload} and piece = ${piece}`)
  const insert = driver.write(insertPiece)
  const insertLater = driver.write(insertPieceLater)
  const drop = driver.write("delete from {blob_pieces} where upload = $1")
  const begin = driver.returning("insert into {blob_uploads} (touched_at) values ($1) returning id", (row) =>
    Number(row[0])
  )
  const finish = driver.writeAll(finishUpload, ([upload]) => Number(upload))
  const end = driver.write(
    `with ended as (delete from {blob_uploads} where id = $1 and touched_at < $2 returning id)
    delete from {blob_pieces} where upload in (select id from ended)`
  )
  const unfinished = driver.all("select id from {blob_uploads} where touched_at < $1", (row) => Number(row[0]))
  const listed = driver.all(
    "select hash, size, put_at from {blob_heads} where hash > $1 and put_at < $2 order by hash limit $3",
    ([hash, size, putAt]): ListedBlob => ({ hash: String(hash), size: Number(size), putAt: Number(putAt) })
  )

  const keepPiece = Effect.fnUntraced(function* (upload: number, piece: Uint8Array, index: number) {
    const at = yield* Clock.currentTimeMillis
    const inserted = (yield* driver.inTransaction) ? insert : insertLater
    if ((yield* inserted([at, upload, index, piece])) === 0) return yield* gone("an upload")
  })

  /** Turns the pieces of an upload into a blob, unless there is one with the same bytes. */
  const finished = Effect.fnUntraced(function* (upload: number, hash: string, size: number) {
    const at = yield* Clock.currentTimeMillis
    const [kept] = yield* finish([upload, hash, size, at, Math.ceil(size / pieceSize)])
    if (kept === undefined) return yield* gone("an upload")
    if (kept !== upload) yield* drop([upload])
  })

  const put = Effect.fnUntraced(function* (hash: string, bytes: Uint8Array) {
    const at = yield* Clock.currentTimeMillis
    if ((yield* refresh([at, hash])) > 0) return
    yield* driver.together(
      Effect.gen(function* () {
        const upload = yield* begin([at])
        for (const [index, piece] of piecesOf(bytes).entries()) yield* keepPiece(upload, piece, index)
        yield* finished(upload, hash, bytes.length)
      }),
      []
    )
  })

  const putStream: BlobStoreService["putStream"] = (bytes) =>
    Effect.acquireUseRelease(
      Effect.flatMap(Clock.currentTimeMillis, (at) => begin([at])),
      (upload) =>
        Effect.gen(function* () {
          const stored = yield* keepPieces(
            bytes,
            (piece, index) => keepPiece(upload, piece, index),
            () => createHash("sha256")
          )
          yield* driver.together(finished(upload, stored.hash, stored.size), [])
          return stored
        }),
      (upload, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(end([upload, ever])))
    )

  const read: BlobStoreService["read"] = (hash, range) =>
    Stream.unwrap(
      Effect.flatMap(find([hash]), (found) => {
        if (found === undefined) return gone("a blob")
        const { pieceSize, size, upload } = found
        return Effect.succeed(
          readPieces(pieceSize, rangeWithin(size, range), (index) =>
            Effect.flatMap(readPiece(upload, index), (piece) =>
              piece === undefined ? gone("a piece of a blob") : Effect.succeed(piece)
            )
          )
        )
      })
    )

  return {
    put,
    putStream,
    get: (hash) =>
      Effect.flatMap(find([hash]), (found) =>
        found === undefined ? Effect.succeed(undefined) : inOnePiece(read(hash))
      ),
    stat: (hash) => Effect.map(find([hash]), (found) => (found === undefined ? undefined : { hash, size: found.size })),
    read,
    delete: (hash, before = ever) =>
      driver.together(
        Effect.gen(function* () {
          const [upload] = yield* removeHead([hash, before])
          if (upload === undefined) return false
          yield* drop([upload])
          return true
        }),
        []
      ),
    list: (before) =>
      Stream.paginateChunkEffect("", (after) =>
        Effect.map(listed([after, before, listedAtOnce]), (found) => {
          const next = found.length < listedAtOnce ? Option.none<string>() : Option.fromNullable(found.at(-1)?.hash)
          return [Chunk.unsafeFromArray(found), next] as const
        })
      ),
    sweep: (before) =>
      Effect.flatMap(unfinished([before]), (uploads) =>
        Effect.forEach(uploads, (upload) => end([upload, before]), { discard: true })
      )
  }
}
