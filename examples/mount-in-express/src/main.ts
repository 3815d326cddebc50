/** A workspace in an Express application: its own session cookie signs people in to the API, to sites and to the console. */
import { randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import * as Console from "@lectern/console"
import { clientFiles } from "@lectern/console/node/ClientFiles"
import * as Lectern from "@lectern/core/Lectern"
import type { HostRequest } from "@lectern/http"
import { nodeListener } from "@lectern/http/node/NodeListener"
import * as Reader from "@lectern/reader"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import express from "express"

const app = express()
const server = app.listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const { contentEdits, organizations, sites, spaces } = lectern.as(ada.id)
const organization = await organizations.create({ title: "Example" })
const space = await spaces.create(organization.id, { title: "Handbook" })
await contentEdits.apply(space.id, {
  changes: [{ operation: "insert_page", document: { markdown: "# Welcome\n\nFor members.\n" } }]
})
const site = await sites.create(organization.id, { title: "Handbook", spaces: [space.id] })
await sites.update(organization.id, site.id, { basename: "handbook", visibility: "visitor-auth" })
await sites.publish(organization.id, site.id)

// The application's own accounts and sessions: here, who knows an address may sign in with it.
const accounts = new Map([["ada@example.com", ada.id]])
const sessions = new Map<string, string>()
const sidIn = (cookies = ""): string => /(?:^|; )sid=([^;]+)/.exec(cookies)?.[1] ?? ""

const host = {
  authenticate: ({ headers }: HostRequest) => sessions.get(sidIn(headers.get("cookie") ?? "")),
  signInUrl: "/sign-in"
}
const run = lectern.runtime.runPromise

app.get("/", (_, response) => void response.send("the application's own page"))
app.get("/sign-in", (_, response) => {
  response.send('<form method="post"><input name="email"><button>Sign in</button></form>')
})
app.post("/sign-in", express.urlencoded(), (request, response) => {
  const user = accounts.get(request.body.email)
  if (user === undefined) return void response.status(401).send("there is no such account")
  const sid = randomUUID()
  sessions.set(sid, user)
  response.cookie("sid", sid, { httpOnly: true, sameSite: "lax" })
  const next = String(request.query.next ?? "/")
  // Only a path of this origin, whoever has written the link.
  response.redirect(303, /^\/(?![/\\])/.test(next) ? next : "/")
})
app.use(
  nodeListener(lectern, {
    authenticate: host.authenticate,
    pages: await run(Reader.make({ baseUrl, ...host })),
    console: await run(Console.make({ baseUrl, mails: false, files: clientFiles, ...host }))
  })
)

/** Requests something as a browser does, and prints the answer. */
const ask = async (cookie: string, method: string, path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: "manual",
    ...init,
    headers: { cookie, ...init.headers }
  })
  const to = answer.status === 303 ? ` ${answer.headers.get("location")?.replace(baseUrl, "")}` : ""
  console.log(`${method} ${path}: ${answer.status}${to}`)
  return answer
}

await ask("", "GET", "/")
await ask("", "GET", "/v1/user")
await ask("", "GET", "/sites/handbook/")
await ask("", "GET", "/app")
const body = new URLSearchParams({ email: "ada@example.com" })
const signedIn = await ask("", "POST", "/sign-in?next=%2Fapp", { body })
const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? ""

await ask(cookie, "GET", "/app")
const page = await (await ask(cookie, "GET", "/sites/handbook/")).text()
console.log(`the page has the text of members: ${page.includes("For members.")}`)
const user = (await (await ask(cookie, "GET", "/v1/user")).json()) as { displayName: string }
console.log(`the API answers ${user.displayName}`)

const json = { body: JSON.stringify({ title: "Second" }) }
const type = { "content-type": "application/json" }
console.log("a page of another site tries, then one of this site:")
await ask(cookie, "POST", "/v1/orgs", { ...json, headers: { ...type, "sec-fetch-site": "cross-site" } })
await ask(cookie, "POST", "/v1/orgs", { ...json, headers: { ...type, "sec-fetch-site": "same-origin" } })

server.closeAllConnections()
await new Promise((resolve) => server.close(resolve))
await lectern.close()
