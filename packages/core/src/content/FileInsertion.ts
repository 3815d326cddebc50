/** The files of a batch: their bytes are kept before the transaction that inserts them. */
import { Effect, Encoding } from "effect"
import { BlobStore } from "../blobs/BlobStore.js"
import { Invalid, invalid, type Unavailable } from "../errors/Errors.js"
import { Outbound } from "../outbound/Outbound.js"
import { FileLimits } from "../uploads/FileLimits.js"
import { metered } from "../uploads/Metered.js"
import type { ContentChange, InsertFile } from "./ContentChange.js"
import { type TakenFile, takeBytes, takeStream } from "./FileItems.js"

const maxDecoded = 1024 * 1024
const fetchedAtOnce = 5

/** Keeps the bytes of all files that changes insert, by the file as it was sent. */
export type TakeFiles = (
  changes: ReadonlyArray<ContentChange>
) => Effect.Effect<ReadonlyMap<InsertFile, TakenFile>, Invalid | Unavailable>

/** {@link TakeFiles} over the blob store and fetches of the context. */
export const make = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const outbound = yield* Outbound
  const limits = yield* FileLimits

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

  const takeFiles: TakeFiles = (changes) => {
    const files = changes.flatMap((change, at) =>
      change.operation === "insert_files"
        ? change.files.map((file, index) => ({ file, path: `changes.${at}.files.${index}` }))
        : []
    )
    return Effect.map(
      Effect.forEach(
        files,
        ({ file, path }) => Effect.map(take(file, path), (taken): readonly [InsertFile, TakenFile] => [file, taken]),
        { concurrency: fetchedAtOnce }
      ),
      (taken) => new Map(taken)
    )
  }
  return takeFiles
})
