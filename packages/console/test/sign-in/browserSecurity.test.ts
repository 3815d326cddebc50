/** The headers of every answer for browsers, and the forms that are accepted from them. */
import type { Handle, HttpRequest } from "@lectern/http/foundation/dispatcher/Exchange"
import type { ConsoleRoutes } from "@lectern/http/foundation/dispatcher/Route"
import { type HttpOptions, handle } from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeWorldOf, type World } from "../../../http/test/support/world.js"
import { consoleOf } from "../support/consoleOf.js"

const origin = "https://docs.example"
const password = "correct horse battery staple"
const formToken = "0123456789abcdef0123456789abcdef"

let world: World
let session: string
let served: { readonly console: ConsoleRoutes }

let usual: Handle

/** Asks over a connection, which proxies may be trusted about. */
const ask = (path: string, init: RequestInit = {}, over: Partial<HttpRequest> = {}, options?: HttpOptions) => {
  const answering = options === undefined ? usual : handle(world.lectern, { ...served, ...options })
  return webHandler((request, respond) => answering({ ...request, address: "10.0.0.1", ...over }, respond))(
    new Request(`${origin}${path}`, init)
  )
}

/** Posts a form as a browser does that is signed in. */
const post = (path: string, headers: Record<string, string> = {}, fields: Record<string, string> = {}) =>
  ask(path, {
    method: "POST",
    headers: { origin, cookie: `__Host-lectern-form=${formToken}; ${session}`, ...headers },
    body: new URLSearchParams({ token: formToken, ...fields })
  })

beforeAll(async () => {
  const passwords = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  ;({ world } = await makeWorldOf({ passwords }))
  served = await consoleOf(world.lectern, origin)
  usual = handle(world.lectern, served)
  const { accounts } = world.lectern.asSystem()
  const { url } = await accounts.createLink(world.ids.users.ada, { administrator: true })
  session = ""
  const set = await post(new URL(url).pathname, {}, { password })
  session = set.headers.get("set-cookie")?.split(";")[0] ?? ""
})
afterAll(() => world.lectern.close())

describe("every answer", () => {
  const answers = (): ReadonlyArray<readonly [path: string, init?: RequestInit]> => {
    const { file, ids } = { file: `/files/a/b/${"0".repeat(64)}/c/d.txt`, ids: world.ids }
    const as = { headers: { authorization: `Bearer ${world.tokens.ada}` } }
    return [
      ...served.console.routes.filter(({ method }) => method === "GET").map(({ path }): readonly [string] => [path]),
      ["/"],
      ["/style.css"],
      ["/openapi.json"],
      ["/favicon.svg"],
      ["/healthz"],
      ["/nothing"],
      [file],
      ["/v1/user", as],
      ["/v1/user"],
      [`/v1/spaces/${ids.spaces.main}/content`, as],
      ["/v1/user", { method: "DELETE" }],
      ["/v1/orgs", { ...as, method: "POST", body: "{" }],
      ["/v1/user", { method: "OPTIONS" }],
      [`/v1/user?${"a".repeat(20_000)}`]
    ]
  }

  it("loads, frames and tells nothing, but for what pages need of their own origin", async () => {
    for (const [path, init = {}] of answers()) {
      const { headers } = await ask(path, { headers: { cookie: session, accept: "text/html" }, ...init })
      const policy = headers.get("content-security-policy") ?? ""
      expect([path, policy]).toEqual([path, expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/)])
      expect([path, policy]).toEqual([path, expect.not.stringMatching(/unsafe|data:|\*|http:/)])
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"])
      expect([path, headers.get("referrer-policy")]).toEqual([
        path,
        expect.stringMatching(/^(no-referrer|same-origin)$/)
      ])
      expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, "same-origin"])
      expect([path, headers.get("strict-transport-security")]).toEqual([path, null])
    }
  })

  it("of HTML isolates its page, has no inline style or script, and asks for no devices", async () => {
    const paths = [...served.console.routes.map(({ path }) => path), "/"].filter(
      (path, i, all) => all.indexOf(path) === i && !path.includes("assets")
    )
    let count = 0
    for (const path of paths) {
      const answer = await ask(path, { headers: { cookie: session, accept: "text/html" } })
      if (answer.headers.get("content-type")?.startsWith("text/html") !== true) continue
      count++
      expect([path, answer.headers.get("cross-origin-opener-policy")]).toEqual([path, "same-origin"])
      expect([path, answer.headers.get("x-frame-options")]).toEqual([path, "DENY"])
      expect([path, answer.headers.get("permissions-policy")]).toEqual([path, expect.stringContaining("camera=()")])
      const text = await answer.text()
      expect([path, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i.exec(text)]).toEqual([path, null])
      for (const [, address = ""] of text.matchAll(/<(?:link|script|img)[^>]+?(?:href|src)="([^"]*)"/g)) {
        expect([path, new URL(address, origin).origin]).toEqual([path, origin])
      }
    }
    expect(count).toBeGreaterThan(5)
  })

  it("is of a file, never of the folder that it is in", async () => {
    const hash = "0".repeat(64)
    const files = ["/login/assets/style.css", "/docs/style.css", `/files/a/b/${hash}/c/d.txt`, `/pdf/a/b/1/c/d.pdf`]
    const folders = files.flatMap((path) =>
      path.split("/").flatMap((_, at, names) => (at > 1 ? [names.slice(0, at).join("/")] : []))
    )
    // These are pages themselves.
    const below = [...new Set(folders)].filter((path) => path !== "/docs" && path !== "/login")
    const addresses = [...below, ...folders.map((path) => `${path}/`), ...files.map((path) => `${path}/..%2f`)]
    for (const path of [...addresses, "/.git/config", "/..%2f..%2fetc/passwd", "/%2e%2e/package.json"]) {
      const answer = await ask(path, { headers: { cookie: session } })
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, expect.not.stringContaining("style.css")])
    }
  })

  it("over TLS has browsers use nothing else, where that is asked for", async () => {
    const told = async (over: Partial<HttpRequest>, options: HttpOptions) => {
      const { headers } = await ask("/v1/user", {}, over, options)
      return headers.get("strict-transport-security")
    }
    const header = (values: Record<string, string>) => ({ header: (name: string) => values[name] })
    const trustedProxies = () => true
    const year = "max-age=31536000"
    expect(await told({}, { hsts: true })).toBe(year)
    expect(await told({}, {})).toBeNull()
    expect(await told({}, { hsts: true, ...(await consoleOf(world.lectern, "http://localhost:4000")) })).toBeNull()
    expect(await told({ secure: true }, { hsts: true, console: undefined })).toBe(year)
    expect(await told(header({ "x-forwarded-proto": "https" }), { hsts: true, trustedProxies })).toBe(year)
    expect(await told(header({ "x-forwarded-proto": "http" }), { hsts: true, trustedProxies })).toBeNull()
    expect(await told(header({ "x-forwarded-proto": "https" }), { hsts: true, trustedProxies: () => false })).toBeNull()
  })
})

describe("every form", () => {
  /**
   * The forms that identity providers send through the browser come from their origin, and are trusted for their
   * signature.
   */
  const forms = () =>
    served.console.routes.filter(({ method, path }) => method === "POST" && !path.startsWith("/saml/"))

  it("is taken from a page of this origin and browser alone", async () => {
    expect(forms().length).toBeGreaterThan(15)
    const state = world.state()
    const foreign: ReadonlyArray<readonly [Record<string, string>, Record<string, string>?]> = [
      [{ origin: "https://evil.example" }],
      [{ origin: "null" }],
      [{ origin: "https://docs.example.evil.example" }],
      [{ origin: "http://docs.example" }],
      [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
      [{ "sec-fetch-site": "cross-site" }],
      [{ "sec-fetch-site": "same-site" }],
      [{ "sec-fetch-site": "none" }],
      [{ cookie: session }],
      [{}, { token: "" }],
      [{}, { token: "f".repeat(32) }],
      [{ cookie: `__Host-lectern-form=; ${session}` }, { token: "" }],
      [{ "content-type": "application/json" }],
      [{ "content-type": "text/plain" }, { token: "" }]
    ]
    for (const { path } of forms()) {
      for (const [headers, fields] of foreign) {
        const answer = await post(path.replace(":secret", "wrong"), headers, fields)
        expect([path, headers, fields, answer.status]).toEqual([path, headers, fields, expect.toBeOneOf([400, 403])])
        expect([path, answer.headers.get("set-cookie")]).toEqual([path, null])
      }
    }
    expect(world.state()).toBe(state)
  })

  it("is refused without an origin, as only other programs post", async () => {
    const answer = await ask("/logout", {
      method: "POST",
      headers: { cookie: `__Host-lectern-form=${formToken}; ${session}` },
      body: new URLSearchParams({ token: formToken })
    })
    expect(answer.status).toBe(403)
  })

  it("is refused, as its page is, where a trusted proxy says that it came over plain HTTP", async () => {
    const headers = { origin, cookie: `__Host-lectern-form=${formToken}`, "x-forwarded-proto": "http" }
    const options = { trustedProxies: () => true }
    const body = new URLSearchParams({ token: formToken, email: "ada@example.com", password })
    for (const init of [{ headers }, { headers, method: "POST", body }]) {
      const answer = await ask("/login", init, {}, options)
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null])
      expect(await answer.text()).toContain("over plain HTTP")
    }
    const secure = { ...headers, "x-forwarded-proto": "https" }
    expect((await ask("/login", { headers: secure }, {}, options)).status).toBe(200)
    expect((await ask("/login", { headers })).status).toBe(200)
  })
})
