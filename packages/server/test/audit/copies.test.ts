/** Audit events in a file and at an address: all of them, in order, also across restarts and rotations. */
import { createHmac } from "node:crypto"
import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { lecternHere, type ServerHere, startServerHere } from "../inProcess.js"
import { temporaryFolder } from "../program.js"

interface Event {
  readonly id: string
  readonly action: string
  readonly [field: string]: unknown
}

const secret = "a secret of the receiver"
const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const file = join(folder, "audit.jsonl")
const received: Array<{ readonly headers: IncomingHttpHeaders; readonly body: string }> = []

/** Refuses the first request, and takes all others. */
const receiver = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(received.length === 1 ? 503 : 204).end()
  })
})

const events = (text: string): ReadonlyArray<Event> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Event => JSON.parse(line))
const inFile = (path = file) => (existsSync(path) ? events(readFileSync(path, "utf8")) : [])
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 25 })

let server: ServerHere
const start = async (...more: ReadonlyArray<string>) => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events?key=hidden`
  const copies = ["--audit-log", file, "--audit-url", url, "--audit-secret", secret.replaceAll(" ", "-")]
  server = await startServerHere(data, [...copies, "--fetch-allow", "127.0.0.0/8", "--import-docs", "none", ...more])
}
const makeToken = (label: string) =>
  fetch(`${server.base}/v1/user/tokens`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${readFileSync(join(data, "admin-token"), "utf8").trim()}`,
      "content-type": "application/json",
      "x-request-id": label
    },
    body: JSON.stringify({ label })
  })

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  await start()
})

afterAll(async () => {
  await server.stop()
  receiver.close()
  remove()
})

it("have every event, in order, over a restart, a rotation and a line that was cut off", async () => {
  await soon(() => expect(inFile().map(({ action }) => action)).toContain("server-settings.updated"))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(inFile().map(({ action }) => action)).toEqual(
    expect.arrayContaining(["user.created", "organization.created", "member.created", "api-token.created"])
  )
  expect(readFileSync(file, "utf8")).not.toMatch(/a-secret-of-the-receiver|hidden|lct_/)

  expect((await makeToken("first")).status).toBe(201)
  await soon(() => expect(inFile().at(-1)?.request).toBe("first"))
  expect(inFile().at(-1)).toMatchObject({
    action: "api-token.created",
    address: "127.0.0.1",
    actor: { kind: "user" },
    target: { kind: "api-token", title: "first" }
  })

  const rotated = `${file}.1`
  renameSync(file, rotated)
  process.emit("SIGHUP")
  expect((await makeToken("second")).status).toBe(201)
  await soon(() => expect(inFile().map(({ request }) => request)).toEqual(["second"]))

  await server.stop()
  appendFileSync(file, '{"id":"cut o')
  await start("--purge-interval", "30")
  await soon(() => expect(readFileSync(file, "utf8")).toContain("30m"))
  const lines = readFileSync(file, "utf8").trimEnd().split("\n")
  expect(lines.filter((line) => line.endsWith("cut o"))).toHaveLength(1)
  const rest = events(lines.filter((line) => !line.endsWith("cut o")).join("\n"))
  const ids = [...inFile(rotated), ...rest].map(({ id }) => id)
  expect(ids).toEqual(ids.map((_, at) => (at + 1).toString(36).padStart(9, "0")))

  await soon(() => expect(received.at(-1)?.body).toContain("30m"))
  const taken = received.slice(1)
  // A request whose answer the stopping server did not wait for is sent again.
  expect([...new Set(taken.flatMap(({ body }) => events(body).map(({ id }) => id)))]).toEqual(ids)
  expect(taken[0]?.body.startsWith(received[0]?.body ?? "none")).toBe(true)
  for (const { body, headers } of received) {
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["lectern-signature"])) ?? []
    const expected = createHmac("sha256", secret.replaceAll(" ", "-")).update(`${seconds}.${body}`).digest("hex")
    expect([headers["content-type"], signature]).toEqual(["application/x-ndjson", expected])
  }
})

it("are listed on the command line", async () => {
  const listed = (...args: ReadonlyArray<string>) => lecternHere(["audit", "--data-dir", data, ...args])
  const { stdout } = await listed("--action", "api-token.created", "--json")
  const titles = (JSON.parse(stdout) as ReadonlyArray<{ readonly target: { readonly title?: string } }>).map(
    ({ target }) => target.title
  )
  expect(titles.slice(0, 2)).toEqual(["second", "first"])
  expect((await listed("--limit", "1", "--action", "api-token.created")).stdout).toMatch(/time .*what.*\n.*second/)
  expect((await listed("--action", "nothing")).stderr).toContain("There are no such events.")
  expect((await listed("--organization", "unknown")).code).toBe(1)
  expect((await listed("--from", "yesterday")).code).toBe(2)
  const organization = inFile(`${file}.1`).find(({ action }) => action === "member.created")?.organization
  expect((await listed("--organization", String(organization))).stdout).toContain("member.created")
})
