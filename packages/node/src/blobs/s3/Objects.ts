/** Operations on the objects of a bucket. */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Call, Client } from "./Client.js"
import { type S3Failure, wrong } from "./Failure.js"
import { type Fields, type Listing, readListing } from "./Xml.js"

/** An object of a list. */
export interface Listed {
  readonly name: string
  readonly size: number
  /** The time when it was written, by the clock of the store, in milliseconds. */
  readonly writtenAt: number
}

/** An upload in parts that was begun and is neither complete nor aborted. */
export interface Unfinished {
  readonly name: string
  readonly upload: string
  readonly begunAt: number
}

/** The operations on the objects of a bucket. */
export interface Objects {
  readonly put: (name: string, bytes: Uint8Array, hash?: string) => Effect.Effect<void, S3Failure>
  /** Deletes an object, if it exists. */
  readonly remove: (name: string) => Effect.Effect<void, S3Failure>
  readonly exists: (name: string) => Effect.Effect<boolean, S3Failure>
  /** The objects whose names begin with a prefix, in the order of their names. */
  readonly list: (prefix: string) => Stream.Stream<Listed, S3Failure>
  /** Begins an upload in parts. */
  readonly begin: (name: string) => Effect.Effect<string, S3Failure>
  /** Uploads a part, and returns its tag. Parts are numbered from 1. */
  readonly part: (
    name: string,
    upload: string,
    number: number,
    bytes: Uint8Array,
    hash: string
  ) => Effect.Effect<string, S3Failure>
  /** Completes an upload of parts with these tags. */
  readonly complete: (name: string, upload: string, tags: ReadonlyArray<string>) => Effect.Effect<void, S3Failure>
  /** Aborts an upload, if it is not complete. */
  readonly abort: (name: string, upload: string) => Effect.Effect<void, S3Failure>
  /** The unfinished uploads whose names begin with a prefix. */
  readonly unfinished: (prefix: string) => Stream.Stream<Unfinished, S3Failure>
  /** The time when the last part of an upload was written; `undefined` if it has none. */
  readonly lastPartAt: (name: string, upload: string) => Effect.Effect<number | undefined, S3Failure>
}

const none = new Uint8Array(0)

const named = (name: string | undefined) => (name === undefined ? {} : { name })

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** {@link Objects} through a client. */
export const objectsOf = ({ describe, prefix, send, text }: Client): Objects => {
  const drained = (operation: string, method: "PUT" | "DELETE", name: string, more: object = {}) =>
    send({ operation, method, name, ...more }, async ({ body, headers }) => {
      await body.dump()
      return headers
    })
  const listing = (call: Call, item = "") =>
    Effect.flatMap(text(call), (answer) =>
      Effect.try({
        try: () => readListing(answer, item),
        catch: () => wrong(describe(call.operation), "the answer is not XML")
      })
    )
  /** The items of all pages of a list. `next` returns the additional parameters in the query for the next page. */
  const pages = (operation: string, item: string, query: Fields, next: (page: Listing) => Fields, name?: string) =>
    Stream.paginateChunkEffect({} as Fields, (more) =>
      Effect.map(listing({ operation, method: "GET", query: { ...query, ...more }, ...named(name) }, item), (page) => {
        const rest = page.fields.IsTruncated === "true" ? Option.some(next(page)) : Option.none<Fields>()
        return [Chunk.unsafeFromArray(page.items), rest] as const
      })
    )
  const own = (key = ""): string => key.slice(prefix.length)

  return {
    put: (name, bytes, hash) =>
      Effect.asVoid(drained("PutObject", "PUT", name, { body: bytes, ...(hash !== undefined && { bodyHash: hash }) })),
    remove: (name) =>
      Effect.catchIf(
        Effect.asVoid(drained("DeleteObject", "DELETE", name)),
        ({ absent }) => absent,
        () => Effect.void
      ),
    exists: (name) =>
      send({ operation: "HeadObject", method: "HEAD", name }, ({ body }) => body.dump()).pipe(
        Effect.as(true),
        Effect.catchIf(
          ({ absent }) => absent,
          () => Effect.succeed(false)
        )
      ),
    list: (within) =>
      pages("ListObjectsV2", "Contents", { "list-type": "2", prefix: prefix + within }, ({ fields }) => ({
        "continuation-token": fields.NextContinuationToken ?? ""
      })).pipe(
        Stream.map(({ Key, LastModified = "", Size }) => ({
          name: own(Key),
          size: Number(Size),
          writtenAt: Date.parse(LastModified)
        }))
      ),
    begin: (name) =>
      Effect.flatMap(
        listing({ operation: "CreateMultipartUpload", method: "POST", name, query: { uploads: "" }, body: none }),
        ({ fields: { UploadId } }) =>
          UploadId === undefined
            ? wrong(describe("CreateMultipartUpload"), "the upload has no id")
            : Effect.succeed(UploadId)
      ),
    part: (name, upload, number, bytes, hash) =>
      Effect.flatMap(
        drained("UploadPart", "PUT", name, {
          query: { partNumber: String(number), uploadId: upload },
          body: bytes,
          bodyHash: hash
        }),
        ({ etag }) =>
          typeof etag === "string" ? Effect.succeed(etag) : wrong(describe("UploadPart"), "the part has no tag")
      ),
    complete: (name, upload, tags) => {
      const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`
      return Effect.asVoid(
        text({
          operation: "CompleteMultipartUpload",
          method: "POST",
          name,
          query: { uploadId: upload },
          headers: { "content-type": "application/xml" },
          body: Buffer.from(body)
        })
      )
    },
    abort: (name, upload) =>
      Effect.catchIf(
        Effect.asVoid(drained("AbortMultipartUpload", "DELETE", name, { query: { uploadId: upload } })),
        ({ absent }) => absent,
        () => Effect.void
      ),
    unfinished: (within) =>
      pages("ListMultipartUploads", "Upload", { uploads: "", prefix: prefix + within }, ({ fields }) => ({
        "key-marker": fields.NextKeyMarker ?? "",
        "upload-id-marker": fields.NextUploadIdMarker ?? ""
      })).pipe(
        Stream.map(({ Initiated = "", Key, UploadId = "" }) => ({
          name: own(Key),
          upload: UploadId,
          begunAt: Date.parse(Initiated)
        }))
      ),
    lastPartAt: (name, upload) =>
      pages(
        "ListParts",
        "Part",
        { uploadId: upload },
        ({ fields }) => ({ "part-number-marker": fields.NextPartNumberMarker ?? "" }),
        name
      ).pipe(
        Stream.runFold(undefined as number | undefined, (last, { LastModified = "" }) =>
          Math.max(last ?? 0, Date.parse(LastModified))
        )
      )
  }
}
