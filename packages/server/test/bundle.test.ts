/** The files that the bundle of the program needs next to it: worker threads, the process that typesets, and fonts. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { putFiles, startServer, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)

it("computes in threads and makes a PDF", async () => {
  putFiles(join(folder, "docs"), { "README.md": "# Welcome\n\nHello :tada:\n" })
  const server = await startServer(join(folder, "data"), ["--import-docs", join(folder, "docs")])
  const authorization = `Bearer ${readFileSync(join(folder, "data/admin-token"), "utf8")}`
  const space = /spaces\/(\w+)/.exec(server.banner)?.[1]
  const under = `${server.base}/v1/spaces/${space}`
  const markdown = `# Long\n\n${"A sentence with a [link](https://example.com/). ".repeat(1_000)}\n`
  const body = JSON.stringify({ changes: [{ operation: "insert_page", document: { markdown } }] })
  const headers = { authorization, "content-type": "application/json" }
  expect((await fetch(`${under}/content`, { method: "POST", headers, body })).status).toBe(200)
  const { url } = (await (await fetch(`${under}/pdf`, { headers })).json()) as { readonly url: string }
  const pdf = new Uint8Array(await (await fetch(url)).arrayBuffer())
  expect(new TextDecoder("latin1").decode(pdf.slice(0, 5))).toBe("%PDF-")
  const { code, stderr } = await server.stop()
  expect(code).toBe(0)
  expect(stderr).not.toMatch(/worker threads|WARN|ERROR/)
})
