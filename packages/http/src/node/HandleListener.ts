/** The API on `node:http`, without `Request` and `Response` objects in between. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip as gzipAsync, gzipSync } from "node:zlib"
import type { Gzip } from "../dispatcher/Compression.js"
import {
  type Cancel,
  type Handle,
  type HttpRequest,
  type HttpResponse,
  isStreamed,
  type StreamedBody
} from "../dispatcher/Exchange.js"
import { requestTimes } from "../dispatcher/Limits.js"
import { parsedBody } from "./ParsedBody.js"

const gzipInPool = promisify(gzipAsync)
const poolThreshold = 32 * 1024
const level = 5

/** Compresses with zlib: small bodies at once, large ones in the thread pool. */
export const gzip: Gzip = (body) =>
  body.length < poolThreshold ? gzipSync(body, { level }) : gzipInPool(body, { level })

/** How long bodies may take, in milliseconds. */
export interface BodyTimes {
  /** One that is read as a whole, from its first byte to its last. */
  readonly whole: number
  /** One that is read as it comes, from one byte to the next. */
  readonly silence: number
  /** For how long the rest of a body that nobody wants is read away, so that its sender sees the answer. */
  readonly linger: number
}

const defaultBodyTimes: BodyTimes = { whole: requestTimes.body, silence: requestTimes.silence, linger: 2_000 }

/** What is left unread of a body may have so many bytes where the connection is to be used again. */
const lingerSize = 1024 * 1024

/** Requests whose clients send the body when they are told to. */
const waiting = new WeakSet<IncomingMessage>()

/** Keeps a client that asked before sending its body waiting until somebody reads it: `server.on("checkContinue", …)`. */
export const continueWhenRead =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    waiting.add(request)
    listener(request, response)
  }

const begin = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue()
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
        if (length > limit) settle(() => resolve(undefined))
        else chunks.push(chunk)
      }
      const onEnd = () => settle(() => resolve(Buffer.concat(chunks, length)))
      const onClose = () => settle(() => reject(new Error("the client went away")))
      const late = request.complete ? undefined : setTimeout(() => request.destroy(), time)
      const settle = (how: () => void) => {
        clearTimeout(late)
        request.off("data", onData).off("end", onEnd).off("error", onClose).off("close", onClose)
        how()
      }
      request.on("data", onData).on("end", onEnd).on("error", onClose).on("close", onClose)
    })

/** Reads the body as it comes; a client that sends nothing for long is cut off. */
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

/** Whether a body is on its way that nobody wants any more. */
const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0)

/**
 * Ends a response. What is left of the request's body is read away for a short while, as a connection that is closed at
 * once takes the answer with it; then the connection is closed.
 */
const end = (request: IncomingMessage, response: ServerResponse, linger: number, body?: string | Uint8Array): void => {
  if (!isUnread(request) || waiting.has(request)) {
    response.end(body)
    return
  }
  if (body === undefined) response.flushHeaders()
  else response.write(body)
  const settle = () => {
    clearTimeout(late)
    request.off("end", settle).off("close", settle)
    response.end()
    if (!request.complete) request.socket.destroySoon()
  }
  const late = setTimeout(settle, linger)
  request.on("end", settle).on("close", settle).resume()
}

/** Whether the connection is closed after an answer: more of the body is to come than is worth reading away. */
const closes = (request: IncomingMessage): boolean =>
  isUnread(request) && (waiting.has(request) || !(Number(request.headers["content-length"]) <= lingerSize))

/** Until there is room for more, or nobody to take it. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle)
      resolve()
    }
    response.on("drain", settle).on("close", settle)
  })

/** Sends what is read no faster than the client takes it; a client that goes away ends the reading. */
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
    response.writeHead(status, { ...headers, "content-length": body.length })
    if (headOnly) response.end()
    else stream(response, body).catch(() => response.destroy())
    return
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length
  response.writeHead(status, { ...headers, "content-length": length })
  end(request, response, linger, headOnly ? undefined : body)
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === "object" ? value.join(", ") : value
}

/** Serves a dispatcher: `createServer(handleListener(handle))`. A client that goes away stops the work for it. */
export const handleListener =
  (handle: Handle, times: BodyTimes = defaultBodyTimes): RequestListener =>
  (request, response) => {
    const cancel: Cancel = handle(
      parsedBody(request, {
        method: request.method ?? "GET",
        url: request.url ?? "/",
        address: request.socket.remoteAddress,
        secure: "encrypted" in request.socket || undefined,
        header: (name) => headerOf(request, name),
        body: readBody(request, response, times.whole),
        stream: () => streamBody(request, response, times.silence)
      }),
      (answer) => send(request, response, times.linger, answer)
    )
    if (response.writableEnded) return
    response.on("close", () => {
      if (!response.writableEnded) cancel()
    })
  }
