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
import type { SqlDriver } from "@lectern/storage-sql/internal/SqlDriver"
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** The maximum number of pieces of an upload: 256 GB. */
export const piecesOfUpload = 2 ** 20

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

/** A blob store in the database behind `driver`. */
export const make = (driver: SqlDriver): BlobStoreService => {
  const find = driver.first(
    "select upload, piece_size, size from {blob_heads} where hash = ? and put_at < ?",
    ([upload, pieceSize, size]): Head => ({ upload: Number(upload), pieceSize: Number(pieceSize), size: Number(size) })
  )
  const refresh = driver.write("update {blob_heads} set put_at = max(put_at, ?) where hash = ?")
  const insertHead = driver.write(
    `insert into {blob_heads} (hash, upload, piece_size, size, put_at) values (?, ?, ${pieceSize}, ?, ?)`
  )
  const removeHead = driver.write("delete from {blob_heads} where hash = ?")
  const readPiece = driver.first(
    "select bytes from {blob_pieces} where id = ?",
    (row) => new Uint8Array(row[0] as Uint8Array)
  )
  const insertPiece = driver.write("insert into {blob_pieces} (id, bytes) values (?, ?)")
  const removePieces = driver.write("delete from {blob_pieces} where id >= ? and id < ?")
  const begin = driver.returning("insert into {blob_uploads} (touched_at) values (?) returning id", (row) =>
    Number(row[0])
  )
  const touch = driver.write("update {blob_uploads} set touched_at = ? where id = ?")
  const end = driver.write("delete from {blob_uploads} where id = ? and touched_at < ?")
  const unfinished = driver.all("select id from {blob_uploads} where touched_at < ?", (row) => Number(row[0]))
  const listed = driver.all(
    "select hash, size, put_at from {blob_heads} where hash > ? and put_at < ? order by hash limit ?",
    ([hash, size, putAt]): ListedBlob => ({ hash: String(hash), size: Number(size), putAt: Number(putAt) })
  )

  const drop = (upload: number) => removePieces([upload * piecesOfUpload, (upload + 1) * piecesOfUpload])
  const discard = (upload: number, before = ever) =>
    driver.transaction(Effect.flatMap(end([upload, before]), (ended) => (ended === 0 ? Effect.void : drop(upload))))
  const head = (hash: string) => find([hash, ever])

  /** Turns the pieces of an upload into a blob, unless there is one with the same bytes. */
  const finish = (upload: number, hash: string, size: number, at: number) =>
    Effect.gen(function* () {
      if ((yield* end([upload, ever])) === 0) return yield* gone("an upload")
      if ((yield* refresh([at, hash])) > 0) yield* drop(upload)
      else yield* insertHead([hash, upload, size, at])
    })

  const put = Effect.fnUntraced(function* (hash: string, bytes: Uint8Array) {
    const at = yield* Clock.currentTimeMillis
    if ((yield* refresh([at, hash])) > 0) return
    yield* driver.transaction(
      Effect.gen(function* () {
        const upload = yield* begin([at])
        for (const [index, piece] of piecesOf(bytes).entries()) {
          yield* insertPiece([upload * piecesOfUpload + index, piece])
        }
        yield* finish(upload, hash, bytes.length, at)
      })
    )
  })

  const putStream: BlobStoreService["putStream"] = (bytes) =>
    Effect.acquireUseRelease(
      Effect.flatMap(Clock.currentTimeMillis, (at) => begin([at])),
      (upload) =>
        Effect.gen(function* () {
          const stored = yield* keepPieces(
            bytes,
            (piece, index) =>
              Effect.flatMap(Clock.currentTimeMillis, (at) =>
                driver.transaction(
                  Effect.flatMap(touch([at, upload]), (touched) =>
                    touched === 0 ? gone("an upload") : insertPiece([upload * piecesOfUpload + index, piece])
                  )
                )
              ),
            () => createHash("sha256")
          )
          const at = yield* Clock.currentTimeMillis
          yield* driver.transaction(finish(upload, stored.hash, stored.size, at))
          return stored
        }),
      (upload, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(discard(upload)))
    )

  const read: BlobStoreService["read"] = (hash, range) =>
    Stream.unwrap(
      Effect.flatMap(head(hash), (found) => {
        if (found === undefined) return gone("a blob")
        const { pieceSize, size, upload } = found
        return Effect.succeed(
          readPieces(pieceSize, rangeWithin(size, range), (index) =>
            Effect.flatMap(readPiece([upload * piecesOfUpload + index]), (piece) =>
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
      Effect.flatMap(head(hash), (found) => (found === undefined ? Effect.succeed(undefined) : inOnePiece(read(hash)))),
    stat: (hash) => Effect.map(head(hash), (found) => (found === undefined ? undefined : { hash, size: found.size })),
    read,
    delete: (hash, before = ever) =>
      driver.transaction(
        Effect.gen(function* () {
          const found = yield* find([hash, before])
          if (found === undefined) return false
          yield* removeHead([hash])
          yield* drop(found.upload)
          return true
        })
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
        Effect.forEach(uploads, (upload) => discard(upload, before), { discard: true })
      )
  }
}
