/** Downloads the images of imported pages. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { ImportSink } from "@lectern/core/imports/Importer"
import { OutboundError } from "@lectern/core/outbound/Outbound"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { maxBytes } from "../Source.js"
import { decoded } from "./Addresses.js"
import type { PoliteOutbound } from "./PoliteOutbound.js"
import type { Problems } from "./Problems.js"
import { type Asked, mayPass } from "./RequestRetry.js"
import type { Robots } from "./Robots.js"

/** How many images are downloaded in parallel, from all hosts together. */
const concurrency = 6
const accept = "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8"

const named = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?)$/i
const isImage = (contentType: string, url: string): boolean =>
  contentType.startsWith("image/") ||
  (/^$|^application\/octet-stream|^binary\//.test(contentType) && named.test(new URL(url).pathname))

/** The response for an image that the sink already has. */
const answered: Asked = { status: 200, headers: {} }

const nameOf = (url: string): string => decoded(new URL(url).pathname.split("/").at(-1) ?? "") || "image"

const refused = (url: string, why: string) => new OutboundError({ reason: "refused", message: `${url}: ${why}` })

/** Passes images to the sink, by the keys under which the pages refer to them. Failed downloads are reported. */
export const fetchImages = (
  images: ReadonlyMap<string, string>,
  { outbound, patient }: PoliteOutbound,
  robots: Robots,
  sink: ImportSink,
  problems: Problems,
  maxFileBytes: number = maxBytes.file
): Effect.Effect<void, Unavailable> => {
  let total = 0
  const fetchOne = Effect.fnUntraced(function* (key: string, url: string) {
    if (sink.has !== undefined && (yield* sink.has(key))) return answered
    if (!robots.allows(url)) return yield* refused(url, "disallowed by robots.txt")
    const {
      body,
      headers,
      status,
      url: ended
    } = yield* outbound.fetch({
      url,
      maxBytes: maxFileBytes,
      headers: { accept },
      follow: robots.allows
    })
    if (mayPass(status)) return { status, headers }
    if (status < 200 || status >= 300) return yield* refused(url, `answered ${status}`)
    const contentType = headers["content-type"] ?? ""
    if (!isImage(contentType, ended)) return yield* refused(url, `not an image but ${contentType || "of unknown type"}`)
    const bytes = body.pipe(
      Stream.mapEffect((chunk) => {
        total += chunk.length
        return total > Math.max(maxBytes.files, maxFileBytes)
          ? refused(url, "left out, since the images are too large in total")
          : Effect.succeed(chunk)
      })
    )
    yield* sink.file({ key, name: nameOf(ended), ...(contentType.startsWith("image/") && { contentType }), bytes })
    return answered
  })
  return Effect.forEach(
    images,
    ([key, url]) =>
      patient(url, Effect.scoped(fetchOne(key, url))).pipe(
        Effect.flatMap(({ status }) => (mayPass(status) ? refused(url, `answered ${status}`) : Effect.void)),
        Effect.catchTag("OutboundError", ({ message }) => Effect.sync(() => problems.add(message)))
      ),
    { concurrency, discard: true }
  )
}
