/** Completes the answer of an operation: the headers that all answers have, and compression. */
import { acceptsGzip, compressionThreshold, type Gzip } from "./Compression.js"
import { corsHeaders } from "./Cors.js"
import { gzipTag } from "./EntityTag.js"
import { type Answer, type HttpRequest, type HttpResponse, isStreamed } from "./Exchange.js"

/** Completes an answer and sends it, now or once it is compressed. */
export type Finish = (
  request: HttpRequest,
  requestId: string,
  answer: Answer,
  respond: (response: HttpResponse) => void
) => void

const encoder = new TextEncoder()

/**
 * The security headers of every answer; pages and downloads have more. An answer is shown as its declared type, loads
 * and runs nothing, cannot be framed or embedded by other origins, and its URL, which may contain a secret, is never
 * sent as a referrer.
 */
const securityHeaders = (requestId: string): Record<string, string> => ({
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId
})

/** The same for an answer that pages of any origin may read. Written out, because spreading takes several times as long. */
const sharedHeaders = (requestId: string): Record<string, string> => ({
  "access-control-allow-origin": corsHeaders["access-control-allow-origin"],
  "access-control-expose-headers": corsHeaders["access-control-expose-headers"],
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId
})

/** A year, for this host only: its subdomains may not have TLS. */
const transportSecurity = "max-age=31536000"

const vary = "Accept-Encoding"

const isLarge = (body: string | Uint8Array): boolean =>
  body.length > compressionThreshold ||
  (typeof body === "string" &&
    body.length * 3 > compressionThreshold &&
    encoder.encode(body).length > compressionThreshold)

/**
 * Makes a {@link Finish}. Without `gzip`, nothing is compressed. With `hsts`, answers over TLS have
 * `Strict-Transport-Security`. With `ownOrigin`, pages of other origins can read no answer.
 */
export const makeFinish =
  (gzip: Gzip | undefined, hsts = false, ownOrigin = false): Finish =>
  (request, requestId, answer, respond) => {
    const { body, tag } = answer
    const headOnly = request.method === "HEAD"
    const headers = ownOrigin || answer.sameOrigin === true ? securityHeaders(requestId) : sharedHeaders(requestId)
    if (hsts && request.secure === true) headers["strict-transport-security"] = transportSecurity
    if (answer.contentType !== undefined) headers["content-type"] = answer.contentType
    if (tag !== undefined) {
      headers.etag = `"${tag}"`
      headers["cache-control"] = "private, no-cache"
    }
    if (answer.headers !== undefined) Object.assign(headers, answer.headers)
    if (ownOrigin) delete headers["access-control-expose-headers"]
    const large =
      gzip !== undefined && answer.compressible === true && body !== undefined && !isStreamed(body) && isLarge(body)
    if (large || tag !== undefined) headers.vary = headers.vary === undefined ? vary : `${headers.vary}, ${vary}`
    if (!large || !acceptsGzip(request.header("accept-encoding"))) {
      respond({ status: answer.status, headers, body, headOnly })
      return
    }
    const compressed = (bytes: Uint8Array) => {
      if (answer.compressed !== undefined) answer.compressed.body = bytes
      headers["content-encoding"] = "gzip"
      if (tag !== undefined) headers.etag = `"${gzipTag(tag)}"`
      respond({ status: answer.status, headers, body: bytes, headOnly })
    }
    const result = answer.compressed?.body ?? gzip(body)
    if (result instanceof Uint8Array) compressed(result)
    else result.then(compressed, () => respond({ status: answer.status, headers, body, headOnly }))
  }
