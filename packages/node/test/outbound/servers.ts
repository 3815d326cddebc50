/** Servers on this machine that misbehave in every way, and the fetches that meet them. */
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { fetchBytes } from "@lectern/core/outbound/FetchedBytes"
import { Outbound, type OutboundRequest } from "@lectern/core/outbound/Outbound"
import { Effect, type Scope } from "effect"
import { parseRanges } from "../../src/outbound/Addresses.js"
import { layer } from "../../src/outbound/GuardedFetch.js"
import { ownCertificate } from "./certificate.js"

/** The address of this machine that represents the public internet here. All its others are private. */
export const publicAddress = "127.0.0.1"
/** An address of this machine that may not be reached. */
export const privateAddress = "127.0.0.2"

const listening = <S extends Server | HttpServer>(
  server: S,
  address: string
): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<S>((resume) => {
      server.listen(0, address, () => resume(Effect.succeed(server)))
    }),
    (open) =>
      Effect.async<void>((resume) => {
        open.close(() => resume(Effect.void))
        if ("closeAllConnections" in open) open.closeAllConnections()
      })
  ).pipe(Effect.map((open) => (open.address() as AddressInfo).port))

/** A server that treats each connection as the test says, once the request has arrived. */
export const rawServer = (
  respond: (socket: Socket, request: string) => void,
  address: string = publicAddress
): Effect.Effect<{ readonly port: number; readonly sockets: ReadonlySet<Socket> }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.on("close", () => sockets.delete(socket))
      socket.once("data", (data) => respond(socket, data.toString("latin1")))
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
      })
    )
    return { port: yield* listening(server, address), sockets }
  })

/** An ordinary server. */
export const httpServer = (
  handle: RequestListener,
  address: string = publicAddress
): Effect.Effect<number, never, Scope.Scope> => listening(createHttpServer(handle), address)

/** A server over TLS that nobody vouches for. */
export const tlsServer = (handle: RequestListener): Effect.Effect<number, never, Scope.Scope> =>
  listening(createTlsServer(ownCertificate, handle), publicAddress)

/** Addresses of names, each answer of a name after the other; the last one stays. */
export const names = (answers: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>) => {
  const asked: Array<string> = []
  const resolver = async (hostname: string): Promise<ReadonlyArray<string>> => {
    const turn = asked.filter((name) => name === hostname).length
    asked.push(hostname)
    const found = answers[hostname]
    if (found === undefined) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" })
    return found[Math.min(turn, found.length - 1)] ?? []
  }
  return { asked, resolver }
}

/** The guarded fetch that may reach the public address. */
export const guarded = (resolver?: (hostname: string) => Promise<ReadonlyArray<string>>) =>
  layer({ allow: parseRanges(`${publicAddress}/32`) ?? [], ...(resolver !== undefined && { resolver }) })

/** Fetches a whole body, small and fast unless told otherwise. */
export const get = (url: string, options: Partial<OutboundRequest> = {}) =>
  Effect.flatMap(Outbound, (outbound) =>
    fetchBytes(outbound, { url, maxBytes: 10_000, timeout: "5 seconds", ...options })
  )

/** A whole answer in the form that goes over the wire. */
export const answer = (head: ReadonlyArray<string>, body = ""): string => `${head.join("\r\n")}\r\n\r\n${body}`
