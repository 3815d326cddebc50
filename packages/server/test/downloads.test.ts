import { once } from "node:events"
import { createServer, type IncomingMessage, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { Unavailable } from "@lectern/core/errors/Errors"
import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { pieceSize } from "@lectern/core/storage/blobs/Pieces"
import { handleListener } from "@lectern/http/engine/node/HandleListener"
import { make } from "@lectern/http/LecternHttp"
import { type WebHandler, webHandler } from "@lectern/http/WebHandler"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Layer, Logger, LogLevel, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const pieces = 200
const size = 1000
const bytes = Uint8Array.from({ length: size }, (_, i) => i % 251)

/** The number of pieces that were read of blobs, the callback for the end of the reading, and whether it fails. */
const reading = { pieces: 0, fails: false, ended: () => {} }

const storage = Layer.effect(
  BlobStore,
  Effect.map(BlobStore, (inner) => ({
    ...inner,
    read: (hash: string, range?: { readonly start: number; readonly end: number }) =>
      inner.read(hash, range).pipe(
        Stream.tap(() => (reading.fails ? new Unavailable({ message: "gone" }) : Effect.sync(() => reading.pieces++))),
        Stream.ensuring(Effect.sync(() => reading.ended()))
      )
  }))
).pipe(Layer.provideMerge(MemoryStorage.layer()), Layer.merge(Logger.minimumLogLevel(LogLevel.None)))

/** Forgets earlier readings, and returns the end of the next one. */
const nextReading = (): Promise<void> => {
  reading.pieces = 0
  return new Promise((resolve) => {
    reading.ended = resolve
  })
}

interface Got {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

let lectern: Lectern.Lectern
let web: WebHandler
let server: Server
let port: number
let path: string
let emptyPath: string
let largePath: string

beforeAll(async () => {
  lectern = await Lectern.open({ storage: { layer: storage }, baseUrl: "http://localhost" })
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { files, organizations, spaces } = lectern.as(ada.id)
  const organization = await organizations.create({ title: "Example" })
  const space: SpaceId = (await spaces.create(organization.id, { title: "Files" })).id
  const upload = async (name: string, content: Uint8Array | Stream.Stream<Uint8Array>) =>
    new URL((await files.upload(space, { name, bytes: content })).downloadURL).pathname
  path = await upload("bytes.bin", bytes)
  emptyPath = await upload("empty.bin", new Uint8Array())
  largePath = await upload(
    "large.bin",
    Stream.range(1, pieces).pipe(Stream.map((n) => new Uint8Array(pieceSize).fill(n)))
  )
  const handle = await lectern.runtime.runPromise(make())
  web = webHandler(handle)
  server = createServer(handleListener(handle))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await lectern.close()
})

type Send = (method: string, path: string, headers: Readonly<Record<string, string>>) => Promise<Got>

const throughFetch: Send = async (method, path, headers) => {
  const response = await web(new Request(`http://localhost${path}`, { method, headers }))
  const body = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, body }
}

const respond = async (method: string, path: string, headers: Readonly<Record<string, string>>) => {
  const sent = request({ host: "127.0.0.1", port, method, path, headers }).end()
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  return { sent, response }
}

const throughSocket: Send = async (method, path, headers) => {
  const { response } = await respond(method, path, headers)
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk)
  return {
    status: response.statusCode ?? 0,
    header: (name) => response.headers[name]?.toString(),
    body: Buffer.concat(chunks)
  }
}

/** A `Range` header, and the part that it selects: first and last byte, all, or none. */
const ranges: ReadonlyArray<readonly [string, readonly [number, number] | "all" | "none"]> = [
  ["bytes=0-0", [0, 0]],
  ["bytes=0-499", [0, 499]],
  ["bytes=500-999", [500, 999]],
  ["bytes=500-1000", [500, 999]],
  ["bytes=500-99999999999999999999", [500, 999]],
  ["bytes=0-", [0, 999]],
  ["bytes=999-", [999, 999]],
  ["bytes=-1", [999, 999]],
  ["bytes=-999", [1, 999]],
  ["bytes=-1000", [0, 999]],
  ["bytes=-5000", [0, 999]],
  ["BYTES=1-2", [1, 2]],
  ["bytes= 1-2 ", [1, 2]],
  ["bytes=1000-", "none"],
  ["bytes=1000-1001", "none"],
  ["bytes=99999999999999999999-", "none"],
  ["bytes=-0", "none"],
  ["bytes=2-1", "all"],
  ["bytes=-", "all"],
  ["bytes=", "all"],
  ["bytes=a-b", "all"],
  ["bytes=1-2-3", "all"],
  ["bytes=--1", "all"],
  ["bytes 1-2", "all"],
  ["pages=1-2", "all"],
  ["bytes=0-1,3-4", "all"],
  ["bytes=0-1,", "all"]
]

describe.each([
  ["fetch", throughFetch],
  ["node:http", throughSocket]
])("downloads through %s", (_, send) => {
  it.each(ranges)("give for the range %j %j", async (range, part) => {
    const { body, header, status } = await send("GET", path, { range })
    if (part === "none") {
      expect([status, header("content-range"), header("accept-ranges")]).toEqual([416, "bytes */1000", "bytes"])
      expect(header("etag")).toBeUndefined()
      return
    }
    const [first, last] = part === "all" ? [0, 999] : part
    expect(status).toBe(part === "all" ? 200 : 206)
    expect(header("content-range")).toBe(part === "all" ? undefined : `bytes ${first}-${last}/1000`)
    expect(header("content-length")).toBe(String(last - first + 1))
    expect(header("accept-ranges")).toBe("bytes")
    expect(Buffer.from(body).equals(bytes.subarray(first, last + 1))).toBe(true)
  })

  it("give a range only of what If-Range names, and 304 before any range", async () => {
    const tag = (await send("GET", path, {})).header("etag") ?? ""
    const range = "bytes=0-9"
    const status = async (headers: Readonly<Record<string, string>>, method = "GET") =>
      (await send(method, path, { range, ...headers })).status
    expect(await status({ "if-range": tag })).toBe(206)
    expect(await status({ "if-range": `W/${tag}` })).toBe(200)
    expect(await status({ "if-range": '"other"' })).toBe(200)
    expect(await status({ "if-range": "Sat, 21 Nov 2026 00:00:00 GMT" })).toBe(200)
    expect(await status({ "if-none-match": tag })).toBe(304)
    expect(await status({ "if-none-match": '"other"' })).toBe(206)
    const head = await send("HEAD", path, { range })
    expect([head.status, head.header("content-length"), head.body.length]).toEqual([200, "1000", 0])
  })

  it("give an empty file whole, and no part of it", async () => {
    const statuses = async (range: string) => (await send("GET", emptyPath, { range })).status
    expect([await statuses("bytes=0-"), await statuses("bytes=-1"), await statuses("bytes=-0")]).toEqual([
      416, 200, 416
    ])
    const { body, header, status } = await send("GET", emptyPath, {})
    expect([status, header("content-length"), body.length]).toEqual([200, "0", 0])
  })

  it("give the end of a large file without reading what is before", async () => {
    const ended = nextReading()
    const { body, header } = await send("GET", largePath, { range: `bytes=-${pieceSize + 1}` })
    await ended
    expect([reading.pieces, body.length, body[0], body.at(-1)]).toEqual([2, pieceSize + 1, pieces - 1, pieces])
    expect(header("x-content-type-options")).toBe("nosniff")
  })
})

describe("a large download", () => {
  /** The most bytes that sockets and streams hold. */
  const held = 16 * 1024 * 1024

  it("is read no faster than its client takes it, and comes whole", async () => {
    const ended = nextReading()
    const { response } = await respond("GET", largePath, {})
    let received = 0
    let most = 0
    for await (const chunk of response) {
      received += chunk.length
      most = Math.max(most, reading.pieces * pieceSize - received)
      await new Promise(setImmediate)
    }
    await ended
    expect(received).toBe(pieces * pieceSize)
    expect(most).toBeLessThan(held)
  })

  it("is not read on when the client goes away", async () => {
    const ended = nextReading()
    const { response, sent } = await respond("GET", largePath, {})
    await once(response, "readable")
    sent.destroy()
    await ended
    expect(reading.pieces * pieceSize).toBeLessThan(held)
  })

  it("is read piece by piece through fetch, and not on when its body is cancelled", async () => {
    const ended = nextReading()
    const response = await web(new Request(`http://localhost${largePath}`))
    const reader = response.body!.getReader()
    await reader.read()
    await reader.read()
    expect(reading.pieces).toBeLessThan(5)
    await reader.cancel()
    await ended
    expect(reading.pieces).toBeLessThan(5)
  })

  it("ends its connection where it cannot be read to its end", async () => {
    reading.fails = true
    await expect(respond("GET", path, {})).rejects.toThrow("socket hang up")
    reading.fails = false
  })
})
