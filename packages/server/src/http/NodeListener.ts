/** The API on `node:http`, without `Request` and `Response` objects in between. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gzip as gzipAsync, gzipSync } from "node:zlib"
import type { Gzip } from "@lectern/http/dispatcher/Compression"
import {
  type Cancel,
  type Handle,
  type HttpRequest,
  type HttpResponse,
  isStreamed,
  type StreamedBody
} from "@lectern/http/dispatcher/Exchange"

const gzipInPool = promisify(gzipAsync)
const poolThreshold = 32 * 1024
const level = 5

/** Compresses with zlib: small bodies at once, large ones in the thread pool. */
export const gzip: Gzip = (body) =>
  body.length < poolThreshold ? gzipSync(body, { level }) : gzipInPool(body, { level })

const readBody =
  (request: IncomingMessage): HttpRequest["body"] =>
  (limit) =>
    new Promise((resolve, reject) => {
      const chunks: Array<Buffer> = []
      let length = 0
      const onData = (chunk: Buffer) => {
        length += chunk.length
        if (length > limit) settle(() => resolve(undefined))
        else chunks.push(chunk)
      }
      const onEnd = () => settle(() => resolve(Buffer.concat(chunks, length)))
      const onClose = () => settle(() => reject(new Error("the client went away")))
      const settle = (how: () => void) => {
        request.off("data", onData).off("end", onEnd).off("error", onClose).off("close", onClose)
        request.resume()
        how()
      }
      request.on("data", onData).on("end", onEnd).on("error", onClose).on("close", onClose)
    })

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

const send = (response: ServerResponse, { body, headOnly, headers, status }: HttpResponse): void => {
  if (response.destroyed || response.headersSent) return
  if (body === undefined) {
    response.writeHead(status, headers).end()
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
  if (headOnly) response.end()
  else response.end(body)
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === "object" ? value.join(", ") : value
}

/** Serves a dispatcher: `createServer(nodeListener(handle))`. A client that goes away stops the work for it. */
export const nodeListener =
  (handle: Handle): RequestListener =>
  (request, response) => {
    const cancel: Cancel = handle(
      {
        method: request.method ?? "GET",
        url: request.url ?? "/",
        header: (name) => headerOf(request, name),
        body: readBody(request)
      },
      (answer) => send(response, answer)
    )
    if (response.writableEnded) return
    response.on("close", () => {
      if (!response.writableEnded) cancel()
    })
  }
