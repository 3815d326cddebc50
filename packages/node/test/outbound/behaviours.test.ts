import type { Socket } from "node:net"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import type { OutboundError, OutboundRequest } from "@lectern/core/outbound/Outbound"
import { Effect } from "effect"
import { answer, get, guarded, httpServer, names, publicAddress, rawServer, tlsServer } from "./servers.js"

const ok = "HTTP/1.1 200 OK"

/** Writes again and again until the other side has had enough. */
const endlessly = (socket: Socket, chunk: string | Uint8Array): void => {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on("drain", write)
  write()
}

/** Writes a little every few milliseconds. */
const dripping = (socket: Socket, chunk: string): void => {
  const timer = setInterval(() => socket.write(chunk), 5)
  socket.on("close", () => clearInterval(timer))
}

const withBody = (socket: Socket, encoding: string, body: Uint8Array): void => {
  socket.write(answer([ok, `Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`]))
  socket.end(body)
}

/** A body that grows a thousandfold. */
const bomb = gzipSync(new Uint8Array(20_000_000))
const random = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * index * 31) % 251)

interface Behaviour {
  readonly does: string
  readonly respond: (socket: Socket) => void
  readonly reason: OutboundError["reason"]
  readonly limits?: Partial<OutboundRequest>
}

const soon = { timeout: 150 }

const behaviours: ReadonlyArray<Behaviour> = [
  { does: "never answers", respond: () => undefined, reason: "timeout", limits: soon },
  {
    does: "drips its headers",
    respond: (socket) => {
      socket.write(`${ok}\r\nX-Drip: `)
      dripping(socket, "x")
    },
    reason: "timeout",
    limits: soon
  },
  {
    does: "gives early hints forever",
    respond: (socket) => dripping(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"),
    reason: "timeout",
    limits: soon
  },
  {
    does: "drips its body",
    respond: (socket) => {
      socket.write(answer([ok, "Content-Length: 9999"]))
      dripping(socket, "x")
    },
    reason: "timeout",
    limits: soon
  },
  {
    does: "stops in its body",
    respond: (socket) => socket.write(answer([ok, "Content-Length: 9999"], "x")),
    reason: "timeout",
    limits: soon
  },
  {
    does: "drips a compressed body that is nothing",
    respond: (socket) => {
      socket.write(answer([ok, "Content-Encoding: gzip"]))
      const nothing = gzipSync("")
      const timer = setInterval(() => socket.write(nothing), 5)
      socket.on("close", () => clearInterval(timer))
    },
    reason: "timeout",
    limits: soon
  },
  {
    does: "has an endless body",
    respond: (socket) => {
      socket.write(answer([ok]))
      endlessly(socket, "x".repeat(1000))
    },
    reason: "too-large"
  },
  {
    does: "has an endless body in chunks",
    respond: (socket) => {
      socket.write(answer([ok, "Transfer-Encoding: chunked"]))
      endlessly(socket, `3e8\r\n${"x".repeat(1000)}\r\n`)
    },
    reason: "too-large"
  },
  {
    does: "announces a huge body",
    respond: (socket) => socket.write(answer([ok, "Content-Length: 10001"])),
    reason: "too-large"
  },
  {
    does: "has a huge gzip",
    respond: (socket) => withBody(socket, "gzip", bomb),
    reason: "too-large",
    limits: { maxBytes: 1_000_000 }
  },
  {
    does: "has a gzip in a gzip",
    respond: (socket) => withBody(socket, "gzip, gzip", gzipSync(bomb)),
    reason: "too-large",
    limits: { maxBytes: 1_000_000 }
  },
  {
    does: "has a huge brotli",
    respond: (socket) => withBody(socket, "br", brotliCompressSync(new Uint8Array(2_000_000))),
    reason: "too-large",
    limits: { maxBytes: 1_000_000 }
  },
  {
    does: "has an endless gzip",
    respond: (socket) => {
      socket.write(answer([ok, "Content-Encoding: gzip"]))
      endlessly(socket, gzipSync(random(5000)))
    },
    reason: "too-large"
  },
  {
    does: "has three codings",
    respond: (socket) => withBody(socket, "gzip, gzip, gzip", random(500)),
    reason: "malformed"
  },
  {
    does: "has a coding of its own",
    respond: (socket) => withBody(socket, "constructor", random(500)),
    reason: "malformed"
  },
  { does: "has a broken gzip", respond: (socket) => withBody(socket, "gzip", random(500)), reason: "malformed" },
  {
    does: "has a gzip that breaks off",
    respond: (socket) => withBody(socket, "gzip", gzipSync(random(5000)).subarray(0, 100)),
    reason: "malformed"
  },
  { does: "has a broken brotli", respond: (socket) => withBody(socket, "br", random(500)), reason: "malformed" },
  {
    does: "ends before its length",
    respond: (socket) => socket.end(answer([ok, "Content-Length: 100"], "short")),
    reason: "unreachable"
  },
  {
    does: "ends within a chunk",
    respond: (socket) => socket.end(answer([ok, "Transfer-Encoding: chunked"], "64\r\nshort")),
    reason: "unreachable"
  },
  {
    does: "has a length that is no number",
    respond: (socket) => socket.end(answer([ok, "Content-Length: many"], "body")),
    reason: "malformed"
  },
  {
    does: "has two lengths",
    respond: (socket) => socket.end(answer([ok, "Content-Length: 4", "Content-Length: 5"], "body")),
    reason: "malformed"
  },
  {
    does: "has both a length and chunks",
    respond: (socket) => socket.end(answer([ok, "Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\n")),
    reason: "malformed"
  },
  {
    does: "has a chunk of no size",
    respond: (socket) => socket.end(answer([ok, "Transfer-Encoding: chunked"], "many\r\n")),
    reason: "malformed"
  },
  {
    does: "floods with headers",
    respond: (socket) => {
      socket.write(`${ok}\r\n`)
      endlessly(socket, `X-Flood: ${"x".repeat(1000)}\r\n`)
    },
    reason: "malformed"
  },
  {
    does: "has one endless header",
    respond: (socket) => {
      socket.write(`${ok}\r\nX-Flood: `)
      endlessly(socket, "x".repeat(1000))
    },
    reason: "malformed"
  },
  { does: "speaks another protocol", respond: (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"), reason: "malformed" },
  { does: "answers with noise", respond: (socket) => socket.end(random(2000)), reason: "malformed" },
  { does: "hangs up", respond: (socket) => socket.end(), reason: "unreachable" },
  { does: "resets the connection", respond: (socket) => socket.resetAndDestroy(), reason: "unreachable" },
  {
    does: "resets the connection within its body",
    respond: (socket) => {
      socket.write(answer([ok, "Content-Length: 100"], "short"), () => socket.resetAndDestroy())
    },
    reason: "unreachable"
  }
]

describe("a server that", () => {
  it.scopedLive.each(behaviours.map((behaviour) => [behaviour.does, behaviour] as const))(
    "%s",
    ([_, { limits, reason, respond }]) =>
      Effect.gen(function* () {
        const { port, sockets } = yield* rawServer(respond)
        const url = `http://127.0.0.1:${port}/`
        const error = yield* Effect.flip(Effect.provide(get(url, limits), guarded()))
        expect(error).toMatchObject({ _tag: "OutboundError", reason })
        expect(error.message.startsWith(`${url}: `)).toBe(true)
        while (sockets.size > 0) yield* Effect.yieldNow()
      })
  )

  it.scopedLive("speaks no TLS", () =>
    Effect.gen(function* () {
      const port = yield* httpServer((_, response) => response.end())
      const error = yield* Effect.flip(Effect.provide(get(`https://127.0.0.1:${port}/`), guarded()))
      expect(error.reason).toBe("unreachable")
    })
  )

  it.scopedLive("has a certificate that nobody vouches for", () =>
    Effect.gen(function* () {
      let heard = 0
      const port = yield* tlsServer((_, response) => {
        heard++
        response.end()
      })
      const { resolver } = names({ "docs.example": [[publicAddress]] })
      const error = yield* Effect.flip(Effect.provide(get(`https://docs.example:${port}/`), guarded(resolver)))
      expect(error).toMatchObject({
        reason: "unreachable",
        message: `https://docs.example:${port}/: no answer (DEPTH_ZERO_SELF_SIGNED_CERT)`
      })
      expect(heard).toBe(0)
    })
  )

  it.scopedLive("is not there", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(httpServer((_, response) => response.end()))
      const error = yield* Effect.flip(Effect.provide(get(`http://127.0.0.1:${port}/`), guarded()))
      expect(error).toMatchObject({
        reason: "unreachable",
        message: `http://127.0.0.1:${port}/: no answer (ECONNREFUSED)`
      })
    })
  )
})
