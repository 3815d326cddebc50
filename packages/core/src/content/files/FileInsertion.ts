/** The files of a batch: their bytes are stored before the transaction that inserts them. */
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import { Invalid, invalid, type Unavailable } from "../../foundation/errors/Errors.js"
import { Outbound } from "../../foundation/outbound/Outbound.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { FileLimits } from "../../storage/blobs/FileLimits.js"
import { metered } from "../../storage/blobs/Metered.js"
import { inOnePiece, pieceSize } from "../../storage/blobs/Pieces.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { InsertFile } from "../editing/ContentChange.js"
import { makeClaiming } from "../uploads/Claiming.js"
import type { WholeUpload } from "../uploads/UploadParts.js"
import { makeHoldFile } from "./FileHolding.js"
import { type TakenFile, takeBytes, takeStream } from "./FileItems.js"
import { FileInsertion, type TakeFiles } from "./FilesOfBatches.js"
import { fileKind } from "./FileTypes.js"

const maxDecoded = 1024 * 1024
const fetchedAtOnce = 5

const make = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const outbound = yield* Outbound
  const limits = yield* FileLimits
  const claiming = yield* makeClaiming
  const holdFile = yield* makeHoldFile

  const fetched = (file: InsertFile, url: string, field: string): Effect.Effect<TakenFile, Invalid | Unavailable> =>
    Effect.scoped(
      Effect.gen(function* () {
        const { body, headers, status } = yield* outbound.fetch({ url, maxBytes: limits.maxFileBytes })
        if (status !== 200) return yield* invalid(field, `${url} answered with status ${status}`)
        const sent = headers["content-type"]
        const contentType = file.contentType ?? (sent?.startsWith("application/octet-stream") ? undefined : sent)
        return yield* takeStream(blobs, { name: file.name, contentType }, metered(body, limits, field))
      })
    ).pipe(
      Effect.catchTags({
        OutboundError: ({ message }) => invalid(field, message),
        TooLarge: ({ message }) => new Invalid({ field, message })
      })
    )

  const uploaded = Effect.fnUntraced(function* (file: InsertFile, { contentType: sent, whole }: WholeUpload) {
    const prefix = yield* inOnePiece(blobs.read(whole.hash, { start: 0, end: Math.min(whole.size, pieceSize) }))
    const kind = yield* fileKind(file.name, file.contentType ?? sent, prefix)
    return { name: file.name, ...whole, ...kind } satisfies TakenFile
  })

  const take = (file: InsertFile, path: string): Effect.Effect<TakenFile, Invalid | Unavailable> => {
    const field = (name: string) => `${path}.${name}`
    if (file.url !== undefined) return fetched(file, file.url, field("url"))
    const decoded = Encoding.decodeBase64(file.base64 ?? "")
    if (decoded._tag === "Left") return invalid(field("base64"), "expected base64")
    const bytes = decoded.right
    return bytes.length > maxDecoded
      ? invalid(field("base64"), `expected at most 1 MB, got ${bytes.length} bytes`)
      : takeBytes(blobs, file, bytes)
  }

  const takeFiles: TakeFiles = Effect.fnUntraced(function* (space, changes) {
    const files = changes.flatMap((change, at) =>
      change.operation === "insert_files"
        ? change.files.map((file, index) => ({ file, path: `changes.${at}.files.${index}` }))
        : []
    )
    const uploads = new Map<string, WholeUpload>()
    for (const { file, path } of files) {
      if (file.upload === undefined) continue
      if (uploads.has(file.upload)) return yield* invalid(`${path}.upload`, "an upload can be inserted only once")
      uploads.set(file.upload, yield* claiming.whole(space, file.upload))
    }
    const taken = yield* Effect.forEach(
      files,
      ({ file, path }) => {
        const upload = file.upload === undefined ? undefined : uploads.get(file.upload)
        const kept = upload === undefined ? take(file, path) : uploaded(file, upload)
        return Effect.map(kept, (taken): readonly [InsertFile, TakenFile] => [file, taken])
      },
      { concurrency: fetchedAtOnce }
    )
    return {
      files: new Map(taken),
      claim: Effect.zipRight(
        claiming.claim([...uploads.values()]),
        Effect.forEach(taken, ([, file]) => holdFile(space, file), { discard: true })
      )
    }
  })
  return FileInsertion.of({ take: takeFiles })
})

/** {@link FileInsertion} over the blob store and fetches of the context. */
export const service = serviceOf(FileInsertion, make)
