/** Bodies that middleware such as `express.json()` has read before the API could. */
import type { IncomingMessage } from "node:http"
import { invalid } from "@lectern/core/errors/Errors"
import type { HttpRequest } from "../../foundation/dispatcher/Exchange.js"

const encoder = new TextEncoder()

/** The bytes of a body as middleware left it: bytes, a string, or a parsed value. */
const bytesOf = (body: unknown): Uint8Array => {
  if (body instanceof Uint8Array) return body
  return encoder.encode(typeof body === "string" ? body : JSON.stringify(body))
}

const lost = invalid("body", "a middleware has already consumed it: mount Lectern before that middleware")

/** Whether a request came with a body, according to its headers. */
const hadBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * An operation that takes bytes needs the bytes that were sent, which cannot be recovered from a parsed text or JSON.
 */
async function* exact(body: unknown): AsyncGenerator<Uint8Array> {
  if (body === undefined) throw lost
  if (!(body instanceof Uint8Array)) {
    throw invalid(
      "body",
      "a middleware has already parsed it, but uploads need the bytes as sent: mount Lectern before that middleware"
    )
  }
  yield body
}

/**
 * Replaces the body of a request with the one that was already read from it, if any. A body that was decompressed when
 * it was read no longer has a content coding.
 */
export const parsedBody = (
  message: IncomingMessage & { readonly body?: unknown },
  request: HttpRequest
): HttpRequest => {
  if (!message.readableEnded) return request
  const body = hadBody(message) ? message.body : ""
  return {
    ...request,
    header: (name) => (name === "content-encoding" || name === "content-length" ? undefined : request.header(name)),
    body: async (limit) => {
      if (body === undefined) throw lost
      const bytes = bytesOf(body)
      return bytes.length > limit ? undefined : bytes
    },
    stream: () => exact(body)
  }
}
