/**
 * Answers requests that never reach an operation, which `node:http` would answer itself, in the common format of
 * errors.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES
} from "node:http"
import type { Duplex } from "node:stream"
import { endWaiting } from "@lectern/http/internal/engine/node/Endings"
import { continueWhenRead } from "@lectern/http/internal/engine/node/HandleListener"
import type { HttpRequest, HttpResponse } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { envelope } from "@lectern/http/internal/foundation/dispatcher/Failures"
import { makeFinish } from "@lectern/http/internal/foundation/dispatcher/Finish"
import { requestLimits } from "@lectern/http/internal/foundation/dispatcher/Limits"
import { makeRequestIds } from "@lectern/http/internal/foundation/dispatcher/RequestId"

const finish = makeFinish(undefined)
const requestIdOf = makeRequestIds()
const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

/** A request whose headers, at most, are known. */
const unread = (request: IncomingMessage | undefined): HttpRequest => ({
  method: request?.method ?? "GET",
  url: "/",
  header: (name) => {
    const value = request?.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  },
  body: () => Promise.resolve(undefined),
  headers: () => new Headers(),
  stream: async function* () {}
})

/** The complete answer of a refusal, after which the connection ends. */
const refusal = (
  request: IncomingMessage | undefined,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): HttpResponse => {
  const asked = unread(request)
  const answer = envelope(code, message, { ...headers, connection: "close" })
  let complete: HttpResponse = { status: code, headers: {}, body: undefined, headOnly: false }
  finish(asked, requestIdOf(asked.header("x-request-id")), answer, (response) => {
    complete = response
  })
  return complete
}

const textOf = ({ body }: HttpResponse): string => (typeof body === "string" ? body : "")

/** Refuses a request that was read. */
export const refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): void => {
  const answer = refusal(request, code, message, headers)
  const body = textOf(answer)
  response.writeHead(code, { ...answer.headers, "content-length": Buffer.byteLength(body) })
  response.end(answer.headOnly ? "" : body)
}

const refuseSocket = (socket: Duplex, answer: HttpResponse): void => {
  const body = textOf(answer)
  const headers = { ...answer.headers, "content-length": Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join("")}\r\n${body}`)
}

const malformed: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "the chunk extensions are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive"]
}

/** Whether the request line, which has not ended, is what exceeded the limit. */
const isFirstLine = (packet: Buffer | undefined): boolean =>
  packet !== undefined && /^[A-Z-]+ [^\r\n]*$/.test(packet.toString("latin1"))

/** The status and the message for a request that could not be read. */
const problemOf = ({ code = "", rawPacket }: ClientError): readonly [number, string] =>
  code === "HPE_HEADER_OVERFLOW" && isFirstLine(rawPacket)
    ? [414, "the address is too long"]
    : (malformed[code] ?? [400, "the request is not well-formed HTTP"])

/** The error of `node:http` for a request that it could not parse. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
}

/** The responses in progress, by socket. */
const answering = new WeakMap<Duplex, ServerResponse>()

/** Answers invalid HTTP; a connection on which a response has begun can only be closed. */
const onClientError = (error: ClientError, socket: Duplex): void => {
  endWaiting()
  const begun = answering.get(socket)
  if (error.code === "ECONNRESET" || !socket.writable || (begun?.headersSent === true && !begun.writableEnded)) {
    socket.destroy()
    return
  }
  const [code, message] = problemOf(error)
  refuseSocket(socket, refusal(undefined, code, message))
}

/** A server that answers every request with the envelope of errors, even if the request violates the protocol. */
export const protocolServer = (options: ServerOptions, listener: RequestListener): Server => {
  const server = createServer({ maxHeaderSize: requestLimits.headerBytes, ...options, requireHostHeader: false })
  server.maxHeadersCount = requestLimits.headers + 1
  const checked: RequestListener = (request, response) => {
    answering.set(request.socket, response)
    if (request.rawHeaders.length / 2 > requestLimits.headers) {
      refuse(request, response, 431, `there are more than ${requestLimits.headers} headers`)
    } else if (request.headers.host === undefined && request.httpVersion === "1.1") {
      refuse(request, response, 400, "host: the header is missing")
    } else listener(request, response)
  }
  server.on("request", checked).on("checkContinue", continueWhenRead(checked))
  server.on("checkExpectation", (request, response) =>
    refuse(request, response, 417, "expect: only 100-continue is supported")
  )
  server.on("connect", (request, socket) =>
    refuseSocket(
      socket,
      refusal(request, 405, "this server is not a proxy and does not accept CONNECT", { allow: methods })
    )
  )
  server.on("clientError", onClientError)
  return server
}
