/** Checks of the messages of MCP clients, and of the answers to them, whichever method they call. */
import type { Answer } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { ProtocolErrorCode } from "@modelcontextprotocol/server"

/** The maximum size of a request, in bytes. */
export const requestBytes = 64 * 1024

/** The maximum size of an answer, in bytes. */
export const answerBytes = 64 * 1024

/** The maximum length of an id, which the answer repeats. */
const idLength = 256

/** An answer of the endpoint; it is not cached. */
export const json = (status: number, body: string): Answer => ({
  status,
  body,
  contentType: "application/json",
  sameOrigin: true,
  headers: { "cache-control": "private, no-store", "x-robots-tag": "noindex" }
})

/** The answer that a request is refused with. */
export const refusal = (status: number, message: string): Answer =>
  json(status, JSON.stringify({ jsonrpc: "2.0", error: { code: ProtocolErrorCode.InvalidRequest, message }, id: null }))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer to a body that is not one message; `undefined` if it is one, or cannot be parsed. */
export const refusedBody = (body: Uint8Array): Answer | undefined => {
  const message = parsed(new TextDecoder().decode(body))
  if (Array.isArray(message)) return refusal(400, "a request has one message: batches are not supported")
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : undefined
  return typeof id === "string" && id.length > idLength
    ? refusal(400, `id: expected at most ${idLength} characters, got ${id.length}`)
    : undefined
}

const encoder = new TextEncoder()

/** An answer within the limit; one that exceeds it is replaced. */
export const bounded = (status: number, contentType: string, body: string): Answer =>
  encoder.encode(body).length > answerBytes
    ? refusal(400, `the answer would be longer than ${answerBytes} bytes`)
    : { ...json(status, body), contentType }
