/** The metrics that Prometheus reads from a server. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { metrics } from "@lectern/core/foundation/telemetry/Metrics"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { parsePrometheus } from "../../../http/test/foundation/telemetry/prometheus.js"
import { secretIn } from "../../../testing/src/LogLines.js"
import { startServerHere } from "../inProcess.js"
import { putFiles, temporaryFolder } from "../program.js"

let folder = ""
let remove = () => {}
beforeEach(() => {
  ;[folder, remove] = temporaryFolder()
  putFiles(join(folder, "docs"), { "README.md": "# Welcome\n\nHello, reader.\n" })
})
afterEach(() => remove())

const start = (...args: ReadonlyArray<string>) =>
  startServerHere(join(folder, "data"), ["--import-docs", join(folder, "docs"), ...args])
const tokenOf = (): string => readFileSync(join(folder, "data/admin-token"), "utf8").trim()
const token = "a-token-for-prometheus"

describe("metrics", () => {
  it("are at a port of their own, in the format, with every family declared and no id in any label", async () => {
    const server = await start("--metrics-port", "0")
    const headers = { authorization: `Bearer ${tokenOf()}`, "x-request-id": "of-the-metrics-test" }
    const ask = (path: string, init: RequestInit = {}) => fetch(`${server.base}${path}`, { ...init, headers })
    const organizations = await (await ask("/v1/orgs")).json()
    const organization: string = organizations.items[0].id
    const space: string = (await (await ask(`/v1/orgs/${organization}/spaces`)).json()).items[0].id
    await ask(`/v1/spaces/${space}`)
    await ask(`/v1/spaces/${space}/search?query=reader`)
    await ask("/v1/spaces/an-id-of-nothing")
    await ask("/a-path-of-nothing/with-an-id")
    await ask("/a-path-of-nothing/with-an-id", { method: "POST" })
    await ask(`/v1/spaces/${space}`, { method: "TRACK" }).catch(() => undefined)
    await ask(`/v1/spaces/${space}/uploads`, { method: "PUT", body: "Hello" })
    expect((await ask("/metrics")).status).toBe(404)
    const address = /"address":"(http:[^"]+\/metrics)"/.exec(server.log())?.[1] ?? ""
    const response = await fetch(address)
    const text = await response.text()
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect((await fetch(address.replace("/metrics", "/v1/user"))).status).toBe(404)
    await server.stop()

    const families = parsePrometheus(text)
    const byName = new Map<string, { readonly kind: string; readonly labels: ReadonlyArray<string> }>(
      Object.values(metrics).map((declared) => [declared.name, declared])
    )
    for (const { help, name, samples, type } of families.values()) {
      if (!/^(lectern|nodejs|process)_/.test(name)) continue
      const declared = byName.get(name)
      expect([name, type]).toEqual([name, declared?.kind])
      expect(help).toMatch(/\w+/)
      for (const { labels } of samples) {
        const { le: _, ...own } = labels
        expect([name, Object.keys(own)]).toEqual([name, declared?.labels])
        for (const value of Object.values(own)) expect(value).toMatch(/^[a-zA-Z0-9][\w :./-]{0,60}$/)
      }
    }
    for (const id of [organization, space, "an-id-of-nothing", "a-path-of-nothing", "of-the-metrics-test", "TRACK"]) {
      expect(text).not.toContain(id)
    }
    for (const line of text.split("\n")) expect([line, secretIn(line, [tokenOf()])]).toEqual([line, undefined])
    const value = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      families
        .get(name)
        ?.samples.find(
          (sample) =>
            !sample.name.endsWith("_bucket") &&
            !sample.name.endsWith("_sum") &&
            Object.entries(labels).every(([label, text]) => sample.labels[label] === text)
        )?.value ?? 0
    expect(value("lectern_http_requests_total", { operation: "getSpaceById", status: "200" })).toBeGreaterThan(0)
    expect(value("lectern_http_requests_total", { operation: "getSpaceById", status: "404" })).toBeGreaterThan(0)
    expect(value("lectern_http_requests_total", { operation: "unmatched", status: "404" })).toBeGreaterThan(0)
    expect(value("lectern_http_request_duration_seconds", { operation: "getSpaceById" })).toBeGreaterThan(1)
    expect(value("lectern_search_duration_seconds")).toBeGreaterThan(0)
    expect(value("lectern_uploads_open")).toBe(1)
    const library = /"library":"(\S+ 3\.\d+\.\d+)"/.exec(server.log())?.[1] ?? "none in the log"
    expect(value("lectern_storage_library", { library })).toBe(1)
    expect(value("lectern_blob_bytes_total", { direction: "in" })).toBeGreaterThanOrEqual(5)
    expect(value("lectern_cache_lookups_total", { cache: "api_tokens", result: "hit" })).toBeGreaterThan(0)
    expect(value("lectern_storage_statements_total", { table: "spaces", class: "read" })).toBeGreaterThan(0)
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(1e6)
    expect(value("process_cpu_seconds_total")).toBeGreaterThan(0)
    for (const name of ["lectern_jobs_unfinished", "lectern_index_notes", "nodejs_eventloop_lag_p99_seconds"]) {
      expect([...families.keys()]).toContain(name)
    }
  })

  it("are at the port of the API for who has the token, and for nobody else", async () => {
    const server = await start("--metrics-token", token)
    const ask = (headers: Record<string, string>) => fetch(`${server.base}/metrics`, { headers })
    const statuses = [
      await ask({}),
      await ask({ authorization: `Bearer ${tokenOf()}` }),
      await ask({ authorization: `Bearer ${token}x` }),
      await ask({ authorization: `Bearer ${token.slice(1)}` }),
      await ask({ authorization: `Bearer ${token}` })
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 401, 200])
    parsePrometheus(await (await ask({ authorization: `Bearer ${token}` })).text())
    const { stderr } = await server.stop()
    expect(stderr).not.toContain(token)
  })

  it("ask for the token on a port of their own too, where there is one", async () => {
    const server = await start("--metrics-port", "0", "--metrics-token", token)
    const address = /"address":"(http:[^"]+\/metrics)"/.exec(server.log())?.[1] ?? ""
    expect((await fetch(address)).status).toBe(401)
    expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await fetch(`${server.base}/metrics`)).status).toBe(404)
    await server.stop()
  })

  it("are not there unless they are asked for", async () => {
    const server = await start()
    expect((await fetch(`${server.base}/metrics`)).status).toBe(404)
    await server.stop()
  })
})
