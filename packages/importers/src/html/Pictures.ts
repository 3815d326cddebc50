/** Downloads the images of one page as files. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { ImportSink } from "@lectern/core/imports/Importer"
import type { OutboundService } from "@lectern/core/outbound/Outbound"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { fetchOptional, maxBytes } from "../Source.js"

/** The maximum number of images imported from one page. */
const maxPictures = 300
/** How many images are downloaded in parallel. */
const concurrency = 4

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "image/bmp": "bmp",
  "image/tiff": "tiff",
  "image/x-emf": "emf",
  "image/x-wmf": "wmf"
}

/** A file name for an image: the last segment of its URL, with an extension for its type if it has none. */
export const pictureName = (address: string, contentType: string): string => {
  const last = new URL(address).pathname.split("/").at(-1) ?? ""
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {}
  const kept = [...name.replaceAll(/[\p{Cc}/\\]/gu, "")].slice(-200).join("") || "image"
  const ending = extensions[contentType]
  return /\.\w{2,5}$/.test(kept) || ending === undefined ? kept : `${kept}.${ending}`
}

const typeOf = (headers: Readonly<Record<string, string>>): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()

/** Downloads images and stores them under their URLs. Each failure is reported in one sentence. */
export const takePictures = (
  addresses: ReadonlyArray<string>,
  sink: ImportSink,
  outbound: OutboundService
): Effect.Effect<ReadonlyArray<string>, Unavailable> => {
  let left: number = maxBytes.files
  const take = Effect.fnUntraced(function* (address: string) {
    if (left <= 0) return [`${address}: the images of the page are too large in total; it stays a link`]
    const answer = yield* fetchOptional(outbound, address, Math.min(left, maxBytes.file))
    if (typeof answer === "string") return [answer]
    const contentType = typeOf(answer.headers)
    if (contentType !== "" && !contentType.startsWith("image/") && contentType !== "application/octet-stream") {
      return [`${address}: expected a picture, got ${contentType}`]
    }
    left -= answer.bytes.length
    const typed = contentType.startsWith("image/") ? { contentType } : {}
    yield* sink.file({
      key: address,
      name: pictureName(address, contentType),
      ...typed,
      bytes: Stream.make(answer.bytes)
    })
    return []
  })
  const fetched = addresses.filter((address) => /^https?:/.test(address))
  return Effect.forEach(fetched.slice(0, maxPictures), take, { concurrency }).pipe(
    Effect.map((problems) => [
      ...problems.flat(),
      ...fetched
        .slice(maxPictures)
        .map((address) => `${address}: only ${maxPictures} images are imported per page; it stays a link`)
    ])
  )
}
