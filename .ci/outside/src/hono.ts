/** The API in a Hono application, next to its own routes. */
import { deepEqual, equal } from "node:assert/strict"
import { fetchHandler } from "@lectern/http"
import { Hono } from "hono"
import { openWorkspace } from "./workspace.js"

const { lectern, headers } = await openWorkspace()
const handler = fetchHandler(lectern)
const app = new Hono()
app.get("/", (context) => context.text("own"))
app.all("/v1/*", (context) => handler(context.req.raw))

equal(await (await app.request("/")).text(), "own")
const user = await app.request("/v1/user", { headers })
equal((await user.json()).displayName, "Ada")
const made = await app.request("/v1/orgs", {
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ title: "By Hono" })
})
deepEqual([made.status, (await made.json()).title], [201, "By Hono"])
equal((await app.request("/v1/user")).status, 401)
await lectern.close()
