/**
 * The API as a `fetch`-shaped function: mount it in any framework, or hand it to a client as its transport.
 * @since 0.1.0
 */
import { bytesPerTurn, giveWay } from "@lectern/core/internal/foundation/scheduling/Turns"
import * as Effect from "effect/Effect"
import {
  type Cancel,
  type Handle,
  type HttpRequest,
  type HttpResponse,
  isStreamed,
  type StreamedBody
} from "../foundation/dispatcher/Exchange.js"

/** A function like `fetch`. It never rejects, except when the request's signal is aborted. */
export type WebHandler = (request: Request) => Promise<Response>

const readBody =
  (request: Request): HttpRequest["body"] =>
  async (limit) => {
    if (request.body === null) return new Uint8Array()
    const chunks: Array<Uint8Array> = []
    let length = 0
    const reader = request.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > limit) {
        await reader.cancel()
        return undefined
      }
      chunks.push(value)
    }
    const bytes = new Uint8Array(length)
    let offset = 0
    for (const chunk of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    return bytes
  }

/** Reads the body as it arrives; aborting the request ends it with the abort reason. */
async function* streamBody({ body, signal }: Request): AsyncGenerator<Uint8Array, void> {
  if (body === null) return
  const reader = body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener("abort", stop)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (signal.aborted) throw signal.reason
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener("abort", stop)
    await reader.cancel().catch(() => {})
  }
}

const encoder = new TextEncoder()

const readable = ({ chunks }: StreamedBody): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await iterator.next()
        if (done === true) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
      cancel: async () => {
        await iterator.return?.()
      }
    },
    { highWaterMark: 0 }
  )
}

/** A large body piece by piece, in turns: a `Response` would copy the whole of it in one go. */
const inPieces = (bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let at = 0
  return new ReadableStream(
    {
      pull: async (controller) => {
        await Effect.runPromise(giveWay)
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + bytesPerTurn)))
        at += bytesPerTurn
        if (at >= bytes.length) controller.close()
      }
    },
    { highWaterMark: 0 }
  )
}

const toResponse = ({ body, headOnly, headers, status }: HttpResponse): Response => {
  if (body === undefined) return new Response(null, { status, headers: { ...headers } })
  if (isStreamed(body)) {
    return new Response(headOnly ? null : readable(body), {
      status,
      headers: { ...headers, ...(body.length !== undefined && { "content-length": String(body.length) }) }
    })
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : body
  const sent = bytes.length > bytesPerTurn ? inPieces(bytes) : new Uint8Array(bytes)
  return new Response(headOnly ? null : sent, {
    status,
    headers: { ...headers, "content-length": String(bytes.length) }
  })
}

/** The `fetch` form of a dispatcher. Aborting the request's signal stops the work and rejects with its reason. */
export const webHandler =
  (handle: Handle): WebHandler =>
  (request) =>
    new Promise((resolve, reject) => {
      const { signal } = request
      if (signal.aborted) {
        reject(signal.reason)
        return
      }
      let cancel: Cancel | undefined
      const abort = () => {
        cancel?.()
        reject(signal.reason)
      }
      signal.addEventListener("abort", abort)
      cancel = handle(
        {
          method: request.method,
          url: request.url,
          header: (name) => request.headers.get(name) ?? undefined,
          headers: () => request.headers,
          body: readBody(request),
          stream: () => streamBody(request)
        },
        (response) => {
          signal.removeEventListener("abort", abort)
          resolve(toResponse(response))
        }
      )
    })
