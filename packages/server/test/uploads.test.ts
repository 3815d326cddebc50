/**
 * Uploads over real connections: the refused ones, the parts that are kept when they break, and when the server is
 * killed.
 */
import { randomBytes } from "node:crypto"
import { createServer, type Server as HttpServer, type IncomingMessage, request } from "node:http"
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer
} from "node:net"
import { hashOf } from "@lectern/core/blobs/BlobStore"
import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { continueWhenRead, handleListener } from "@lectern/http/engine/node/HandleListener"
import { make } from "@lectern/http/LecternHttp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Upload as TusUpload } from "tus-js-client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Running, run, temporaryFolder } from "./program.js"
import { damagesIn } from "./whole.js"

const mega = 1024 * 1024
const portOf = (server: HttpServer | TcpServer) => (server.address() as AddressInfo).port
const listening = <S extends HttpServer | TcpServer>(server: S): Promise<S> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)))

describe("uploads over a connection", () => {
  let lectern: Lectern.Lectern
  let server: HttpServer
  let token = ""
  let space: SpaceId
  beforeAll(async () => {
    lectern = await Lectern.open({ storage: MemoryStorage.open(), files: { maxFileBytes: 8 * mega } })
    const { apiTokens, users } = lectern.asSystem()
    const ada = await users.create({ displayName: "Ada", email: "ada@example.com" })
    token = (await apiTokens.create(ada.id, { label: "test" })).token
    const { organizations, spaces } = lectern.as(ada.id)
    const organization = await organizations.create({ title: "Example" })
    space = (await spaces.create(organization.id, { title: "Files" })).id
    const listener = handleListener(await lectern.runtime.runPromise(make()), {
      whole: 1000,
      silence: 500,
      linger: 300
    })
    server = await listening(createServer({ requestTimeout: 0 }, listener))
    server.on("checkContinue", continueWhenRead(listener))
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await lectern.close()
  })

  const path = () => `/v1/spaces/${space}/uploads`
  const ask = (method: string, at: string, headers: Record<string, string> = {}, body?: string | Uint8Array) =>
    fetch(`http://127.0.0.1:${portOf(server)}${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : new Uint8Array(body) })
    })
  const tus = { "tus-resumable": "1.0.0" }
  const begin = async (size: number) => {
    const made = await ask("POST", path(), { ...tus, "upload-length": String(size) })
    expect(made.status).toBe(201)
    return new URL(made.headers.get("location") ?? "").pathname
  }
  const offset = async (upload: string) => Number((await ask("HEAD", upload, tus)).headers.get("upload-offset"))

  /** Sends a text on a connection and returns everything that comes back until it is closed. */
  const say = (head: string, more?: (socket: Socket) => void) =>
    new Promise<string>((resolve) => {
      const socket = connect(portOf(server), "127.0.0.1")
      let text = ""
      socket.setEncoding("utf8").on("data", (data) => {
        text += data
      })
      socket.on("error", () => {}).on("close", () => resolve(text))
      socket.write(`${head}\r\nhost: x\r\n\r\n`)
      more?.(socket)
    })
  const authorized = () => `authorization: Bearer ${token}`
  /** Sends chunks until nobody takes them, and returns how many bytes were sent. */
  const flood = (socket: Socket, sent: { bytes: number }) => {
    const chunk = Buffer.alloc(64 * 1024, "x")
    const send = (): void => {
      while (!socket.destroyed && socket.writable) {
        sent.bytes += chunk.length
        if (
          !socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]))
        ) {
          socket.once("drain", send)
          return
        }
      }
    }
    send()
  }

  it("says what it can", async () => {
    const options = await fetch(`http://127.0.0.1:${portOf(server)}${path()}`, { method: "OPTIONS" })
    expect(options.status).toBe(204)
    expect(options.headers.get("tus-version")).toBe("1.0.0")
    expect(options.headers.get("tus-max-size")).toBe(String(8 * mega))
    expect(options.headers.get("tus-extension")).toContain("creation-with-upload")
    expect(options.headers.get("access-control-allow-methods")).toContain("PUT")
    const old = await ask("POST", path(), { "tus-resumable": "0.2.2", "upload-length": "1" })
    expect([old.status, old.headers.get("tus-version")]).toEqual([412, "1.0.0"])
  })

  it("refuses before it reads", async () => {
    const unknown = await say(`PUT ${path()} HTTP/1.1\r\ncontent-length: ${2 ** 30}\r\nexpect: 100-continue`)
    expect(unknown).toMatch(/^HTTP\/1\.1 401 /)
    const large = `content-length: ${9 * mega}\r\nexpect: 100-continue`
    const refused = await say(`PUT ${path()} HTTP/1.1\r\n${authorized()}\r\n${large}`)
    expect(refused).toMatch(/^HTTP\/1\.1 413 /)
    expect(refused).toContain("connection: close")
    const asked = await say(
      `PUT ${path()} HTTP/1.1\r\n${authorized()}\r\ncontent-length: 5\r\nexpect: 100-continue\r\nconnection: close`,
      (socket) => socket.once("data", () => socket.write("hello"))
    )
    expect(asked).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })

  it("cuts a body without a token, or beyond the limit, and says why", async () => {
    const chunked = "transfer-encoding: chunked"
    const unknown = { bytes: 0 }
    expect(await say(`PUT ${path()} HTTP/1.1\r\n${chunked}`, (socket) => flood(socket, unknown))).toMatch(
      /^HTTP\/1\.1 401 /
    )
    const sent = { bytes: 0 }
    const answer = await say(`PUT ${path()} HTTP/1.1\r\n${authorized()}\r\n${chunked}`, (socket) => flood(socket, sent))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"content: expected at most 8388608 bytes"')
    expect((await ask("GET", "/v1/user")).status).toBe(200)
  })

  it("keeps what has arrived of a part when its client goes away, or falls silent", async () => {
    const upload = await begin(3 * mega)
    const part = (from: number) =>
      `PATCH ${upload} HTTP/1.1\r\n${authorized()}\r\ntus-resumable: 1.0.0\r\nupload-offset: ${from}\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${3 * mega - from}`
    await say(part(0), (socket) => {
      socket.write(Buffer.alloc(mega), () => setImmediate(() => socket.destroySoon()))
    })
    await expect.poll(() => offset(upload)).toBe(mega)
    await say(part(mega), (socket) => void socket.write(Buffer.alloc(mega)))
    await expect.poll(() => offset(upload)).toBe(2 * mega)
    const headers = { ...tus, "content-type": "application/offset+octet-stream", "upload-offset": String(2 * mega) }
    const rest = await ask("POST", upload, { ...headers, "x-http-method-override": "PATCH" }, new Uint8Array(mega))
    expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, String(3 * mega)])
    const { complete, hash } = (await (await ask("GET", upload)).json()) as { complete: boolean; hash: string }
    expect([complete, hash]).toEqual([true, hashOf(new Uint8Array(3 * mega))])
  })

  it("is done with a body that comes too slowly, and with its upload", async () => {
    const slow = `POST /v1/orgs HTTP/1.1\r\n${authorized()}\r\ncontent-type: application/json\r\ncontent-length: 500`
    expect(await say(slow, (socket) => void socket.write("{"))).toBe("")
    const put = `PUT ${path()} HTTP/1.1\r\n${authorized()}\r\ncontent-length: 500`
    expect(await say(put, (socket) => void socket.write("x"))).toBe("")
  })
})

describe("a client of the tus protocol", () => {
  /** A way to a server that is cut off once, after some bytes; when as many more have passed, something else happens. */
  const cutting = (port: number, after: number, then: () => void): Promise<TcpServer> => {
    let passed = 0
    return listening(
      createTcpServer((client) => {
        const upstream = connect(port, "127.0.0.1")
        const end = () => {
          client.destroy()
          upstream.destroy()
        }
        client.on("error", end).on("close", end)
        upstream.on("error", end).on("close", end)
        upstream.pipe(client)
        client.on("data", (data) => {
          const before = passed
          passed += data.length
          if (before < 2 * after && passed >= 2 * after) then()
          if (before < after && passed >= after) end()
          else if (!upstream.write(data)) {
            client.pause()
            upstream.once("drain", () => client.resume())
          }
        })
      })
    )
  }

  const freePort = async (): Promise<number> => {
    const server = await listening(createTcpServer())
    const port = portOf(server)
    await new Promise((resolve) => server.close(resolve))
    return port
  }

  const token = "a-token-of-the-tests-of-uploads"
  const authorization = `Bearer ${token}`
  const start = async (dataDir: string, port: number, base: string, blobs: string): Promise<Running> => {
    const options = ["--base-url", base, "--admin-token", token, "--import-docs", "none", "--blobs", blobs]
    const running = run(["start", "--port", String(port), "--data-dir", dataDir, ...options])
    await running.until(/Lectern serves .*\n(.*\n)*.*v1\/orgs\n\n/)
    return running
  }

  const json = async (base: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    expect(response.status).toBeLessThan(300)
    return response.json()
  }

  const download = (address: string): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      request(address, async (response: IncomingMessage) => {
        const chunks: Array<Buffer> = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve(new Uint8Array(Buffer.concat(chunks)))
      })
        .on("error", reject)
        .end()
    })

  it.each(process.env.LECTERN_RUNS === undefined ? ["folder"] : ["folder", "database"])(
    "resumes after a cut connection and a killed server, with blobs in the %s",
    async (blobs) => {
      const [dataDir, remove] = temporaryFolder()
      const port = await freePort()
      let killed: Promise<void> | undefined
      const proxy = await cutting(port, 4 * mega, () => {
        server.process.kill("SIGKILL")
        killed = server.finished.then(async () => {
          server = await start(dataDir, port, base, blobs)
        })
      })
      const base = `http://127.0.0.1:${portOf(proxy)}`
      const direct = `http://127.0.0.1:${port}`
      let server = await start(dataDir, port, base, blobs)
      try {
        const organization = await json(direct, "POST", "/v1/orgs", { title: "Example" })
        const space = await json(direct, "POST", `/v1/orgs/${organization.id}/spaces`, { title: "Files" })
        const file = randomBytes(12 * mega)
        let offsets: ReadonlyArray<number> = []
        const address = await new Promise<string>((resolve, reject) => {
          const upload = new TusUpload(file, {
            endpoint: `${base}/v1/spaces/${space.id}/uploads`,
            headers: { authorization },
            metadata: { filename: "film.mp4", filetype: "video/mp4" },
            chunkSize: 5 * mega,
            retryDelays: [100, 300, 600, 1000, 1000, 2000, 2000, 4000],
            onAfterResponse: (sent, received) => {
              if (sent.getMethod() === "HEAD" && received.getStatus() === 200)
                offsets = [...offsets, Number(received.getHeader("Upload-Offset"))]
            },
            onError: reject,
            onSuccess: () => resolve(upload.url ?? "")
          })
          upload.start()
        })
        await killed
        expect(offsets.length).toBeGreaterThanOrEqual(2)
        for (const offset of offsets) expect(offset).toBeGreaterThan(0)
        const id = address.split("/").at(-1)
        const made = await json(direct, "GET", new URL(address).pathname)
        expect(made).toMatchObject({ complete: true, name: "film.mp4", size: file.length, hash: hashOf(file) })
        await json(direct, "POST", `/v1/spaces/${space.id}/content`, {
          changes: [{ operation: "insert_files", files: [{ name: "film.bin", upload: id }] }]
        })
        const { items } = await json(direct, "GET", `/v1/spaces/${space.id}/content/files`)
        expect(items).toMatchObject([{ name: "film.bin", size: file.length }])
        expect(hashOf(await download(items[0].downloadURL))).toBe(hashOf(file))
        server.process.kill("SIGKILL")
        await server.finished
        expect(await damagesIn(dataDir)).toEqual([])
      } finally {
        server.process.kill("SIGKILL")
        await server.finished
        proxy.close()
        remove()
      }
    }
  )
})
