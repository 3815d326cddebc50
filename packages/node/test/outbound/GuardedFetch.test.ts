import { readFileSync } from "node:fs"
import type { Socket } from "node:net"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Outbound } from "@lectern/core/outbound/Outbound"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { answer, get, guarded, httpServer, names, publicAddress, rawServer } from "./servers.js"

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
const text = new TextEncoder().encode("A page of text. ".repeat(500))

const encoded: Readonly<Record<string, Uint8Array>> = {
  identity: text,
  gzip: gzipSync(text),
  "x-gzip": gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
  "GZIP, br": brotliCompressSync(gzipSync(text))
}

describe("guarded fetch", () => {
  it.scopedLive.each(Object.keys(encoded))("reads %s", (encoding) =>
    Effect.gen(function* () {
      const port = yield* httpServer((request, response) => {
        expect(request.headers["accept-encoding"]).toBe("gzip, deflate, br")
        response.writeHead(200, { "content-encoding": encoding, "content-type": "text/plain" }).end(encoded[encoding])
      })
      const { resolver } = names({ "docs.example": [[publicAddress]] })
      const found = yield* Effect.provide(get(`http://docs.example:${port}/a?b=c#d`), guarded(resolver))
      expect(found).toMatchObject({ url: `http://docs.example:${port}/a?b=c`, status: 200 })
      expect(found.headers).toMatchObject({ "content-type": "text/plain" })
      expect(found.headers).not.toHaveProperty("content-encoding")
      expect([...found.bytes]).toEqual([...text])
    })
  )

  it.scopedLive("gives answers of any status, also without a body", () =>
    Effect.gen(function* () {
      const port = yield* httpServer((request, response) => {
        const status = Number(request.url?.slice(1))
        response
          .writeHead(status, { "content-encoding": "gzip", "content-length": 0, "set-cookie": ["a=1", "b=2"] })
          .end()
      })
      const found = yield* Effect.provide(
        Effect.forEach([200, 204, 301, 304, 404, 500], (status) => get(`http://127.0.0.1:${port}/${status}`)),
        guarded()
      )
      expect(found.map(({ status }) => status)).toEqual([200, 204, 301, 304, 404, 500])
      expect(found.map(({ bytes }) => bytes.length)).toEqual([0, 0, 0, 0, 0, 0])
      expect(found[0]?.headers["set-cookie"]).toBe("a=1, b=2")
    })
  )

  it.scopedLive("posts, and leaves it to the caller to follow a redirect", () =>
    Effect.gen(function* () {
      const posted: Array<string> = []
      const port = yield* httpServer((request, response) => {
        request.on("data", (chunk) => posted.push(`${request.method} ${request.headers["content-type"]} ${chunk}`))
        request.on("end", () => response.writeHead(307, { location: "/elsewhere" }).end())
      })
      const post = { contentType: "application/x-ndjson", body: '{"a":1}\n' }
      const found = yield* Effect.provide(get(`http://127.0.0.1:${port}/`, { post }), guarded())
      expect([found.status, found.headers.location]).toEqual([307, "/elsewhere"])
      expect(posted).toEqual(['POST application/x-ndjson {"a":1}\n'])
    })
  )

  it.scopedLive("gives a body of exactly the most bytes", () =>
    Effect.gen(function* () {
      const port = yield* httpServer((_, response) => response.end(text))
      const [fits, fails] = yield* Effect.provide(
        Effect.all([
          get(`http://127.0.0.1:${port}/`, { maxBytes: text.length }),
          Effect.flip(get(`http://127.0.0.1:${port}/`, { maxBytes: text.length - 1 }))
        ]),
        guarded()
      )
      expect(fits.bytes).toHaveLength(text.length)
      expect(fails).toMatchObject({
        reason: "too-large",
        message: `http://127.0.0.1:${port}/: more than ${text.length - 1} bytes`
      })
    })
  )

  it.scopedLive("says who it is, and what it is told to say", () =>
    Effect.gen(function* () {
      const port = yield* httpServer((request, response) => response.end(JSON.stringify(request.headers)))
      const { bytes } = yield* Effect.provide(
        get(`http://127.0.0.1:${port}/`, { headers: { Accept: "text/html" } }),
        guarded()
      )
      const heard = JSON.parse(new TextDecoder().decode(bytes))
      expect(heard).toMatchObject({ accept: "text/html", host: `127.0.0.1:${port}` })
      expect(heard["user-agent"]).toBe(`Lectern/${version}`)
      expect(
        Object.keys(heard).filter((name) => /^(?:traceparent|tracestate|b3|x-b3-.*|x-request-id)$/.test(name))
      ).toEqual([])
    }).pipe(Effect.withSpan("a call that is traced"))
  )

  it.scopedLive("uses a connection again, and closes it with the layer", () =>
    Effect.gen(function* () {
      let connections = 0
      const { port, sockets } = yield* rawServer((socket) => {
        connections++
        const reply = () => socket.write(answer(["HTTP/1.1 200 OK", "Content-Length: 4"], "body"))
        reply()
        socket.on("data", reply)
      })
      yield* Effect.provide(Effect.replicateEffect(get(`http://127.0.0.1:${port}/`), 10), guarded())
      expect(connections).toBeLessThanOrEqual(2)
      while (sockets.size > 0) yield* Effect.yieldNow()
    })
  )

  it.scopedLive("reads no more than what is asked for, and hangs up on the rest", () =>
    Effect.gen(function* () {
      let written = 0
      const { port, sockets } = yield* rawServer((socket: Socket) => {
        socket.write(answer(["HTTP/1.1 200 OK"]))
        const chunk = new Uint8Array(65_536)
        const write = () => {
          while (!socket.destroyed && socket.write(chunk)) written += chunk.length
        }
        socket.on("drain", write)
        write()
      })
      const first = yield* Effect.provide(
        Effect.scoped(
          Effect.gen(function* () {
            const outbound = yield* Outbound
            const { body } = yield* outbound.fetch({
              url: `http://127.0.0.1:${port}/`,
              maxBytes: Number.MAX_SAFE_INTEGER
            })
            return yield* Stream.runHead(body)
          })
        ),
        guarded()
      )
      expect(first._tag).toBe("Some")
      while (sockets.size > 0) yield* Effect.yieldNow()
      expect(written).toBeLessThan(50_000_000)
    })
  )

  it.scopedLive.each<[string, string]>([
    ["before there is an answer", ""],
    ["within a body", answer(["HTTP/1.1 200 OK"], "some")],
    ["within a compressed body", answer(["HTTP/1.1 200 OK", "Content-Encoding: gzip"])]
  ])("hangs up when it is interrupted %s", ([_, reply]) =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const { port, sockets } = yield* rawServer((socket) => {
        socket.write(reply)
        Deferred.unsafeDone(asked, Effect.void)
      })
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.fork(get(`http://127.0.0.1:${port}/`))
        yield* Deferred.await(asked)
        yield* Fiber.interrupt(fiber)
        while (sockets.size > 0) yield* Effect.yieldNow()
      }).pipe(Effect.provide(guarded()))
    })
  )
})
