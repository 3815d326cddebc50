import { createHash } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, type RequestOptions, request, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { gunzipSync } from "node:zlib"
import * as Lectern from "@lectern/core/Lectern"
import { type BodyTimes, gzip, handleListener } from "@lectern/http/engine/node/HandleListener"
import type { Handle, HttpRequest } from "@lectern/http/foundation/dispatcher/Exchange"
import { make } from "@lectern/http/LecternHttp"
import { protocolServer } from "@lectern/server/http/Protocol"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const listen = async (
  handle: Handle,
  times?: BodyTimes
): Promise<{ readonly server: Server; readonly port: number }> => {
  const server = protocolServer({}, handleListener(handle, times))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { server, port: (server.address() as AddressInfo).port }
}

const read = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe("the API on node:http", () => {
  let lectern: Lectern.Lectern
  let server: Server
  let port: number
  let token: string
  let organization: string
  let space: string

  beforeAll(async () => {
    lectern = await Lectern.open({ storage: MemoryStorage.open() })
    const system = lectern.asSystem()
    const ada = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
    token = (await system.apiTokens.create(ada.id, { label: "test" })).token
    const { organizations, spaces } = lectern.as(ada.id)
    const { id } = await organizations.create({ title: "Example" })
    organization = id
    space = (await spaces.create(id, { title: "Café" })).id
    ;({ server, port } = await listen(await lectern.runtime.runPromise(make({ gzip, verifyAnswers: true }))))
  })

  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await lectern.close()
  })

  const call = async (options: RequestOptions, body?: ReadonlyArray<string | Buffer>) => {
    const sent = request({
      port,
      host: "127.0.0.1",
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers }
    })
    for (const chunk of body ?? []) sent.write(chunk)
    sent.end()
    const [response] = (await once(sent, "response")) as [IncomingMessage]
    const bytes = await read(response)
    return { status: response.statusCode, headers: response.headers, bytes, json: () => JSON.parse(bytes.toString()) }
  }

  it("answers with the length in bytes, and HEAD with the same and no body", async () => {
    const got = await call({ path: `/v1/spaces/${space}` })
    expect(got.status).toBe(200)
    expect(got.json().title).toBe("Café")
    expect(Number(got.headers["content-length"])).toBe(got.bytes.length)
    expect(got.bytes.length).toBeGreaterThan(got.bytes.toString().length)
    const head = await call({ path: `/v1/spaces/${space}`, method: "HEAD" })
    expect(head.headers["content-length"]).toBe(got.headers["content-length"])
    expect(head.bytes.length).toBe(0)
    const deleted = await call({ path: "/v1/spaces/unknown", method: "DELETE" })
    expect([deleted.status, deleted.headers["content-length"], deleted.bytes.length]).toEqual([204, undefined, 0])
  })

  it("takes bodies with and without a length, and refuses those over the limit", async () => {
    const path = `/v1/orgs/${organization}/spaces`
    const headers = { "content-type": "application/json" }
    expect((await call({ path, method: "POST", headers }, ['{"title"', ':"a"}'])).status).toBe(201)
    expect(
      (await call({ path, method: "POST", headers: { ...headers, "content-length": 13 } }, ['{"title":"a"}'])).status
    ).toBe(201)
    expect((await call({ path, method: "POST" })).status).toBe(201)
    const megabyte = Buffer.alloc(1024 * 1024, " ")
    const chunked = await call({ path, method: "POST", headers }, [megabyte, megabyte])
    expect(chunked.json()).toEqual({ error: { code: 413, message: "body: expected at most 1048576 bytes" } })
    const sized = await call({ path, method: "POST", headers: { ...headers, "content-length": 2 * megabyte.length } }, [
      megabyte,
      megabyte
    ])
    expect(sized.status).toBe(413)
    expect((await call({ path: "/v1/user" })).status).toBe(200)
  })

  it("takes batches of many megabytes", async () => {
    const markdown = "word ".repeat(200_000)
    const page = { operation: "insert_page", title: "Big", document: { markdown } }
    const batch = JSON.stringify({ changes: Array.from({ length: 5 }, () => page) })
    const headers = { "content-type": "application/json" }
    const made = await call({ path: `/v1/spaces/${space}/content`, method: "POST", headers }, [batch])
    expect(made.status).toBe(200)
    const { changes } = made.json()
    const read = await call({
      path: `/v1/spaces/${space}/content/page/${changes[4].page.id}`,
      headers: { "accept-encoding": "gzip" }
    })
    expect(read.headers["content-encoding"]).toBe("gzip")
    expect(JSON.parse(gunzipSync(read.bytes).toString()).markdown).toBe(markdown)
  })

  it("compresses small answers too", async () => {
    const list = await call({ path: `/v1/orgs/${organization}/spaces`, headers: { "accept-encoding": "gzip" } })
    expect(list.headers["content-encoding"]).toBe("gzip")
    expect(JSON.parse(gunzipSync(list.bytes).toString()).count).toBeGreaterThan(1)
  })
})

describe("large bodies that come at the same time", () => {
  it("are read whole, each from its own request, also beside one over the limit", async () => {
    const limit = 3 * 1024 * 1024
    const { port, server } = await listen((sent, answer) => {
      void sent.body(limit).then((bytes) => {
        const body = bytes === undefined ? "too large" : createHash("sha256").update(bytes).digest("hex")
        answer({ status: 200, headers: {}, body, headOnly: false })
      })
      return () => {}
    })
    const bodies = Array.from({ length: 12 }, (_, at) => Buffer.alloc(limit + Math.max(0, at - 10), `${at} `))
    const answers = await Promise.all(
      bodies.map(async (body) => {
        const sent = request({ port, host: "127.0.0.1", method: "POST" })
        sent.end(body)
        const [response] = (await once(sent, "response")) as [IncomingMessage]
        return String(await read(response))
      })
    )
    expect(answers).toEqual(
      bodies.map((body) => (body.length > limit ? "too large" : createHash("sha256").update(body).digest("hex")))
    )
    server.close()
  })
})

const readAll = async ({ stream }: HttpRequest): Promise<void> => {
  for await (const _ of stream());
}

describe("a client that is slow", () => {
  it.each([
    ["reads whole", { whole: 40, silence: 60_000, linger: 10 }, ({ body }: HttpRequest) => body(1000), 5],
    ["reads as it comes", { whole: 60_000, silence: 40, linger: 10 }, readAll, 60_000]
  ] as const)("is cut off with a body that the server %s", async (_, times, use, pause) => {
    let settle: (reason: unknown) => void = () => {}
    const ended = new Promise<unknown>((resolve) => {
      settle = resolve
    })
    const { port, server } = await listen((request) => {
      use(request).then(() => settle(undefined), settle)
      return () => {}
    }, times)
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => {})
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
    const drip = setInterval(() => socket.write("x"), pause)
    // Not `once`, which fails where the end of the connection comes as an error.
    await new Promise((resolve) => socket.on("close", resolve))
    clearInterval(drip)
    expect(await ended).toBeInstanceOf(Error)
    server.close()
  })
})

describe("a client that goes away", () => {
  it("cancels the work", async () => {
    let cancelled: () => void = () => {}
    const gone = new Promise<void>((resolve) => {
      cancelled = resolve
    })
    let started: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      started = resolve
    })
    const { port, server } = await listen(() => {
      started()
      return cancelled
    })
    const sent = request({ port, host: "127.0.0.1" })
    sent.on("error", () => {})
    sent.end()
    await arrived
    sent.destroy()
    await gone
    server.close()
  })

  it("rejects the reading of its body", async () => {
    let failed: (error: unknown) => void = () => {}
    const failure = new Promise<unknown>((resolve) => {
      failed = resolve
    })
    let started: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      started = resolve
    })
    const { port, server } = await listen((request) => {
      request.body(1000).then(() => failed(undefined), failed)
      started()
      return () => {}
    })
    const sent = request({ port, host: "127.0.0.1", method: "POST", headers: { "content-length": 100 } })
    sent.on("error", () => {})
    sent.write("part")
    await arrived
    sent.destroy()
    expect(await failure).toBeInstanceOf(Error)
    server.close()
  })
})
