/** The pages to sign in at: the requests that they accept, and the headers of every answer for browsers. */
import * as Lectern from "@lectern/core/Lectern"
import type { QuotasValue } from "@lectern/core/quotas/Quotas"
import { signInRules } from "@lectern/core/sessions/SignInRules"
import * as LecternHttp from "@lectern/http/LecternHttp"
import type { WebHandler } from "@lectern/http/WebHandler"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as Smtp from "@lectern/node/sign-in/Smtp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { startMailServer } from "../../../node/test/sign-in/mailServer.js"
import { consoleOf } from "../support/consoleOf.js"

const origin = "https://docs.example"
const password = "correct horse battery staple"
const cheap = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const opened: Array<Lectern.Lectern> = []

/** An engine whose pages are at an address. */
const serving = async (baseUrl: string, options: Lectern.Options = {}) => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl, passwords: cheap, ...options })
  opened.push(lectern)
  const console = await consoleOf(lectern, baseUrl, { mails: options.mailer !== undefined })
  return { lectern, fetch: LecternHttp.fetchHandler(lectern, console) }
}

let lectern: Lectern.Lectern
let fetch: WebHandler

beforeAll(async () => {
  ;({ fetch, lectern } = await serving(origin))
})
afterAll(() => Promise.all(opened.map((each) => each.close())))

const formToken = "0123456789abcdef0123456789abcdef"

interface Posted {
  readonly headers?: Record<string, string>
  readonly fields?: Record<string, string>
  readonly cookies?: string
}

/** Posts a form as a browser does from a page of the server. */
const post = (path: string, { cookies = "", fields = {}, headers = {} }: Posted = {}, to = fetch) =>
  to(
    new Request(`${origin}${path}`, {
      method: "POST",
      headers: { origin, cookie: `__Host-lectern-form=${formToken}; ${cookies}`, ...headers },
      body: new URLSearchParams({ token: formToken, ...fields })
    })
  )
const get = (path: string, headers: Record<string, string> = {}, to = fetch) =>
  to(new Request(`${origin}${path}`, { headers }))

/** The address of a new person, who has the password. */
const person = async (email: string, there = { fetch, lectern }): Promise<string> => {
  const { accounts, users } = there.lectern.asSystem()
  const { id } = await users.create({ displayName: "Ada", email })
  const { url } = await accounts.createLink(id, { administrator: false })
  const set = await post(new URL(url).pathname, { fields: { password } }, there.fetch)
  expect([set.status, set.headers.get("location")]).toEqual([303, `${origin}/account`])
  return email
}

const signIn = (email: string, more: Posted = {}, to = fetch) =>
  post("/login", { ...more, fields: { email, password, ...more.fields } }, to)
const cookieOf = (response: Response): string => response.headers.get("set-cookie")?.split(";")[0] ?? ""

describe("the pages to sign in at", () => {
  it("take forms of their own origin and browser alone", async () => {
    const email = await person("ada@example.com")
    const refused: ReadonlyArray<Posted> = [
      { headers: { origin: "https://evil.example" } },
      { headers: { origin: "null" } },
      { headers: { "sec-fetch-site": "cross-site" } },
      { headers: { "sec-fetch-site": "same-site" } },
      { headers: { origin: "https://evil.example", "sec-fetch-site": "same-origin" } },
      { headers: { cookie: "" } },
      { fields: { token: "" } },
      { fields: { token: "f".repeat(32) } },
      { headers: { cookie: "__Host-lectern-form=" }, fields: { token: "" } }
    ]
    for (const each of refused) {
      const answer = await signIn(email, each)
      expect([each, answer.status, answer.headers.get("set-cookie")]).toEqual([each, 403, null])
    }
    expect((await signIn(email, { headers: { "sec-fetch-site": "same-origin" } })).status).toBe(303)
  })

  it("send nobody to another site", async () => {
    const email = await person("bob@example.com")
    const places = [
      ["/account?done=password", "/account?done=password"],
      ["/v1/orgs", "/v1/orgs"],
      ["//evil.example", "/account"],
      ["/\\evil.example", "/account"],
      ["/a\\evil", "/account"],
      ["/\t/evil.example", "/account"],
      ["https://evil.example", "/account"],
      ["javascript:alert(1)", "/account"],
      ["evil", "/account"],
      ["", "/account"]
    ]
    for (const [next = "", location] of places) {
      const answer = await signIn(email, { fields: { next } })
      expect([next, answer.headers.get("location")]).toEqual([next, `${origin}${location}`])
    }
  })

  it("say to browsers that nothing is kept, framed or run that is not theirs", async () => {
    const email = await person("carol@example.com")
    const session = cookieOf(await signIn(email))
    const pages = ["/login", "/login/reset", "/login/link/unknown", "/account", "/admin"]
    for (const path of pages) {
      const { headers } = await get(path, { cookie: session })
      expect([path, headers.get("cache-control")]).toEqual([path, "no-store"])
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get("content-security-policy")).not.toContain("unsafe")
      expect(headers.get("referrer-policy")).toBe("same-origin")
      expect(headers.get("access-control-allow-origin")).toBeNull()
    }
    expect((await get("/account", { cookie: session })).status).toBe(200)
    expect((await signIn(email)).headers.get("set-cookie")).toMatch(
      /^__Host-lectern-session=lcs_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Expires=/
    )
  })

  it("give a cookie that the API does not take", async () => {
    const session = cookieOf(await signIn(await person("dora@example.com")))
    const secret = session.split("=")[1]
    expect((await get("/v1/user", { cookie: session })).status).toBe(401)
    expect((await get("/v1/user", { authorization: `Bearer ${secret}` })).status).toBe(401)
  })

  it("refuse a wrong password as they refuse an unknown address, and say how long to wait", async () => {
    const email = await person("eve@example.com")
    const answers: Array<readonly [number, string]> = []
    for (const who of [email, "nobody@example.com"]) {
      const answer = await signIn(who, { fields: { password: "wrong" } })
      answers.push([answer.status, (await answer.text()).replaceAll(who, "")])
    }
    expect(answers[0]).toEqual(answers[1])
    for (let i = 0; i < 3; i++) await signIn(email, { fields: { password: "wrong" } })
    const late = await signIn(email)
    expect([late.status, await late.text()]).toEqual([429, expect.stringContaining("try again in")])
  })

  it("mail a link to whoever has forgotten the password, and answer the same to whoever has no account", async () => {
    const mail = await startMailServer({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"] })
    const url = Redacted.make(`smtp://127.0.0.1:${mail.port}`)
    const there = await serving(origin, { mailer: Smtp.layer({ url, from: "docs@example.com" }) })
    const email = await person("gil@example.com", there)
    const ask = async (who: string) => {
      const answer = await post("/login/reset", { fields: { email: who } }, there.fetch)
      const headers = [...answer.headers].filter(([name]) => name !== "x-request-id")
      return { headers, status: answer.status, text: await answer.text() }
    }
    expect(await (await get("/login/reset", {}, there.fetch)).text()).toContain("Send the link")
    const unknown = await ask("nobody@example.com")
    expect(unknown).toMatchObject({ status: 200, text: expect.stringContaining("a link is on its way") })
    expect(await ask(email)).toEqual(unknown)
    await vi.waitFor(() => expect(mail.taken.map(({ to }) => to)).toEqual([[email]]), { timeout: 20_000, interval: 10 })
    const [path = ""] = /\/login\/link\/[\w-]{43}/.exec(mail.taken[0]?.text ?? "") ?? []
    const chosen = { fields: { password: "another long password" } }
    expect((await post(path, chosen, there.fetch)).headers.get("location")).toBe(`${origin}/account`)
    expect((await signIn(email, {}, there.fetch)).status).toBe(400)
    expect((await signIn(email, chosen, there.fetch)).status).toBe(303)
    await mail.close()
  })

  it("say that nobody is mailed a link where the server sends no mail, and take a request for one as always", async () => {
    const email = await person("hal@example.com")
    const page = await (await get("/login/reset")).text()
    expect(page).toContain("This server sends no mail. Ask an administrator")
    expect(page).not.toContain("<form")
    const answers = []
    for (const who of [email, "nobody@example.com"]) {
      const answer = await post("/login/reset", { fields: { email: who } })
      answers.push([answer.status, await answer.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(200)
    expect((await signIn(email)).status).toBe(303)
  })

  it("ask for the password once more before a change, where the last proof is too old", async () => {
    let time = Date.now()
    const there = await serving(origin, { clock: () => time })
    const email = await person("ida@example.com", there)
    const first = cookieOf(await signIn(email, {}, there.fetch))
    const change = (cookies: string) =>
      post("/account/password", { cookies, fields: { password: "another long password" } }, there.fetch)
    const confirm = (typed: string, cookies = first) =>
      post("/login/confirm", { cookies, fields: { password: typed, next: "//evil.example" } }, there.fetch)
    const locationOf = (answer: Response) => answer.headers.get("location")?.replace(origin, "")
    const account = async (cookie: string) => (await get("/account", { cookie }, there.fetch)).text()
    const stale = "/login/confirm?next=%2Faccount"
    time += signInRules.fresh
    expect(await account(first)).toContain("Change the password")
    time += 1
    expect(await account(first)).toContain(`href="${origin}${stale}"`)
    expect(await account(first)).not.toContain("Change the password")
    expect(locationOf(await change(first))).toBe(stale)
    const page = await (await get(stale, { cookie: first }, there.fetch)).text()
    expect(page).toMatch(/Confirm that it is you.*name="password"/s)
    const wrong = await confirm("wrong")
    expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([400, null])
    expect(await wrong.text()).toContain("The password is wrong.")
    expect(locationOf(await change(first))).toBe(stale)

    const right = await confirm(password)
    expect([right.status, locationOf(right)]).toEqual([303, "/account"])
    const renewed = cookieOf(right)
    expect(await account(renewed)).toContain("Change the password")
    expect(locationOf(await change(renewed))).toBe("/account?done=password")
    expect([locationOf(await confirm(password)), locationOf(await confirm(password, ""))]).toEqual(["/login", "/login"])
  })

  it("erase an account after its e-mail address was typed, and nobody on somebody else's word", async () => {
    const email = await person("erased@example.com")
    const cookies = cookieOf(await signIn(email))
    const erase = (typed: string) => post("/account/erase", { cookies, fields: { typed } })
    const wrong = await erase("other@example.com")
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("nothing was erased")])
    const { users } = lectern.asSystem()
    const others = await post("/admin/people/erase", { cookies, fields: { user: "somebody", typed: "x" } })
    expect(others.status).toBe(403)
    const done = await erase(email)
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("Your account is erased")])
    expect(await users.findByEmail(email)).toBeUndefined()
    expect((await get("/account", { cookie: cookies })).headers.get("location")).toContain("/login")
  })

  it.each<readonly [Partial<QuotasValue>, string]>([
    [{ organizationCreators: "administrators", organizationsPerUser: 2 }, "Only administrators of the server may"],
    [
      { organizationCreators: "everyone", organizationsPerUser: 2 },
      "Everybody may make organizations, at most 2 each."
    ],
    [{ organizationCreators: "everyone" }, "Everybody may make organizations, any number."]
  ])("tell administrators who may make organizations: %o", async (quotas, said) => {
    const { fetch: there, lectern } = await serving(origin, { quotas })
    const { accounts, users } = lectern.asSystem()
    const { id } = await users.create({ displayName: "Ada", email: "ada@example.com" })
    const { url } = await accounts.createLink(id, { administrator: true })
    const entered = await post(new URL(url).pathname, { fields: { password } }, there)
    expect(await (await get("/admin", { cookie: cookieOf(entered) }, there)).text()).toContain(said)
  })

  it("escape what people are called", async () => {
    const { accounts, users } = lectern.asSystem()
    const { id } = await users.create({ displayName: "<b>&\"'", email: "fay@example.com" })
    const { url } = await accounts.createLink(id, { administrator: false })
    const text = await (await get(new URL(url).pathname)).text()
    expect(text).not.toContain("<b>&")
    expect(await (await post("/login", { fields: { email: '"><script>', password: "x" } })).text()).not.toContain(
      "<script>"
    )
  })

  it("are off over plain HTTP, other than on this machine, and say so", async () => {
    const away = await serving("http://192.0.2.1:4000")
    for (const path of ["/login", "/account", "/admin"]) {
      const answer = await get(path, {}, away.fetch)
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null])
      expect(await answer.text()).toContain("over plain HTTP")
    }
    expect((await post("/login", { fields: { email: "a@b.example", password } }, away.fetch)).status).toBe(403)
    for (const base of ["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000"]) {
      expect((await get("/login", {}, (await serving(base)).fetch)).status).toBe(200)
    }
  })

  it("move from a loopback address to localhost, where passkeys work", async () => {
    const here = await serving("http://127.0.0.1:4000")
    const answer = await get("/login?next=/admin", { host: "127.0.0.1:4000" }, here.fetch)
    expect(answer.headers.get("location")).toBe("http://localhost:4000/login?next=/admin")
  })

  it("are not there unless they are asked for", async () => {
    const answer = await LecternHttp.fetchHandler(lectern)(new Request(`${origin}/login`))
    expect(answer.status).toBe(404)
  })
})
