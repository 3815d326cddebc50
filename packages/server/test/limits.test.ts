/** A server in its usual state: its limits are on, and proxies count only where they are trusted. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type LoggingServer, startServerHere } from "./inProcess.js"

const token = "the-token-of-these-tests"
let folder: string
let server: LoggingServer | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-limits-"))
})
afterEach(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server; returns a function that sends it requests as the client of a proxy on this machine. */
const started = async (...args: ReadonlyArray<string>) => {
  const running = await startServerHere(folder, [
    "--storage",
    "memory",
    "--import-docs",
    "none",
    "--admin-token",
    token,
    ...args
  ])
  server = running
  const base = `http://127.0.0.1:${new URL(running.base).port}`
  return (client: string, path = "/v1/user", headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}`, "x-forwarded-for": client, ...headers } })
}

it("tells and enforces the limits that are set", async () => {
  const ask = await started("--token-rate", "0", "--account-rate", "0", "--address-rate", "2")
  const answers = [await ask("192.0.2.1"), await ask("192.0.2.2"), await ask("192.0.2.3")]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(answers[0]?.headers.get("x-ratelimit-limit")).toBe("2")
})

it("counts clients behind the proxies that it trusts", async () => {
  const ask = await started("--address-rate", "1", "--trusted-proxies", "127.0.0.0/8, ::1/128")
  expect((await ask("192.0.2.1")).status).toBe(200)
  expect((await ask("192.0.2.2")).status).toBe(200)
  expect((await ask("198.51.100.1, 192.0.2.2")).status).toBe(429)
  expect((await ask("192.0.2.1", "/healthz")).status).toBe(200)
})

it("has its limits without being told", async () => {
  const ask = await started()
  const { headers } = await ask("192.0.2.1", "/v1/user", { "x-forwarded-proto": "https" })
  expect(headers.get("x-ratelimit-limit")).toBe("10000")
  expect(headers.get("strict-transport-security")).toBeNull()
})
