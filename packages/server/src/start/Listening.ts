/** A listening socket, whose requests are handled once the server is ready. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { requestTimes } from "@lectern/http/internal/foundation/dispatcher/Limits"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Settings } from "../config/Settings.js"
import { protocolServer, refuse } from "../http/Protocol.js"
import { Failed, WrongUsage } from "../output/Failures.js"

/** How long requests are accepted after a stop is requested, if there always are some running, in milliseconds. */
const acceptLimit = 2_000

/** How long running requests may take after a stop is requested, in milliseconds. */
const drainLimit = 4_000

/** A server that listens. */
export interface Listening {
  /** The port it got. */
  readonly port: number
  /** Aborted when it begins to stop. */
  readonly stopping: AbortSignal
  /**
   * From now on, requests go to `listener`; when the scope closes, the server is drained.
   */
  readonly serve: (listener: RequestListener) => Effect.Effect<void, never, Scope.Scope>
  /**
   * Begins to stop: `/readyz` answers 503, and once no request is running, no more are accepted. Requests that arrive
   * until then are answered, since a proxy may not know yet. Returns when the last one has ended.
   */
  readonly drain: Effect.Effect<void>
}

/**
 * Answers while the server starts. A client that resumes an upload takes every answer except success for the end of
 * that upload and starts over; if the connection breaks, it tries again.
 */
const notReady = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.headers["tus-resumable"] !== undefined) request.socket.destroy()
  else refuse(request, response, 503, "the server is starting", { "retry-after": "1" })
}

/** The address to listen on, and the flag and the variable that set it. */
interface ListenAddress extends Pick<Settings, "host" | "port"> {
  readonly choice?: string
}

const listening = (
  { choice = "--port or LECTERN_PORT", host, port }: ListenAddress,
  listener: RequestListener
): Effect.Effect<Server, Failed | WrongUsage> =>
  Effect.async((resume) => {
    const server = protocolServer(
      { keepAliveTimeout: 65_000, headersTimeout: requestTimes.headers, requestTimeout: 0 },
      listener
    )
    const failed = (error: NodeJS.ErrnoException): void =>
      resume(problem(error.code, error.message, { host, port, choice }))
    server.once("error", failed)
    server.listen({ host, port, exclusive: true }, () => {
      server.off("error", failed)
      resume(Effect.succeed(server))
    })
    return Effect.sync(() => server.close())
  })

const problem = (code: string | undefined, message: string, { choice, host, port }: Required<ListenAddress>) => {
  switch (code) {
    case "EADDRINUSE":
      return new Failed({ message: `port ${port} of ${host} is in use; choose another with ${choice}` })
    case "EACCES":
      return new Failed({
        message: `this user may not listen on port ${port}; choose another with ${choice}`
      })
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new WrongUsage({ message: `${host} is not an address of this machine; set --host or LECTERN_HOST` })
    default:
      return new Failed({ message: `cannot listen on port ${port} of ${host}: ${message}` })
  }
}

/** Accepts no new connections, lets running requests finish, and closes the remaining ones after the limit. */
const close = (server: Server, limit: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), limit)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })

/** Listens on the configured address. Clients are told to retry until requests can be served. */
export const listen = (place: ListenAddress): Effect.Effect<Listening, Failed | WrongUsage, Scope.Scope> =>
  Effect.gen(function* () {
    let current: RequestListener = notReady
    let running = 0
    let draining: Promise<void> | undefined
    const stopping = new AbortController()
    let onIdle = (): void => {}
    const listener: RequestListener = (request, response) => {
      if (draining !== undefined) response.setHeader("connection", "close")
      running++
      response.once("close", () => {
        running--
        if (draining === undefined) return
        setImmediate(() => server.closeIdleConnections())
        if (running === 0) onIdle()
      })
      if (draining !== undefined && request.url === "/readyz") refuse(request, response, 503, "the server is stopping")
      else current(request, response)
    }
    const server: Server = yield* Effect.acquireRelease(listening(place, listener), (server) =>
      Effect.async<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
    )
    const whenIdle = (): Promise<void> =>
      new Promise((resolve) => {
        const late = setTimeout(resolve, acceptLimit)
        onIdle = () => {
          clearTimeout(late)
          resolve()
        }
        if (running === 0) onIdle()
      })
    const stop = async (): Promise<void> => {
      const began = performance.now()
      stopping.abort()
      await whenIdle()
      await close(server, drainLimit - (performance.now() - began))
    }
    const drain = Effect.promise(() => (draining ??= stop()))
    return {
      port: (server.address() as AddressInfo).port,
      stopping: stopping.signal,
      drain,
      serve: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            current = listener
          }),
          () => drain
        )
    }
  })
