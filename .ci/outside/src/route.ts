/** The API as route handlers below a path, as in Next's `app/api/lectern/[...path]/route.ts`. */
import { deepEqual, equal } from "node:assert/strict"
import { fetchHandler } from "@lectern/http"
import { openWorkspace } from "./workspace.js"

const { lectern, headers } = await openWorkspace()
const handler = fetchHandler(lectern, { basePath: "/api/lectern" })
const route = { GET: handler, POST: handler }

const address = (path: string) => `http://localhost:3000/api/lectern${path}`
const user = await route.GET(new Request(address("/v1/user"), { headers }))
equal((await user.json()).displayName, "Ada")
const made = await route.POST(
  new Request(address("/v1/orgs"), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ title: "By a route" })
  })
)
deepEqual([made.status, (await made.json()).title], [201, "By a route"])
await lectern.close()
