import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { inCI } from "@lectern/storage-testing/inCI"
import { needs } from "@lectern/storage-testing/needs"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { root } from "./docs/blocks.js"
import { lecternHere, type ServerHere, startServerHere } from "./inProcess.js"
import { lectern, putFiles, ready, run, type Server, startServer, temporaryFolder } from "./program.js"
import { damagesIn } from "./whole.js"

let folder = ""
let remove = () => {}
beforeEach(() => {
  ;[folder, remove] = temporaryFolder()
  putFiles(join(folder, "docs"), {
    "README.md": "# Welcome\n\nHello, reader.\n",
    "storages.md": "# Storages\n\nAbout zebras and storages.\n"
  })
})
afterEach(() => remove())

const data = () => join(folder, "data")
const start = (): Promise<Server> => startServer(data(), ["--import-docs", join(folder, "docs")])
const startHere = (args: ReadonlyArray<string> = [], env: Readonly<Record<string, string>> = {}): Promise<ServerHere> =>
  startServerHere(data(), ["--import-docs", join(folder, "docs"), ...args], env)
const curlLines = (server: ServerHere): ReadonlyArray<string> => server.banner.match(/^curl .*$/gm) ?? []
const paste = async (line: string) => {
  needs("bash")
  needs("curl")
  const { code, stdout, stderr } = await lectern(["-c", line], { command: "bash", cwd: "/" })
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** The manual is a site at the root of a server, and nothing else is public. */
const expectManual = async (base: string) => {
  const get = (path: string, accept = "text/html") =>
    fetch(`${base}${path}`, { headers: { accept }, redirect: "manual" })
  expect(await (await get("/")).text()).toContain("<span>Lectern</span></h1>")
  expect((await get("/concepts")).status).toBe(200)
  expect((await get("/sites/manual/concepts")).headers.get("location")).toBe("/concepts")
  expect(await (await get("/", "application/json")).json()).toMatchObject({ name: "Lectern" })
  expect((await get("/v1/orgs")).status).toBe(401)
  expect((await get("/v1/nosuch")).headers.get("content-type")).toBe("application/json")
  expect(await (await fetch(`${base}/login`)).text()).toContain("Sign in")
}

describe("start", () => {
  it("makes a workspace whose printed curl lines work, and reuses it the next time", async () => {
    const first = await start()
    const [list, search, read, ...more] = curlLines(first)
    expect(more).toEqual([])
    const organizations = await paste(list!)
    expect(organizations).toMatchObject({ count: 1, items: [{ object: "organization", title: "My organization" }] })
    expect((await paste(search!)).items.length).toBeGreaterThan(0)
    expect(await paste(read!)).toMatchObject({ type: "document", markdown: expect.stringContaining("#") })

    const file = join(folder, "data/admin-token")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const token = readFileSync(file, "utf8")
    expect(token).toMatch(/^lct_\S+$/)
    expect((await first.stop()).code).toBe(0)
    expect(readdirSync(data()).sort()).toEqual(["admin-token", "keys", "lectern.db"])

    putFiles(join(folder, "docs"), { "late.md": "# Late\n" })
    const second = await startHere()
    expect(readFileSync(file, "utf8")).toBe(token)
    expect(await paste(curlLines(second)[0]!)).toEqual(
      JSON.parse(JSON.stringify(organizations).replaceAll(first.base, second.base))
    )
    const spaces = await paste(
      curlLines(second)[0]!.replace("/v1/orgs", `/v1/orgs/${organizations.items[0].id}/spaces`)
    )
    expect(spaces.count).toBe(1)
    expect(await paste(curlLines(second)[1]!.replace(/query=.*?(?='|$)/, "query=late"))).toMatchObject({ items: [] })
    expect((await second.stop()).code).toBe(0)
  })

  it("prints what the picture in the manual shows", async () => {
    const server = await startHere()
    const { stdout } = await server.stop()
    const picture = readFileSync(join(root, "docs/images/quick-start.svg"), "utf8")
    const shown = Array.from(picture.matchAll(/<text x="24"[^>]*>(.*?)<\/text>/g), ([, text]) => text!)
    const printed = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("curl "))
    const words = printed.map((line) => line.split(/https?:|\S+\/admin-token/)[0]!)
    expect(words.length).toBeGreaterThan(4)
    expect(shown.filter((line) => words.some((start) => line.startsWith(start)))).toHaveLength(words.length)
  })

  it("is what lectern does without a command, in the folder where it is run: the manual is a site at the root", async () => {
    const empty = join(folder, "empty")
    mkdirSync(empty)
    const bare = run([], { cwd: empty, env: { LECTERN_PORT: "0" } })
    const banner = await bare.until(ready)
    expect(banner).toMatch(/^Lectern serves (\S+)\nAPI reference: \1\/docs\n/)
    expect(readdirSync(empty)).toEqual([".lectern"])
    const found = await paste(/^curl .*search.*$/m.exec(banner)?.[0] ?? "")
    expect(found.items.length).toBeGreaterThan(5)
    await expectManual(/^Lectern serves (\S+)/.exec(banner)?.[1] ?? "")
    bare.process.kill("SIGTERM")
    const { code, stderr } = await bare.finished
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Imported the manual +\d+\.\d s$/m)
    expect(stderr).toMatch(/^Ready +\d+\.\d s$/m)
  })

  it("completes a first start that was killed", async () => {
    // A start that was killed late enough has imported everything.
    const moments = inCI ? [/Reading/, /Importing|"ready"/, /Importing|"ready"/] : [/Importing|"ready"/]
    for (const pattern of moments) {
      const killed = run(["start", "--port", "0", "--data-dir", data(), "--import-docs", join(folder, "docs")])
      await new Promise<void>((resolve) => {
        killed.process.stderr?.on("data", (text) => pattern.test(String(text)) && resolve())
        void killed.finished.then(() => resolve())
      })
      killed.process.kill("SIGKILL")
      await killed.finished
    }
    const server = await startHere()
    const [list, , read] = curlLines(server)
    expect(await paste(list!)).toMatchObject({ count: 1 })
    expect(await paste(read!)).toMatchObject({ type: "document" })
    await server.stop()
    expect(await damagesIn(data())).toEqual([])
  })

  it("takes the administrator's token from its setting, first and later, and never prints it", async () => {
    for (const token of ["first-token-of-the-tests", "second-token-of-the-tests"]) {
      const server = await startHere([], { LECTERN_ADMIN_TOKEN: token })
      expect(await paste(curlLines(server)[0]!)).toMatchObject({ count: 1 })
      expect(readFileSync(join(folder, "data/admin-token"), "utf8")).toBe(token)
      const { stdout, stderr } = await server.stop()
      expect(`${stdout}${stderr}`).not.toContain(token)
    }
    const server = await startHere()
    const status = async (token: string) =>
      (await fetch(`${server.base}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await status("first-token-of-the-tests")).toBe(401)
    // Docs of another project are published nowhere.
    expect((await fetch(`${server.base}/sites/manual/`)).status).toBe(404)
    expect(await status("second-token-of-the-tests")).toBe(200)
    await server.stop()
  })

  it("keeps a revoked administrator's token revoked and says how to make another", async () => {
    const first = await startHere()
    await first.stop()
    const inData = (...args: ReadonlyArray<string>) => lecternHere([...args, "--data-dir", data()])
    const tokens = JSON.parse((await inData("token", "list", "--json")).stdout)
    expect((await inData("token", "revoke", tokens[0].id)).code).toBe(0)
    const second = run(["start", "--port", "0", "--data-dir", data()])
    expect(await second.until(/does not work.*\n/)).toContain("lectern token create")
    second.process.kill("SIGTERM")
    expect((await second.finished).code).toBe(0)
  })

  it("serves from memory", async () => {
    const server = await startHere(["--storage", "memory"])
    expect(await paste(curlLines(server)[1]!)).toMatchObject({ items: [{}] })
    await server.stop()
    expect(readdirSync(data())).toEqual(["admin-token"])
  })

  it("uses the configured base address in answers", async () => {
    const server = await startHere(["--base-url", "https://docs.example.com/"])
    expect(server.banner).toContain("Lectern serves https://docs.example.com\n")
    const { items } = await paste(curlLines(server)[0]!)
    expect(items[0].urls.location).toBe(`https://docs.example.com/v1/orgs/${items[0].id}`)
    await server.stop()
  })
})

describe("stop", () => {
  it("is not ready any more, finishes running requests and exits 0", async () => {
    const server = await start()
    const token = readFileSync(join(folder, "data/admin-token"), "utf8")
    const organizations = await (
      await fetch(`${server.base}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } })
    ).json()
    const half = new TransformStream<Uint8Array, Uint8Array>()
    const writer = half.writable.getWriter()
    const answer = fetch(`${server.base}/v1/orgs/${organizations.items[0].id}/spaces`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: half.readable,
      duplex: "half"
    } as RequestInit)
    await writer.write(new TextEncoder().encode('{"title":'))
    await fetch(`${server.base}/healthz`)
    const refused = new Promise<void>((resolve) => {
      server.process.stderr?.on("data", (text) => /stopping/.test(String(text)) && resolve())
    })
    server.process.kill("SIGTERM")
    await refused
    expect((await fetch(`${server.base}/readyz`)).status).toBe(503)
    await writer.write(new TextEncoder().encode('"Made while stopping"}'))
    await writer.close()
    const response = await answer
    expect(response.status).toBe(201)
    expect((await response.json()).title).toBe("Made while stopping")
    expect((await server.finished).code).toBe(0)
    expect(readdirSync(data()).sort()).toEqual(["admin-token", "keys", "lectern.db"])
  })

  it("ends streams at once, with a hint to come back", async () => {
    const server = await start()
    const token = readFileSync(join(folder, "data/admin-token"), "utf8")
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" }
    const organizations = await (await fetch(`${server.base}/v1/orgs`, { headers })).json()
    const stream = await fetch(`${server.base}/v1/orgs/${organizations.items[0].id}/events`, { headers })
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    const reader = stream.body!.getReader()
    await reader.read()
    server.process.kill("SIGTERM")
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 1000\nevent: end\ndata: .*"code":503/)
    expect((await reader.read()).done).toBe(true)
    expect((await server.finished).code).toBe(0)
  })

  it("stops for SIGINT too, and at once when nothing runs", async () => {
    const server = await start()
    await fetch(`${server.base}/healthz`)
    server.process.kill("SIGINT")
    expect((await server.finished).code).toBe(0)
  })
})

describe("what is wrong", () => {
  it("a wrong value: one line that names it, exit 2, and nothing is made", async () => {
    const cases: ReadonlyArray<readonly [Record<string, string>, ReadonlyArray<string>, RegExp]> = [
      [{ LECTERN_PORT: "http" }, [], /^lectern: LECTERN_PORT: expected a port/],
      [{ LECTERN_LOG_LEVEL: "loud" }, [], /^lectern: LECTERN_LOG_LEVEL: expected all/],
      [{}, ["--log-level", "loud"], /^lectern: --log-level: expected all/],
      [{}, ["--port=70000"], /^lectern: --port: expected a port/],
      [{ LECTERN_ADMIN_TOKEN: "tiny" }, [], /^lectern: LECTERN_ADMIN_TOKEN: expected 16 to 512/],
      [{}, ["--import-docs", "/no/such/folder"], /^lectern: --import-docs: expected a folder/],
      [{ LECTERN_HOST: "192.0.2.1" }, ["--port", "0"], /^lectern: 192\.0\.2\.1 is not an address of this machine/]
    ]
    const ends = await Promise.all(
      cases.map(([env, args]) => lecternHere(["start", "--data-dir", data(), ...args], { env }))
    )
    for (const [index, { code, stdout, stderr }] of ends.entries()) {
      expect(stderr).toMatch(cases[index]![2])
      expect(stderr.trim().split("\n")).toHaveLength(1)
      expect(stdout).toBe("")
      expect(code).toBe(2)
    }
    expect(readdirSync(folder)).toEqual(["docs"])
  })

  it("a port in use: one line, exit 1", async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port))
    })
    const { code, stderr } = await lecternHere(["start", "--port", String(port), "--data-dir", data()])
    other.close()
    expect(stderr).toBe(`lectern: port ${port} of 127.0.0.1 is in use; choose another with --port or LECTERN_PORT\n`)
    expect(code).toBe(1)
    expect(readdirSync(folder)).toEqual(["docs"])
  })

  it("a file that is no workspace: one line, exit 1", async () => {
    mkdirSync(data())
    putFiles(data(), {
      "lectern.db": "this is no database, whatever its name says, and it is long enough"
    })
    const { code, stderr } = await lecternHere(["start", "--port", "0", "--data-dir", data()])
    expect(stderr.trim().split("\n")).toHaveLength(1)
    expect(stderr).toMatch(/^lectern: .*lectern\.db/)
    expect(code).toBe(1)
  })
})
