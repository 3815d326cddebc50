/** The API of a workspace beside a program's own pages, in one `node:http` server. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Lectern from "@lectern/core/Lectern"
import { nodeListener } from "@lectern/http/node/NodeListener"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"

const lectern = await Lectern.open({ storage: MemoryStorage.open() })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const { token } = await lectern.asSystem().apiTokens.create(ada.id, { label: "example" })
await lectern.as(ada.id).organizations.create({ title: "Example" })

const api = nodeListener(lectern)
const server = createServer((request, response) => {
  if (request.url?.startsWith("/v1/")) return api(request, response)
  response.end("the program's own page")
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const own = await fetch(base)
console.log(`GET /: ${own.status} ${await own.text()}`)

const list = await fetch(`${base}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } })
const { items } = (await list.json()) as { items: ReadonlyArray<{ title: string }> }
console.log(`GET /v1/orgs: ${list.status} ${items.map(({ title }) => title).join(", ")}`)

const anonymous = await fetch(`${base}/v1/orgs`)
console.log(`GET /v1/orgs without a token: ${anonymous.status} ${await anonymous.text()}`)

await new Promise((resolve) => server.close(resolve))
await lectern.close()
