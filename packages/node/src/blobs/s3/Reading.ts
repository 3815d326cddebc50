/** Reading a blob from a bucket: as one answer, which is continued if its connection breaks. */
import { createHash } from "node:crypto"
import type { ByteRange } from "@lectern/core/blobs/BlobStore"
import { rangeWithin } from "@lectern/core/internal/storage/blobs/Pieces"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import type { Dispatcher } from "undici"
import type { Client } from "./Client.js"
import { broken, type S3Failure, wrong } from "./Failure.js"
import type { Copy } from "./Layout.js"

/** An object to read: its name and its size. If it has a hash, all of its bytes are compared with that. */
type Readable = Pick<Copy, "data" | "size"> & Partial<Pick<Copy, "hash">>

type Body = Dispatcher.ResponseData["body"]

const operation = "GetObject"

const close = (body: Body): void => {
  body.on("error", () => {})
  body.destroy()
}

/** Opens the bytes of a copy from `start` up to but without `end`. */
const open = (client: Client, { data, size }: Readable, { end, start }: ByteRange): Effect.Effect<Body, S3Failure> => {
  const whole = start === 0 && end === size
  const headers = whole ? {} : { range: `bytes=${start}-${end - 1}` }
  return client.once({ operation, method: "GET", name: data, headers }, async ({ body, headers, statusCode }) => {
    const right = whole ? statusCode === 200 : String(headers["content-range"]).startsWith(`bytes ${start}-`)
    if (right) return body
    close(body)
    throw wrong(client.describe(operation), "its bytes do not match its hash")
  })
}

/**
 * The bytes of a copy, or a range of them. A read of all bytes fails at its end if they do not have their hash.
 * `located` returns the copy again if it was deleted while another copy of the same blob is there.
 */
export const readCopy = (
  client: Client,
  copy: Readable,
  range: ByteRange | undefined,
  located: Effect.Effect<Readable, S3Failure>
): Stream.Stream<Uint8Array, S3Failure> => {
  const { end, start } = rangeWithin(copy.size, range)
  if (start >= end) return Stream.empty
  const hash = copy.hash !== undefined && start === 0 && end === copy.size ? createHash("sha256") : undefined
  const failed = (cause: unknown) => broken(client.describe(operation), cause)
  return Stream.unwrapScoped(
    Effect.gen(function* () {
      const from = yield* Ref.make(copy)
      let body: Body | undefined
      let pieces: AsyncIterator<Uint8Array> | undefined
      let position = start
      const stop = Effect.sync(() => {
        if (body !== undefined) close(body)
        body = undefined
        pieces = undefined
      })
      yield* Effect.addFinalizer(() => stop)

      const opened = Effect.flatMap(Ref.get(from), (copy) => open(client, copy, { start: position, end })).pipe(
        Effect.catchIf(
          ({ absent }) => absent,
          () =>
            Effect.flatMap(located, (other) =>
              Effect.zipRight(Ref.set(from, other), open(client, other, { start: position, end }))
            )
        ),
        Effect.map((opened) => {
          body = opened
          const iterator: AsyncIterator<Uint8Array> = opened[Symbol.asyncIterator]()
          pieces = iterator
          return iterator
        })
      )
      const piece = Effect.suspend(() => (pieces === undefined ? opened : Effect.succeed(pieces))).pipe(
        Effect.flatMap((pieces) => Effect.tryPromise({ try: () => pieces.next(), catch: failed })),
        Effect.flatMap(({ done, value }) =>
          done === true ? Effect.fail(failed(new Error("the answer ended too early"))) : Effect.succeed(value)
        ),
        Effect.tapError(() => stop)
      )
      return Stream.unfoldEffect(undefined, () => {
        if (position === end) {
          const damaged = hash !== undefined && hash.digest("hex") !== copy.hash
          return damaged
            ? Effect.fail(wrong(client.describe(operation), `the bytes of the blob ${copy.hash} do not have its hash`))
            : Effect.succeedNone
        }
        return Effect.map(client.persistently(piece), (bytes) => {
          position += bytes.length
          hash?.update(bytes)
          return Option.some([bytes, undefined] as const)
        })
      })
    })
  )
}
