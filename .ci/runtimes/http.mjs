/** Real requests to the API on SQLite: to a server of `node:http`, and to the own server of Bun and Deno. */
import { deepEqual, equal } from "node:assert/strict"
import { createServer } from "node:http"
import * as Lectern from "@lectern/core"
import { fetchHandler } from "@lectern/http"
import { nodeListener } from "@lectern/http/node/NodeListener"
import * as SqliteStorage from "@lectern/storage-sqlite"

const lectern = await Lectern.open({ storage: SqliteStorage.open({ filename: "http.db" }) })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: `${Date.now()}@example.com` })
const { token } = await lectern.asSystem().apiTokens.create(ada.id, { label: "runtimes" })
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }

const ask = async (base) => {
  const call = async (method, path, body) => {
    const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return [response.status, await response.json()]
  }
  const [status, organization] = await call("POST", "/v1/orgs", { title: "Example" })
  equal(status, 201)
  const [, space] = await call("POST", `/v1/orgs/${organization.id}/spaces`, { title: "Handbook" })
  const document = { markdown: `# Welcome\n\n${"Every edit makes a revision. ".repeat(5_000)}\n` }
  const [edited] = await call("POST", `/v1/spaces/${space.id}/content`, {
    changes: [{ operation: "insert_page", document }]
  })
  equal(edited, 200)
  const [, page] = await call("GET", `/v1/spaces/${space.id}/content/path/welcome`)
  equal(page.markdown, document.markdown)
  const [, found] = await call("GET", `/v1/spaces/${space.id}/search?query=revision`)
  deepEqual(
    found.items.map(({ title }) => title),
    ["Welcome"]
  )
  equal((await fetch(`${base}/v1/user`)).status, 401)
}

const server = createServer(nodeListener(lectern))
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
await ask(`http://127.0.0.1:${server.address().port}`)
server.closeAllConnections()
await new Promise((resolve) => server.close(resolve))

const { Bun, Deno } = globalThis
if (Bun !== undefined) {
  const own = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: fetchHandler(lectern) })
  await ask(`http://127.0.0.1:${own.port}`)
  await own.stop(true)
}
if (Deno !== undefined) {
  const own = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, fetchHandler(lectern))
  await ask(`http://127.0.0.1:${own.addr.port}`)
  await own.shutdown()
}
await lectern.close()
console.log("answered")
