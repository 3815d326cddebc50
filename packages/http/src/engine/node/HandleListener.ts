/** The API on `node:http`, without `Request` and `Response` objects in between. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip as gzipAsync, gzipSync } from "node:zlib"
import { joinedInTurns } from "@lectern/core/internal/foundation/scheduling/JoinedBytes"
import { bytesPerTurn, isOverdue, turn } from "@lectern/core/internal/foundation/scheduling/Turns"
import * as Effect from "effect/Effect"
import type { Gzip } from "../../foundation/dispatcher/Compression.js"
import {
  type Cancel,
  type Handle,
  type HttpRequest,
  type HttpResponse,
  isStreamed,
  type StreamedBody
} from "../../foundation/dispatcher/Exchange.js"
import { requestTimes } from "../../foundation/dispatcher/Limits.js"
import { endOverdue, endSoon } from "./Endings.js"
import { parsedBody } from "./ParsedBody.js"

const gzipInPool = promisify(gzipAsync)
const poolThreshold = 32 * 1024
const level = 5

/** Compresses with zlib: small bodies synchronously, large ones in the thread pool. */
export const gzip: Gzip = (body) =>
  body.length < poolThreshold ? gzipSync(body, { level }) : gzipInPool(body, { level })

/** How long bodies may take, in milliseconds. */
export interface BodyTimes {
  /** For a buffered body, from its first byte to its last. */
  readonly whole: number
  /** For a streamed body, between two bytes. */
  readonly silence: number
  /** How long the rest of an unwanted body is drained, so that its sender sees the answer, in milliseconds. */
  readonly linger: number
}

const defaultBodyTimes: BodyTimes = { whole: requestTimes.body, silence: requestTimes.silence, linger: 2_000 }

/** The maximum number of unread bytes of a body for which the connection is kept alive. */
const lingerSize = 1024 * 1024

/** Requests whose clients wait for `100 Continue` before they send the body. */
const waiting = new WeakSet<IncomingMessage>()

/** Makes a client that sent `Expect: 100-continue` wait until the body is read: `server.on("checkContinue", …)`. */
export const continueWhenRead =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    waiting.add(request)
    listener(request, response)
  }

const begin = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue()
}

const joined = async (chunks: ReadonlyArray<Buffer>): Promise<Buffer> => {
  const { buffer, byteLength, byteOffset } = await Effect.runPromise(joinedInTurns(chunks))
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * Stops reading a body for a turn if the current one has lasted too long: a socket is read up to 2 MB at a time, and
 * many sockets of large requests may be read in the same turn.
 */
const readInTurns = (request: IncomingMessage): void => {
  if (request.isPaused() || !isOverdue()) return
  request.pause()
  void Effect.runPromise(turn).then(() => request.resume())
}

const readBody =
  (request: IncomingMessage, response: ServerResponse, time: number): HttpRequest["body"] =>
  (limit) =>
    new Promise((resolve, reject) => {
      begin(request, response)
      const chunks: Array<Buffer> = []
      let length = 0
      const onData = (chunk: Buffer) => {
        length += chunk.length
        if (length > limit) return settle(() => resolve(undefined))
        chunks.push(chunk)
        if (length > bytesPerTurn) readInTurns(request)
      }
      const onEnd = () => settle(() => resolve(length > bytesPerTurn ? joined(chunks) : Buffer.concat(chunks, length)))
      const onClose = () => settle(() => reject(new Error("the client went away")))
      const late = request.complete ? undefined : setTimeout(() => request.destroy(), time)
      const settle = (how: () => void) => {
        clearTimeout(late)
        request.off("data", onData).off("end", onEnd).off("error", onClose).off("close", onClose)
        how()
      }
      request.on("data", onData).on("end", onEnd).on("error", onClose).on("close", onClose)
    })

/** Reads the body as it arrives; a client that sends nothing for too long is disconnected. */
async function* streamBody(
  request: IncomingMessage,
  response: ServerResponse,
  silence: number
): AsyncGenerator<Uint8Array> {
  begin(request, response)
  let wanted = true
  const silent = setTimeout(() => {
    if (wanted) request.destroy(new Error("the client sent nothing for long"))
  }, silence)
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      wanted = false
      yield chunk
      wanted = true
      silent.refresh()
    }
  } finally {
    clearTimeout(silent)
  }
}

/** Whether an unwanted body is still being sent. */
const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0)

/** A body in memory, and the encoding to write it in if it is a string. */
interface WholeBody {
  readonly body: string | Uint8Array
  readonly encoding: BufferEncoding
}

/**
 * Ends a response. The rest of the request's body is drained for a short while, because closing the connection
 * immediately would lose the answer; then the connection is closed.
 */
const end = (request: IncomingMessage, response: ServerResponse, linger: number, whole?: WholeBody): void => {
  if (!isUnread(request) || waiting.has(request)) {
    endSoon(() => {
      if (whole === undefined) response.end()
      else response.end(whole.body, whole.encoding)
    })
    return
  }
  if (whole === undefined) response.flushHeaders()
  else response.write(whole.body, whole.encoding)
  const settle = () => {
    clearTimeout(late)
    request.off("end", settle).off("close", settle)
    response.end()
    if (!request.complete) request.socket.destroySoon()
  }
  const late = setTimeout(settle, linger)
  request.on("end", settle).on("close", settle).resume()
}

/** Whether the connection is closed after an answer, because the rest of the body is too large to drain. */
const closes = (request: IncomingMessage): boolean =>
  isUnread(request) && (waiting.has(request) || !(Number(request.headers["content-length"]) <= lingerSize))

/** Waits until there is room for more, or the client is gone. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle)
      resolve()
    }
    response.on("drain", settle).on("close", settle)
  })

/** Streams a body no faster than the client consumes it; a client that disconnects ends the reading. */
const stream = async (response: ServerResponse, { chunks }: StreamedBody): Promise<void> => {
  const iterator = chunks[Symbol.asyncIterator]()
  response.once("close", () => void iterator.return?.())
  for (;;) {
    const { done, value } = await iterator.next()
    if (response.destroyed) return
    if (done === true) break
    if (!response.write(value)) await drained(response)
  }
  response.end()
}

const send = (request: IncomingMessage, response: ServerResponse, linger: number, answer: HttpResponse): void => {
  if (response.destroyed || response.headersSent) return
  const { body, headOnly, status } = answer
  const headers = closes(request) ? { ...answer.headers, connection: "close" } : answer.headers
  if (body === undefined) {
    response.writeHead(status, headers)
    end(request, response, linger)
    return
  }
  if (isStreamed(body)) {
    response.writeHead(status, body.length === undefined ? headers : { ...headers, "content-length": body.length })
    if (headOnly) response.end()
    else stream(response, body).catch(() => response.destroy())
    return
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length
  response.writeHead(status, { ...headers, "content-length": length })
  // The number of bytes if all characters are ASCII, which is written faster, and apart from the headers instead of
  // joined to them.
  const encoding = length === body.length ? "ascii" : "utf8"
  end(request, response, linger, headOnly ? undefined : { body, encoding })
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === "object" ? value.join(", ") : value
}

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  // A name that begins with a colon is a part of HTTP/2 that `Headers` refuses.
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ""
    if (!name.startsWith(":")) headers.append(name, rawHeaders[at + 1] ?? "")
  }
  return headers
}

/**
 * Serves a dispatcher: `createServer(handleListener(handle))`. When a client disconnects, the work for it is stopped.
 */
export const handleListener =
  (handle: Handle, times: BodyTimes = defaultBodyTimes): RequestListener =>
  (request, response) => {
    endOverdue()
    let isAnswered = false
    const cancel: Cancel = handle(
      parsedBody(request, {
        method: request.method ?? "GET",
        url: request.url ?? "/",
        address: request.socket.remoteAddress,
        secure: "encrypted" in request.socket || undefined,
        header: (name) => headerOf(request, name),
        headers: () => headersOf(request),
        body: readBody(request, response, times.whole),
        stream: () => streamBody(request, response, times.silence)
      }),
      (answer) => {
        isAnswered = true
        send(request, response, times.linger, answer)
      }
    )
    if (isAnswered) return
    response.on("close", () => {
      if (!isAnswered) cancel()
    })
  }
