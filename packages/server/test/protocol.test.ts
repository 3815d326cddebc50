/**
 * For any input to the server's socket, the answer is the envelope of errors with the headers that all answers have.
 */
import type { RequestListener, Server } from "node:http"
import { connect } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as Lectern from "@lectern/core/Lectern"
import { handleListener } from "@lectern/http/engine/node/HandleListener"
import { requestLimits } from "@lectern/http/foundation/dispatcher/Limits"
import { make } from "@lectern/http/LecternHttp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Either } from "effect"
import { parseSettings } from "../src/config/Settings.js"
import { protocolServer } from "../src/http/Protocol.js"
import { listen } from "../src/start/Listening.js"

interface Said {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The answer of a server to some bytes, and to more after the first answer; then it has to close the connection. */
const say = async (port: number, text: string, then?: string): Promise<Said> => {
  const socket = connect(port, "127.0.0.1")
  socket.write(text, "latin1")
  if (then !== undefined) socket.once("data", () => socket.write(then))
  const chunks: Array<Buffer> = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(":")
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return { status: Number(/^HTTP\/1\.1 (\d+) \w/.exec(first)?.[1]), headers: new Map(headers), body }
}

const portOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

const started = Effect.gen(function* () {
  const lectern = yield* Effect.acquireRelease(
    Effect.promise(() => Lectern.open({ storage: MemoryStorage.open() })),
    (open) => Effect.promise(open.close)
  )
  const { apiTokens, users } = lectern.asSystem()
  yield* Effect.promise(async () => {
    const { id } = await users.create({ displayName: "Ada", email: "ada@example.com" })
    await apiTokens.createFixed(id, "test", token)
  })
  const settings = Either.getOrThrow(parseSettings({ port: "0", host: "127.0.0.1" }, {}))
  const listening = yield* listen(settings)
  return {
    port: listening.port,
    serve: Effect.flatMap(make(), (handle) => listening.serve(handleListener(handle))).pipe(
      Effect.provide(yield* Effect.promise(() => lectern.runtime.runtime()))
    )
  }
})

const get = (path: string, ...headers: ReadonlyArray<string>): string =>
  [`GET ${path} HTTP/1.1`, "Host: x", "Connection: close", ...headers, "", ""].join("\r\n")
const token = "the-token-of-these-tests"
const post = (...lines: ReadonlyArray<string>): string =>
  [`POST /v1/orgs HTTP/1.1`, "Host: x", "Connection: close", `Authorization: Bearer ${token}`, ...lines].join("\r\n")

const cases: ReadonlyArray<readonly [what: string, said: string, status: number]> = [
  ["an unknown expectation", get("/v1/user", "Expect: the-unexpected"), 417],
  ["a body that is asked for by nobody", get("/v1/user", "Expect: 100-continue"), 401],
  ["no host", "GET /v1/user HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["no host, as long as there was no such header", "GET /v1/user HTTP/1.0\r\n\r\n", 401],
  ["no host where nothing is", "DELETE /nowhere HTTP/1.1\r\n\r\n", 400],
  ["no method", "/ HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["an unknown method", "BREW /v1/user HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["no version", "GET /v1/user\r\n\r\n", 401],
  ["an unknown version", "GET /v1/user HTTP/9.9\r\nHost: x\r\n\r\n", 400],
  ["another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["a handshake of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["a header without a colon", get("/v1/user", "no colon"), 400],
  ["a header with a space in its name", get("/v1/user", "a b: c"), 400],
  ["a header with a control character", get("/v1/user", "a: b\x00c"), 400],
  ["a target with a space", "GET /v1/a b HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["large headers", get("/v1/user", `x: ${"y".repeat(100_000)}`), 431],
  ["many large headers", get("/v1/user", ...Array.from({ length: 300 }, (_, n) => `x${n}: ${"y".repeat(100)}`)), 431],
  ["a long target", get(`/v1/${"y".repeat(100_000)}`), 414],
  ["a target that is a little too long", get(`/v1/${"y".repeat(requestLimits.url)}`), 414],
  ["too many headers", get("/v1/user", ...Array.from({ length: requestLimits.headers }, (_, n) => `x${n}: y`)), 431],
  ["an unknown transfer coding", post("Transfer-Encoding: gzip", "", ""), 400],
  ["a chunked body that is none", post("Transfer-Encoding: chunked", "", "zz\r\n{}\r\n0\r\n\r\n"), 400],
  ["two lengths", post("Content-Length: 2", "Transfer-Encoding: chunked", "", "0\r\n\r\n"), 400],
  ["two other lengths", post("Content-Length: 2", "Content-Length: 3", "", "{}"), 400],
  ["a length that is none", post("Content-Length: two", "", "{}"), 400],
  ["large chunk extensions", post("Transfer-Encoding: chunked", "", `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 413],
  ["CONNECT", "CONNECT docs.example:443 HTTP/1.1\r\nHost: docs.example:443\r\n\r\n", 405],
  ["TRACE", get("/v1/user").replace("GET", "TRACE"), 405],
  ["TRACE where nothing is", get("/nowhere").replace("GET", "TRACE"), 404],
  ["OPTIONS of everything", get("*").replace("GET", "OPTIONS"), 404],
  ["an upgrade", get("/v1/user", "Upgrade: websocket").replace("Connection: close", "Connection: Upgrade, close"), 401],
  ["a bad percent escape", get("/v1/spaces/%zz"), 401],
  ["half a percent escape", get("/v1/spaces/%"), 401],
  ["an escape that is no text", get("/v1/spaces/%ff%fe"), 401],
  ["a bad percent escape in a query", get("/v1/user?a=%zz"), 401],
  ["a bad percent escape where nothing is", get("/%zz"), 404],
  ["another host's address", get("http://elsewhere.example/v1/user"), 401]
]

const expectEnvelope = ({ body, headers, status }: Said, wanted: number): void => {
  expect(status).toBe(wanted)
  expect(JSON.parse(body)).toEqual({ error: { code: wanted, message: expect.stringMatching(/^\S.*\S$/) } })
  expect(headers.get("content-type")).toMatch(/^application\/json/)
  expect(headers.get("x-content-type-options")).toBe("nosniff")
  expect(headers.get("x-request-id")).toMatch(/\S/)
  expect(headers.get("access-control-allow-origin")).toBe("*")
}

describe("every error has the envelope", () => {
  it.scoped("on a started server", () =>
    Effect.gen(function* () {
      const { port, serve } = yield* started
      yield* serve
      for (const [what, said, wanted] of cases) {
        const answer = yield* Effect.promise(() => say(port, said))
        expect([what, answer.status, answer.body]).toEqual([what, wanted, expect.stringContaining('{"error":')])
        expectEnvelope(answer, wanted)
        if (wanted === 405) expect(answer.headers.get("allow")).toContain("GET")
      }
      const identified = yield* Effect.promise(() => say(port, "GET / HTTP/1.1\r\nX-Request-Id: mine\r\n\r\n"))
      expect(identified.headers.get("x-request-id")).toBe("mine")
      const head = yield* Effect.promise(() => say(port, "HEAD / HTTP/1.1\r\n\r\n"))
      expect([head.status, head.body]).toEqual([400, ""])
    })
  )

  it.scoped("while a server starts", () =>
    Effect.gen(function* () {
      const { port } = yield* started
      const answer = yield* Effect.promise(() => say(port, get("/v1/user")))
      expectEnvelope(answer, 503)
      expect(answer.headers.get("retry-after")).toBe("1")
    })
  )

  it.each(["GET /v1/user HT", "GET /v1/user HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"])(
    "when a request does not arrive: %j",
    async (part) => {
      const server = protocolServer(
        { requestTimeout: 60, headersTimeout: 60, connectionsCheckingInterval: 20 },
        () => {}
      )
      const port = await portOf(server)
      expectEnvelope(await say(port, part), 408)
      server.close()
    }
  )

  it("after the answer to a good request that came with it", async () => {
    const answered: RequestListener = handleListener((_, respond) => {
      respond({ status: 200, headers: {}, body: "good", headOnly: false })
      return () => {}
    })
    const server = protocolServer({}, answered)
    const socket = connect(await portOf(server), "127.0.0.1")
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")
    let text = ""
    for await (const chunk of socket) text += chunk
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)|good/g)].map(([all, status]) => status ?? all)).toEqual([
      "200",
      "good",
      "400"
    ])
    server.close()
  })

  it("but not in the middle of an answer", async () => {
    const server = protocolServer({}, (_, response) => {
      response.writeHead(200, { "content-length": 9 })
      response.write("part")
    })
    const port = await portOf(server)
    const { body, status } = await say(port, post("Transfer-Encoding: chunked", "", ""), "zz\r\n")
    expect([status, body]).toEqual([200, "part"])
    server.close()
  })
})
