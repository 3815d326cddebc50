/** The bytes of files, at addresses that work without a token: the signature in them is the permission. */
import { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { Contents, type Download } from "@lectern/core/content/Contents"
import { FileId } from "@lectern/core/content/File"
import { type Invalid, invalid } from "@lectern/core/errors/Errors"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Effect } from "effect"
import { listedTag, matchesAny } from "../dispatcher/EntityTag.js"
import type { Answer, HttpRequest } from "../dispatcher/Exchange.js"
import type { Params, PlainRoute } from "../dispatcher/Route.js"

/** What a browser may show in place. Everything else, markup and SVG above all, is saved: it could run as this origin. */
const shownInPlace =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf)$/

const wellFormed = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+"-]+)*$/

/** RFC 6266: a plain ASCII name for old clients, and the exact one. */
const disposition = (contentType: string, name: string): string => {
  const essence = contentType.split(";")[0]?.trim().toLowerCase() ?? ""
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const exact = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `${shownInPlace.test(essence) ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${exact}`
}

const answerOf = ({ bytes, contentType, name }: Download, hash: string, request: HttpRequest): Answer => {
  const headers = {
    "cache-control": "public, max-age=31536000, immutable",
    "content-disposition": disposition(contentType, name),
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin"
  }
  const condition = request.header("if-none-match")
  if (condition !== undefined && (matchesAny(condition) || listedTag(condition, hash) !== undefined)) {
    return { status: 304, tag: hash, headers }
  }
  const type = wellFormed.test(contentType) ? contentType : "application/octet-stream"
  return { status: 200, tag: hash, headers, contentType: type, body: bytes }
}

const decode = (params: Params, name: string): Effect.Effect<string, Invalid> =>
  Effect.try({
    try: () => decodeURIComponent(params[name] ?? ""),
    catch: () => invalid(name, "malformed percent-encoding")
  })

/** The routes of file downloads: of what main has or had, and of what only a change request has. */
export const routes = Effect.map(Contents, (contents): ReadonlyArray<PlainRoute> => {
  const download = (params: Params, request: HttpRequest, changeRequest?: ChangeRequestId) =>
    Effect.gen(function* () {
      const space = SpaceId.make(yield* decode(params, "spaceId"))
      const file = FileId.make(yield* decode(params, "fileId"))
      const hash = yield* decode(params, "hash")
      const signature = yield* decode(params, "signature")
      return answerOf(yield* contents.download(space, file, hash, signature, changeRequest), hash, request)
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
