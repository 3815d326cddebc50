import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { ImportPartsTable, ImportsTable } from "@lectern/core/content/imports/ImportTables"
import { SpacesTable } from "@lectern/core/people/places/SpaceRepository"
import { Storage } from "@lectern/core/storage/Storage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lecternHere, startServerHere } from "./inProcess.js"
import { run, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const allowed = ["--data-dir", data, "--fetch-allow", "127.0.0.0/8"]

const page = (title: string) =>
  `<!doctype html><title>${title}</title><nav><a href="/a.html">A</a><a href="/b.html">B</a></nav>
<main><h1>${title}</h1><p>About ${title}. <a href="/a.html">a</a> <a href="/b.html">b</a></p></main>`

let hangs = false
let hanging: (response: ServerResponse) => void = () => {}
const site: Server = createServer(({ url = "" }, response) => {
  if (url === "/large.zip") response.writeHead(200, { "content-length": 200 * 1024 * 1024 + 1 }).write("PK")
  else if (hangs && url === "/b.html") hanging(response)
  else if (/^\/([ab]\.html)?$/.test(url)) response.setHeader("content-type", "text/html").end(page(`Page ${url}`))
  else response.writeHead(404).end()
})
const address = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`

/** How many spaces, staged parts and open imports the workspace has. */
const left = () =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const spaces = yield* storage.scan(SpacesTable, {})
    return {
      spaces: spaces.filter(({ columns }) => columns.deleted === 0).length,
      parts: yield* storage.count(ImportPartsTable, {}),
      open: yield* storage.count(ImportsTable, { index: "open", prefix: [1] })
    }
  }).pipe(Effect.provide(SqliteStorage.layer({ filename: join(data, "lectern.db") })), Effect.runPromise)

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  const server = await startServerHere(data, ["--import-docs", "none"])
  await server.stop()
})
afterAll(async () => {
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
  remove()
})

describe("import of an address", () => {
  it("names the limit of an archive that is too large, and leaves nothing", async () => {
    const { code, stderr, stdout } = await lecternHere([
      "import",
      `${address()}large.zip`,
      "--source",
      "zip",
      ...allowed
    ])
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(/\nlectern: url: .*large\.zip: more than 209715200 bytes\n$/)
    expect(await left()).toEqual({ spaces: 0, parts: 0, open: 0 })
  })

  it("makes a space of a site, and appends to one", async () => {
    const first = await lecternHere(["import", address(), "--json", ...allowed])
    expect(first.code, first.stderr).toBe(0)
    const imported = JSON.parse(first.stdout)
    expect(imported).toMatchObject({ importedResources: 3, totalResources: 3, problems: expect.any(Array) })
    const again = await lecternHere(["import", address(), "--space", imported.space, ...allowed])
    expect(again.code, again.stderr).toBe(0)
    expect(again.stdout.trim()).toBe(imported.space)
    expect(again.stderr).toMatch(/^Imported http:\S+ into 127\.0\.0\.1:\d+: 3 of 3 pages and files; \d+ problems?\.$/m)
  })

  it("says in one line why nothing came of it, and leaves nothing", async () => {
    const before = await left()
    const refused = await lecternHere(["import", address(), "--data-dir", data])
    expect([refused.code, refused.stdout]).toEqual([2, ""])
    expect(refused.stderr.trim().split("\n").at(-1)).toMatch(/^lectern: url: /)
    expect(await left()).toEqual(before)
    const wrong = await lecternHere(["import", folder, "--source", "html", "--data-dir", data])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("--source only applies to an address") })
  })

  it("leaves nothing when it is stopped in the middle", async () => {
    const before = await left()
    hangs = true
    const asked = new Promise((resolve) => {
      hanging = resolve
    })
    const running = run(["import", address(), ...allowed])
    await asked
    running.process.kill("SIGINT")
    const { code, stdout } = await running.finished
    expect([code, stdout]).toEqual([130, ""])
    hangs = false
    expect(await left()).toEqual(before)
  })
})
