/** The API in an Express application, after a middleware that parses JSON bodies. */
import { deepEqual, equal } from "node:assert/strict"
import type { AddressInfo } from "node:net"
import { nodeListener } from "@lectern/http/node/NodeListener"
import express from "express"
import { openWorkspace } from "./workspace.js"

const { lectern, headers } = await openWorkspace()
const app = express()
app.use(express.json())
app.get("/", (_, response) => void response.send("own"))
app.use(nodeListener(lectern))

const server = app.listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

equal(await (await fetch(base)).text(), "own")
const user = (await (await fetch(`${base}/v1/user`, { headers })).json()) as { displayName: string }
equal(user.displayName, "Ada")
const made = await fetch(`${base}/v1/orgs`, {
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ title: "By Express" })
})
deepEqual([made.status, ((await made.json()) as { title: string }).title], [201, "By Express"])
equal((await fetch(`${base}/v1/user`)).status, 401)
server.closeAllConnections()
await new Promise((resolve) => server.close(resolve))
await lectern.close()
