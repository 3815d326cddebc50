/** A workspace in a Hono application: its own session cookie signs people in to the API, to sites and to the console. */
import * as Console from "@lectern/console"
import { clientFiles } from "@lectern/console/node/ClientFiles"
import * as Lectern from "@lectern/core/Lectern"
import * as LecternHttp from "@lectern/http"
import * as Reader from "@lectern/reader"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Hono } from "hono"
import { setCookie } from "hono/cookie"
import { csrf } from "hono/csrf"
import { parse } from "hono/utils/cookie"

const baseUrl = "http://localhost:3000"
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

const host = {
  authenticate: ({ headers }: LecternHttp.HostRequest) => sessions.get(parse(headers.get("cookie") ?? "").sid ?? ""),
  signInUrl: "/sign-in"
}
const run = lectern.runtime.runPromise
const handler = LecternHttp.fetchHandler(lectern, {
  authenticate: host.authenticate,
  pages: await run(Reader.make({ baseUrl, ...host })),
  console: await run(Console.make({ baseUrl, mails: false, files: clientFiles, ...host }))
})

const app = new Hono()
app.get("/", (context) => context.text("the application's own page"))
app.get("/sign-in", (context) =>
  context.html('<form method="post"><input name="email"><button>Sign in</button></form>')
)
app.post("/sign-in", csrf({ origin: baseUrl }), async (context) => {
  const { email } = await context.req.parseBody()
  const user = accounts.get(String(email))
  if (user === undefined) return context.text("there is no such account", 401)
  const sid = crypto.randomUUID()
  sessions.set(sid, user)
  setCookie(context, "sid", sid, { path: "/", httpOnly: true, sameSite: "Lax" })
  const next = context.req.query("next") ?? "/"
  // Only a path of this origin, whoever has written the link.
  return context.redirect(/^\/(?![/\\])/.test(next) ? next : "/", 303)
})
app.all("*", (context) => handler(context.req.raw))

/** Requests something as a browser does, and prints the answer. */
const ask = async (cookie: string, method: string, path: string, init: RequestInit = {}) => {
  const request = new Request(`${baseUrl}${path}`, { method, ...init, headers: { cookie, ...init.headers } })
  const answer = await app.fetch(request)
  const to = answer.status === 303 ? ` ${answer.headers.get("location")?.replace(baseUrl, "")}` : ""
  console.log(`${method} ${path}: ${answer.status}${to}`)
  return answer
}

await ask("", "GET", "/")
await ask("", "GET", "/v1/user")
await ask("", "GET", "/sites/handbook/")
await ask("", "GET", "/app")
const body = new URLSearchParams({ email: "ada@example.com" })
const signedIn = await ask("", "POST", "/sign-in?next=%2Fapp", { body, headers: { origin: baseUrl } })
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

await lectern.close()
