/** The bytes of files, at URLs that work without a token: the signature in them is the permission. */

import type { ByteRange } from "@lectern/core/blobs/BlobStore"
import { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { FileId } from "@lectern/core/content/File"
import { type Invalid, invalid, type Unavailable } from "@lectern/core/errors/Errors"
import { Contents, type Download } from "@lectern/core/space-content/Contents"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { isKnownTo } from "../../foundation/dispatcher/EntityTag.js"
import type { Answer, HttpRequest, StreamedBody } from "../../foundation/dispatcher/Exchange.js"
import { envelope } from "../../foundation/dispatcher/Failures.js"
import type { Params, PlainRoute } from "../../foundation/dispatcher/Route.js"

/**
 * The part of a representation of `size` bytes that a `Range` header asks for: `undefined` if that is all of it,
 * several parts, or not understood, and `unsatisfiable` if there is no such part.
 */
const rangeOf = (header: string, size: number): ByteRange | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined
  if (first === "") {
    if (Number(last) === 0) return "unsatisfiable"
    return size === 0 ? undefined : { start: Math.max(size - Number(last), 0), end: size }
  }
  const start = Number(first)
  if (last !== "" && Number(last) < start) return undefined
  if (start >= size) return "unsatisfiable"
  return { start, end: last === "" ? size : Math.min(Number(last) + 1, size) }
}

/** Whether an `If-Range` header, if there is one, allows a range of a representation with this entity tag. */
const rangeApplies = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === `"${tag}"`

/**
 * The types that a browser may display inline. Everything else, above all markup and SVG, is downloaded, as it could
 * run scripts in this origin.
 */
const shownInPlace =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf)$/

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+"-]+)*$/

/** RFC 6266: a plain ASCII name for old clients, and the exact one. */
export const disposition = (contentType: string, name: string): string => {
  const essence = contentType.split(";")[0]?.trim().toLowerCase() ?? ""
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const exact = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `${shownInPlace.test(essence) ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${exact}`
}

const typeOf = ({ charset, contentType }: Download): string => {
  if (!wellFormed.test(contentType)) return "application/octet-stream"
  return charset !== undefined && /^text\/[^;]*$/i.test(contentType)
    ? `${contentType}; charset=${charset}`
    : contentType
}

/** A body of bytes that are read as the client consumes them; `length` is their number, if it is known. */
export const streamed = (
  length: number | undefined,
  bytes: Stream.Stream<Uint8Array, Unavailable>
): Effect.Effect<StreamedBody> =>
  Effect.map(Effect.runtime(), (runtime) => ({
    length,
    chunks: Stream.toAsyncIterableRuntime(
      Stream.tapErrorCause(bytes, (cause) => Effect.logError("a file could not be sent to its end", cause)),
      runtime
    )
  }))

/** The answer with the bytes of a file, or the requested range of them; `keeping` says who may cache it. */
export const fileAnswer = (
  file: Download,
  hash: string,
  request: HttpRequest,
  keeping: string
): Effect.Effect<Answer> => {
  const headers = {
    "accept-ranges": "bytes",
    "cache-control": keeping,
    "content-disposition": disposition(file.contentType, file.name),
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin"
  }
  if (isKnownTo(request, hash)) return Effect.succeed({ status: 304, tag: hash, headers })
  const answer = { tag: hash, contentType: typeOf(file) }
  const wanted = request.method === "GET" ? request.header("range") : undefined
  const range =
    wanted !== undefined && rangeApplies(request.header("if-range"), hash) ? rangeOf(wanted, file.size) : undefined
  if (range === "unsatisfiable") {
    const none = { "accept-ranges": "bytes", "content-range": `bytes */${file.size}` }
    return Effect.succeed(envelope(416, `the file has ${file.size} bytes, and none in this range`, none))
  }
  if (range === undefined) {
    return Effect.map(streamed(file.size, file.bytes()), (body) => ({ ...answer, status: 200, headers, body }))
  }
  const { end, start } = range
  const part = { ...headers, "content-range": `bytes ${start}-${end - 1}/${file.size}` }
  return Effect.map(streamed(end - start, file.bytes(range)), (body) => ({
    ...answer,
    status: 206,
    headers: part,
    body
  }))
}

const decode = (params: Params, name: string): Effect.Effect<string, Invalid> =>
  Effect.try({
    try: () => decodeURIComponent(params[name] ?? ""),
    catch: () => invalid(name, "malformed percent-encoding")
  })

/** The routes of file downloads: files of main, now or earlier, and files that only a change request has. */
export const routes = Effect.map(Contents, (contents): ReadonlyArray<PlainRoute> => {
  const download = (params: Params, request: HttpRequest, changeRequest?: ChangeRequestId) =>
    Effect.gen(function* () {
      const space = SpaceId.make(yield* decode(params, "spaceId"))
      const file = FileId.make(yield* decode(params, "fileId"))
      const hash = yield* decode(params, "hash")
      const signature = yield* decode(params, "signature")
      const found = yield* contents.download(space, file, hash, signature, changeRequest)
      return yield* fileAnswer(found, hash, request, "public, max-age=31536000, immutable")
    })
  return [
    {
      kind: "plain",
      method: "GET",
      path: "/files/:spaceId/:fileId/:hash/:signature/:name",
      operation: "downloadFile",
      answer: (params, request) => download(params, request)
    },
    {
      kind: "plain",
      method: "GET",
      path: "/files/:spaceId/:changeRequestId/:fileId/:hash/:signature/:name",
      operation: "downloadFileInChangeRequest",
      answer: (params, request) =>
        Effect.flatMap(decode(params, "changeRequestId"), (id) => download(params, request, ChangeRequestId.make(id)))
    }
  ]
})
