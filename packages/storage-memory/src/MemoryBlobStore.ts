/** Blobs in memory, as part of the storage's state. */
import type { BlobStoreService } from "@lectern/core/blobs/BlobStore"
import { Unavailable } from "@lectern/core/errors/Errors"
import {
  inOnePiece,
  keepPieces,
  pieceSize,
  piecesOf,
  rangeWithin,
  readPieces
} from "@lectern/core/internal/storage/blobs/Pieces"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { MemoryBlob } from "./State.js"
import type { Transactions } from "./Transactions.js"

const absent = new Unavailable({ message: "storage failed", cause: "a blob is not there" })

/** The blob store over a storage's state. Bytes are copied in and out. */
export const make = (transactions: Transactions): BlobStoreService => {
  const find = (hash: string): Effect.Effect<MemoryBlob | undefined> =>
    transactions.read(({ blobs }) => blobs.get(hash))
  const keep = (hash: string, made: (putAt: number) => MemoryBlob) =>
    Effect.flatMap(Clock.currentTimeMillis, (putAt) =>
      transactions.write(({ draft }) => {
        const before = draft.state.blobs.get(hash)
        draft.blobs().set(hash, before === undefined ? made(putAt) : { ...before, putAt })
        return Exit.void
      })
    )
  const read: BlobStoreService["read"] = (hash, range) =>
    Stream.unwrap(
      Effect.map(find(hash), (blob) =>
        blob === undefined
          ? Stream.fail(absent)
          : readPieces(pieceSize, rangeWithin(blob.size, range), (index) =>
              Effect.sync(() => blob.pieces[index]!.slice())
            )
      )
    )
  return {
    put: (hash, bytes) =>
      keep(hash, (putAt) => ({ pieces: piecesOf(bytes).map((piece) => piece.slice()), size: bytes.length, putAt })),
    putStream: (bytes) =>
      Effect.suspend(() => {
        const pieces: Array<Uint8Array> = []
        return Effect.tap(
          keepPieces(bytes, (piece) => Effect.sync(() => void pieces.push(piece))),
          ({ hash, size }) => keep(hash, (putAt) => ({ pieces, size, putAt }))
        )
      }),
    get: (hash) =>
      Effect.flatMap(find(hash), (blob) => (blob === undefined ? Effect.succeed(undefined) : inOnePiece(read(hash)))),
    stat: (hash) => Effect.map(find(hash), (blob) => (blob === undefined ? undefined : { hash, size: blob.size })),
    read,
    delete: (hash, before = Number.POSITIVE_INFINITY) =>
      transactions.write(({ draft }) => {
        const found = draft.state.blobs.get(hash)
        if (found === undefined || found.putAt >= before) return Exit.succeed(false)
        return Exit.succeed(draft.blobs().delete(hash))
      }),
    list: (before) =>
      Stream.unwrap(
        transactions.read(({ blobs }) =>
          Stream.filterMap(Stream.fromIterable(blobs.entries()), ([hash, { putAt, size }]) =>
            putAt < before ? Option.some({ hash, size, putAt }) : Option.none()
          )
        )
      ),
    sweep: () => Effect.void
  }
}
