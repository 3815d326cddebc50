import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const fetched: Array<string> = []
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>'

let server: Server
let lectern: Lectern.Lectern
let site: string
let post: (files: ReadonlyArray<object>) => Promise<Response>
let get: (path: string) => Promise<Response>

beforeAll(async () => {
  server = createServer((request, response) => {
    fetched.push(request.url ?? "")
    if (request.url === "/away") response.writeHead(302, { location: "http://127.0.0.2/" }).end()
    else if (request.url !== "/dot.svg") response.writeHead(404).end()
    else {
      response.writeHead(200, { "content-type": "image/svg+xml", "content-encoding": "gzip" }).end(gzipSync(picture))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    baseUrl: "http://lectern.test",
    outbound: GuardedFetch.layer({ allow: parseRanges("127.0.0.1/32") ?? [] })
  })
  const { apiTokens, users } = lectern.asSystem()
  const { id } = await users.create({ displayName: "Ada", email: "ada@example.com" })
  const { token } = await apiTokens.create(id, { label: "test" })
  const { organizations, spaces } = lectern.as(id)
  const space = await spaces.create((await organizations.create({ title: "Example" })).id, {})
  const handler = fetchHandler(lectern)
  const content = `http://lectern.test/v1/spaces/${space.id}/content`
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  get = (path) => handler(new Request(path.startsWith("/") ? content + path : path, { headers }))
  post = (files) =>
    handler(
      new Request(content, {
        method: "POST",
        headers,
        body: JSON.stringify({ changes: [{ operation: "insert_files", files }] })
      })
    )
})

afterAll(async () => {
  await lectern.close()
  server.close()
})

describe("files that are inserted by url", () => {
  it.each<[string, () => string, () => string]>([
    ["a private address", () => "http://127.0.0.2/", () => "http://127.0.0.2/: this is not a public address"],
    [
      "a redirect to a private address",
      () => `${site}/away`,
      () => `${site}/away (redirected to http://127.0.0.2/): this is not a public address`
    ],
    ["what is not there", () => `${site}/gone`, () => `${site}/gone answered with status 404`],
    ["another scheme", () => "file:///etc/passwd", () => "expected an http or https address"]
  ])("are refused for %s", async (_, url, problem) => {
    const response = await post([{ name: "dot.svg", url: url() }])
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 400, message: `changes.0.files.0.url: ${problem()}` }
    })
    expect(await (await get("/files")).json()).toMatchObject({ items: [] })
  })

  it("are fetched once, and served from here", async () => {
    fetched.length = 0
    expect((await post([{ name: "dot.svg", url: `${site}/dot.svg` }])).status).toBe(200)
    const { items } = await (await get("/files")).json()
    expect(items).toMatchObject([{ name: "dot.svg", size: picture.length, dimensions: { width: 4, height: 2 } }])
    expect(await (await get(items[0].downloadURL)).text()).toBe(picture)
    expect(fetched).toEqual(["/dot.svg"])
  })
})
