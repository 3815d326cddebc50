/** The API of an open engine in an embedding program: as a `fetch` handler, below a path, and after middlewares. */
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync, gzipSync } from "node:zlib"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { nodeListener } from "@lectern/http/node/NodeListener"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let lectern: Lectern.Lectern
let token: string
let user: string
let organization: string
let space: string

beforeAll(async () => {
  lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: "https://example.com/api/docs" })
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  user = ada.id
  token = (await lectern.asSystem().apiTokens.create(ada.id, { label: "test" })).token
  organization = (await lectern.as(ada.id).organizations.create({ title: "Example" })).id
  space = (await lectern.as(ada.id).spaces.create(organization, { title: "Handbook" })).id
})

afterAll(() => lectern.close())

const authorization = () => ({ authorization: `Bearer ${token}` })

describe("a fetch handler", () => {
  it.each(["/api/docs", "api/docs", "/api/docs/", "//api/docs//"])(
    "answers below the path %s, and only there",
    async (basePath) => {
      const handler = fetchHandler(lectern, { basePath })
      const status = async (path: string, init: RequestInit = {}) =>
        (await handler(new Request(`https://example.com${path}`, { headers: authorization(), ...init }))).status
      expect(await status("/api/docs/v1/user")).toBe(200)
      expect(await status(`/api/docs/v1/orgs/${organization}/spaces?limit=1`)).toBe(200)
      expect(await status("/api/docs/v1/user", { method: "HEAD" })).toBe(200)
      expect(await status("/api/docs/v1/user", { method: "OPTIONS" })).toBe(204)
      expect(await status("/api/docs/healthz")).toBe(200)
      expect(await status("/api/docs?a=/v1/orgs")).toBe(200)
      for (const outside of [
        "/v1/user",
        "/api/v1/user",
        "/api/docsv1/user",
        "/api/doc",
        "/?a=/api/docs/v1/user",
        "/"
      ]) {
        expect(await status(outside), outside).toBe(404)
      }
    }
  )

  it("says at its root and in its document where it is", async () => {
    const handler = fetchHandler(lectern, { basePath: "/api/docs" })
    const read = async (url: string, headers: HeadersInit = {}) =>
      (await handler(new Request(`https://example.com${url}`, { headers }))).json()
    for (const root of ["/api/docs", "/api/docs/"]) {
      const facts = await read(root)
      expect(facts).toMatchObject({ openapi: "/api/docs/openapi.json", api: "/api/docs/v1" })
      for (const path of [facts.openapi, facts.api, `${facts.api}/`]) expect(await read(path)).toBeTruthy()
      const { paths, servers } = await read(facts.openapi)
      expect(await read(`${servers[0].url}/v1/user`, authorization())).toMatchObject({ displayName: "Ada" })
      expect(paths).toHaveProperty("/v1/user")
      expect(await read(`${facts.api}/`)).toEqual({ version: facts.version, build: expect.any(String) })
    }
    const atRoot = fetchHandler(lectern)
    const document = await (await atRoot(new Request("https://example.com/openapi.json"))).json()
    expect(document.servers).toEqual([{ url: "/" }])
  })

  it.each(["", "/"])("answers everywhere below the path '%s'", async (basePath) => {
    const handler = fetchHandler(lectern, { basePath })
    const answer = await handler(new Request("https://example.com/v1/user", { headers: authorization() }))
    expect(await answer.json()).toMatchObject({
      displayName: "Ada",
      urls: { location: `https://example.com/api/docs/v1/users/${user}` }
    })
  })

  it("takes what comes after the request, as the routes of some frameworks have it", async () => {
    const GET: (request: Request, context: unknown) => Promise<Response> = fetchHandler(lectern, {
      basePath: "/api/docs"
    })
    const request = new Request("https://example.com/api/docs/v1/user", { headers: authorization() })
    expect((await GET(request, { params: Promise.resolve({ path: ["v1", "user"] }) })).status).toBe(200)
  })
})

type Parsed = IncomingMessage & { body?: unknown }
type Middleware = (request: Parsed, response: ServerResponse, next: () => void) => void

/** Reads the whole body and leaves the result of `use`, like `express.json()`, `express.text()` or `express.raw()`. */
const reading =
  (use: (bytes: Buffer) => unknown): Middleware =>
  (request, _, next) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const bytes = Buffer.concat(chunks)
      const parsed = use(request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes)
      if (parsed !== undefined) request.body = parsed
      next()
    })
  }

const json = reading((bytes) => (bytes.length === 0 ? {} : JSON.parse(bytes.toString())))
const middlewares: Readonly<Record<string, Middleware>> = {
  "without any": (_request, _response, next) => next(),
  "one that leaves an object": json,
  "one that leaves it unread, with an object": (request, _, next) => {
    request.body = {}
    next()
  },
  "one that leaves a text": reading(String),
  "one that leaves bytes": reading((bytes) => bytes)
}

const served = async <A>(listener: RequestListener, use: (base: string) => Promise<A>): Promise<A> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const after =
  (middleware: Middleware, listener: RequestListener): RequestListener =>
  (request, response) =>
    middleware(request, response, () => listener(request, response))

describe.each(Object.entries(middlewares))("a Node listener after a middleware: %s", (name, middleware) => {
  const call = (path: string, init: RequestInit = {}) =>
    served(after(middleware, nodeListener(lectern, { basePath: "/docs" })), async (base) => {
      const answer = await fetch(`${base}/docs${path}`, { ...init, headers: { ...authorization(), ...init.headers } })
      return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() }
    })
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    call(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } })

  it("reads, creates, and refuses as without one", async () => {
    expect((await call("/v1/user")).body).toMatchObject({ displayName: "Ada" })
    const made = await post(`/v1/orgs/${organization}/spaces`, JSON.stringify({ title: "Café" }))
    expect(made).toMatchObject({ status: 201, body: { title: "Café" } })
    expect((await call(`/v1/orgs/${organization}/spaces`, { method: "POST" })).status).toBe(201)
    const long = await post(`/v1/orgs/${organization}/spaces`, JSON.stringify({ title: "x".repeat(51) }))
    expect(long).toMatchObject({
      status: 400,
      body: { error: { message: "title: expected at most 50 characters, got 51" } }
    })
    const large = await post(`/v1/orgs/${organization}/spaces`, JSON.stringify({ title: "x".repeat(1024 * 1024) }))
    expect(large).toMatchObject({ status: 413, body: { error: { message: "body: expected at most 1048576 bytes" } } })
    const text = await post(`/v1/orgs/${organization}/spaces`, "{}", { "content-type": "text/plain" })
    expect(text.status).toBe(415)
    expect((await call(`/v1/spaces/${made.body.id}`, { method: "DELETE" })).status).toBe(204)
  })

  it("takes an upload byte for byte, or says why it cannot", async () => {
    const bytes = new TextEncoder().encode('{ "a":  1 }\n')
    const { body, status } = await call(`/v1/spaces/${space}/uploads`, {
      method: "PUT",
      body: bytes,
      headers: { "content-type": "application/json" }
    })
    if ((name.endsWith("an object") && !name.includes("unread")) || name.endsWith("a text")) {
      expect(status).toBe(400)
      expect(body.error.message).toMatch(/^body: a middleware has already parsed it/)
    } else expect([status, body.size]).toEqual([201, bytes.length])
  })
})

it("a Node listener takes a body that a middleware has decompressed", () =>
  served(after(json, nodeListener(lectern)), async (base) => {
    const answer = await fetch(`${base}/v1/orgs/${organization}/spaces`, {
      method: "POST",
      headers: { ...authorization(), "content-type": "application/json", "content-encoding": "gzip" },
      body: new Uint8Array(gzipSync(JSON.stringify({ title: "Packed" })))
    })
    expect([answer.status, (await answer.json()).title]).toEqual([201, "Packed"])
  }))

it("a Node listener answers at once where a middleware has read the body and kept nothing", () =>
  served(
    after(
      reading(() => undefined),
      nodeListener(lectern)
    ),
    async (base) => {
      const answer = await fetch(`${base}/v1/orgs/${organization}/spaces`, {
        method: "POST",
        headers: { ...authorization(), "content-type": "application/json" },
        body: JSON.stringify({ title: "Lost" })
      })
      expect([answer.status, (await answer.json()).error.message]).toEqual([
        400,
        "body: a middleware has already consumed it: mount Lectern before that middleware"
      ])
    }
  ))
