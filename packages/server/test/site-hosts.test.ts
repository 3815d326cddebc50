/** A site on a host name of its own over HTTP, behind a proxy that ends TLS. */
import { mkdtempSync, rmSync } from "node:fs"
import { type IncomingHttpHeaders, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type LoggingServer, startServerHere } from "./inProcess.js"

const token = "the-token-of-these-tests"
const folder = mkdtempSync(join(tmpdir(), "lectern-hosts-"))
let server: LoggingServer
let socket: string

beforeAll(async () => {
  server = await startServerHere(folder, [
    ...["--storage", "memory", "--import-docs", "none", "--admin-token", token],
    ...["--base-url", "https://lectern.example.com", "--trusted-proxies", "127.0.0.0/8, ::1/128"],
    ...["--site-hosts", "help.example.com"]
  ])
  socket = /It listens on (\S+)/.exec(server.banner)?.[1] ?? ""
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Answered {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A request as a proxy passes it on. */
const ask = (host: string, path: string, method = "GET", body?: object) =>
  new Promise<Answered>((resolve, reject) => {
    const headers = {
      host,
      "x-forwarded-for": "192.0.2.1",
      "x-forwarded-proto": "https",
      ...(host === "lectern.example.com" && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" })
    }
    const sent = request(`${socket}${path}`, { method, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, headers: answer.headers, body }), reject)
    })
    sent.on("error", reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const api = async (path: string, method = "GET", body?: object) => {
  const answer = await ask("lectern.example.com", `/v1${path}`, method, body)
  expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
  return JSON.parse(answer.body)
}

it("is read there, and the server is not", async () => {
  const [{ id: organization }] = (await api("/orgs")).items
  const { id } = await api(`/orgs/${organization}/sites`, "POST", { title: "Help", spaces: "sample" })
  await api(`/orgs/${organization}/sites/${id}`, "PATCH", { hostname: "help.example.com" })
  const { urls } = await api(`/orgs/${organization}/sites/${id}/publish`, "POST")
  expect(urls.published).toBe("https://help.example.com/")
  const page = await ask("help.example.com", "/")
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
  expect(page.body).toContain('<link rel="canonical" href="https://help.example.com/">')
  expect(page.headers["strict-transport-security"]).toBeDefined()
  const claimed = await ask("help.example.com", "/?visitor.beta=true")
  expect([claimed.status, claimed.headers["set-cookie"]?.[0]]).toEqual([303, expect.stringMatching(/Path=\/;.*Secure/)])
  for (const path of ["/login", "/docs", "/v1/orgs"]) {
    expect([path, (await ask("help.example.com", path)).status]).toEqual([path, 404])
    expect([path, (await ask("lectern.example.com", path)).status]).toEqual([path, 200])
  }
  const old = await ask("lectern.example.com", `/sites/${id}/`)
  expect([old.status, old.headers.location]).toEqual([308, "https://help.example.com/"])
})
