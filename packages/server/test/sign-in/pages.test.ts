/** The pages to sign in at, in a real browser: from the link of the first start to a session that is ended. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { inCI } from "@lectern/storage-testing/inCI"
import { has, needs } from "@lectern/storage-testing/needs"
import { Secret, TOTP } from "otpauth"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { listen, type RunningProvider } from "../../../console/test/support/openIdProvider.js"
import { providerID } from "../../../node/test/saml/identityProvider.js"
import { startIdentityServer } from "../../../node/test/saml/identityServer.js"
import { providerKey } from "../../../node/test/saml/keys.js"
import { names } from "../../src/config/SettingNames.js"
import { type ServerHere, startServerHere } from "../inProcess.js"
import { temporaryFolder } from "../program.js"
import { addAuthenticator, launch, look } from "./browser.js"

const secret = "a secret of the tests"

let browser: Browser
let server: ServerHere
let provider: RunningProvider
let admin: Page
let folder: string
let remove = () => {}

const it = test.runIf(has("a browser"))

beforeAll(async () => {
  ;[folder, remove] = temporaryFolder()
  provider = await listen()
  const env = {
    LECTERN_OPENID_ISSUER: provider.issuer,
    LECTERN_OPENID_CLIENT_ID: "server",
    LECTERN_OPENID_CLIENT_SECRET: secret,
    LECTERN_OPENID_LABEL: "Example",
    LECTERN_OPENID_DOMAINS: "example.com"
  }
  ;[browser, server] = await Promise.all([launch(), startServerHere(folder, ["--import-docs", "none"], env)])
})

afterAll(async () => {
  await browser.close()
  await server.stop()
  await provider.stop()
  remove()
})

const password = "correct horse battery staple"
const textOf = async (found: Locator) => (await found.textContent()) ?? ""
const heading = (page: Page) => textOf(page.locator("h1"))
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** The status of a call of the API with a header, as curl prints it. */
const curl = async (header: string) => {
  needs("curl")
  const args = ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", header, `${server.base}/v1/orgs`]
  return (await promisify(execFile)("curl", args)).stdout
}

/** Signs in by password, up to the second step where there is one. */
const byPassword = async (page: Page, email: string) => {
  await page.goto(`${server.base}/login`)
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(password)
  await press(page, "Sign in")
}

it("lead the first administrator from the link of the first start to every way to sign in", async () => {
  const link = /once: (\S+)/.exec(server.banner)?.[1] ?? ""
  const context = await browser.newContext()
  const page = await context.newPage()
  admin = page
  const problems: Array<string> = []
  page.on("pageerror", (error) => problems.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) problems.push(message.text())
  })
  await addAuthenticator(context, page)

  await page.goto(link)
  expect(await heading(page)).toBe("Choose a password")
  await look(page, "link")
  await page.getByLabel("New password").fill(password)
  await press(page, "Set the password")
  expect(await heading(page)).toBe("Home")
  await page.goto(link)
  expect(await heading(page)).toBe("This link does not work")
  await look(page, "link-used")

  await page.goto(`${server.base}/account`)
  await press(page, "Set up an authenticator app")
  await look(page, "totp")
  const secret = (await textOf(page.locator("code"))).replaceAll(" ", "")
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByRole("textbox", { name: "Code" }).fill("000000")
  await press(page, "Turn on")
  expect(await textOf(page.getByRole("alert").first())).toContain("the code is wrong")
  await press(page, "Set up an authenticator app")
  app.secret = Secret.fromBase32((await textOf(page.locator("code"))).replaceAll(" ", ""))
  await page.getByRole("textbox", { name: "Code" }).fill(app.generate())
  await press(page, "Turn on")
  expect(await textOf(page.getByRole("status"))).toContain("Codes of your authenticator app")

  await page.getByLabel("Name of the device").fill("Laptop")
  await press(page, "Add a passkey")
  await page.waitForURL("**/account?done=passkey")
  await page.getByLabel("What the token is for").fill("Backups")
  await press(page, "Make a token")
  const token = await textOf(page.locator("code"))
  await page.getByText("Erase my account…").click()
  await look(page, "account")
  expect(await curl(`Authorization: Bearer ${token}`)).toBe("200")
  await page.getByRole("button", { name: "Revoke the token Backups" }).click()
  expect(await textOf(page.getByRole("status"))).toContain("token")
  expect(await curl(`Authorization: Bearer ${token}`)).toBe("401")

  await page.goto(`${server.base}/login/confirm`)
  expect(await heading(page)).toBe("Confirm that it is you")
  await look(page, "confirm")
  await page.goto(`${server.base}/account`)
  await press(page, "Sign out")
  expect(await heading(page)).toBe("Sign in")
  await look(page, "login")
  await page.goto(`${server.base}/account`)
  expect(await heading(page)).toBe("Sign in")
  await press(page, "Sign in with a passkey")
  await page.waitForURL("**/account")
  expect(await heading(page)).toBe("Your account")

  const other = await browser.newContext({ userAgent: "Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0" })
  const elsewhere = await other.newPage()
  await byPassword(elsewhere, "admin@lectern.localhost")
  expect(await heading(elsewhere)).toBe("Second step")
  await look(elsewhere, "second-step")
  const [cookie] = (await other.cookies()).filter(({ name }) => name === "__Host-lectern-session")
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" })
  expect(await curl(`Cookie: __Host-lectern-session=${cookie?.value}`)).toBe("401")
  await elsewhere.getByRole("textbox", { name: "Code" }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await press(elsewhere, "Continue")
  expect(await heading(elsewhere)).toBe("Home")

  await page.goto(`${server.base}/account`)
  await page.getByRole("button", { name: "Sign out Firefox on Linux" }).click()
  await elsewhere.goto(`${server.base}/account`)
  expect(await heading(elsewhere)).toBe("Sign in")
  expect(problems).toEqual([])
})

test.runIf(inCI && has("a browser"))(
  "let an administrator invite somebody, who signs in without JavaScript, and disable them",
  async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const guest = await plain.newPage()
    await guest.goto(`${server.base}/admin`)
    expect(await heading(guest)).toBe("Sign in")
    expect(await guest.getByRole("button").allTextContents()).toEqual(["Sign in"])

    await admin.goto(`${server.base}/admin`)
    const makers = admin.locator("section", { hasText: "Only administrators of the server may make organizations." })
    const settings = [names.organizationCreators, names.userOrganizations].map(({ flag }) => flag.slice(2))
    expect(await makers.locator("code").allTextContents()).toEqual(settings)
    await admin.getByLabel("Name").fill("Grace")
    await admin.getByLabel("E-mail address").fill("grace@example.com")
    await press(admin, "Invite")
    await look(admin, "people")
    await guest.goto(await textOf(admin.getByRole("status").locator("code")))
    expect(await heading(guest)).toBe("Welcome, Grace")
    await guest.getByLabel("New password").fill(password)
    await press(guest, "Set the password")
    expect(await heading(guest)).toBe("Lectern")
    await guest.goto(`${server.base}/admin`)
    expect(await heading(guest)).toBe("This did not work")

    await admin.getByRole("button", { name: "Disable Grace" }).click()
    expect(await textOf(admin.getByRole("status"))).toBe("The change is saved.")
    await guest.goto(`${server.base}/account`)
    expect(await heading(guest)).toBe("Sign in")
    await byPassword(guest, "grace@example.com")
    expect(await textOf(guest.getByRole("alert"))).toBe("The e-mail address or the password is wrong.")
    await look(admin, "people-disabled")

    await admin.getByRole("link", { name: "Audit trail" }).click()
    expect(await heading(admin)).toBe("Audit trail")
    const updated = admin.locator("ul.list > li", { hasText: "account.updated" }).first()
    expect(await textOf(updated)).toMatch(/^account\.updated.*Grace.*state: active disabled.*127\.0\.0\.1/)
    await look(admin, "audit")
    await admin.getByRole("link", { name: "account.updated" }).first().click()
    expect(await textOf(admin.locator("ul.list"))).not.toContain("session.created")
    await admin.getByLabel("Last day").fill("2020-01-01")
    await press(admin, "Show")
    expect(await textOf(admin.locator("h2"))).toBe("0 events of the server")
    await look(admin, "audit-filter")

    await admin.goto(`${server.base}/admin`)
    const erase = admin.locator("details", { hasText: "Grace" })
    await erase.locator("summary").click()
    await look(admin, "people-erase")
    await erase.getByRole("textbox").fill("Somebody")
    await erase.getByRole("button").click()
    expect(await textOf(admin.getByRole("alert"))).toContain("nothing was erased")
    await erase.locator("summary").click()
    await erase.getByRole("textbox").fill("Grace")
    await erase.getByRole("button").click()
    expect(await textOf(admin.getByRole("status"))).toBe("The change is saved.")
    expect(await admin.getByText("grace@example.com").count()).toBe(0)
    await admin.getByRole("link", { name: "Audit trail" }).click()
    const erased = admin.locator("ul.list > li", { hasText: "user.erased" }).first()
    expect(await textOf(erased)).toMatch(/Deleted user/)
    expect(await textOf(admin.locator("main"))).not.toContain("Grace")
  }
)

test.runIf(inCI && has("a browser"))(
  "sign people in with the provider of the server, and with that of an organization",
  async () => {
    await admin.goto(`${server.base}/account`)
    await admin.getByLabel("What the token is for").fill("Set-up")
    await press(admin, "Make a token")
    const authorization = `Bearer ${await textOf(admin.locator("code"))}`
    const post = async (path: string, body: object) => {
      const headers = { authorization, "content-type": "application/json" }
      const made = await fetch(`${server.base}/v1/orgs${path}`, { method: "POST", headers, body: JSON.stringify(body) })
      expect(made.status).toBe(201)
      return (await made.json()) as { readonly id: string; readonly service: { readonly redirectURL: string } }
    }
    const { id } = await post("", { title: "Acme", emailDomains: ["acme.example"] })
    const settings = { label: "Staff", issuer: provider.issuer, clientId: "acme", clientSecret: secret }
    const { service } = await post(`/${id}/openid`, settings)
    const origin = new URL(service.redirectURL).origin
    provider.serve([
      { clientId: "server", clientSecret: secret, redirectUri: `${origin}/openid/callback` },
      { clientId: "acme", clientSecret: secret, redirectUri: service.redirectURL }
    ])
    provider.people.set("ada", { email: "ada@example.com", email_verified: true, name: "Ada" })
    provider.people.set("bob", { email: "bob@acme.example", email_verified: true, name: "Bob" })
    provider.people.set("eve", { email: "bob@acme.example", email_verified: false, name: "Eve" })

    const visitor = await (await browser.newContext()).newPage()
    provider.current = "ada"
    await visitor.goto(`${server.base}/login`)
    await visitor.getByRole("link", { name: "Continue with Example" }).click()
    await visitor.waitForURL("**/app")
    await visitor.goto(`${server.base}/account`)
    expect(await textOf(visitor.locator("main"))).toContain("ada@example.com")
    await press(visitor, "Sign out")

    const byOrganization = async (name: string) => {
      // The provider remembers who has signed in with this browser.
      await visitor.context().clearCookies()
      provider.current = name
      await visitor.goto(`${server.base}/login`)
      await visitor.getByRole("link", { name: "Sign in with your organization" }).click()
      await visitor.getByLabel("E-mail address at work").fill("bob@acme.example")
      await look(visitor, "organization")
      await press(visitor, "Continue")
      await look(visitor, "organization-ways")
      await visitor.getByRole("link", { name: "Acme: Staff" }).click()
    }
    await byOrganization("eve")
    expect(await heading(visitor)).toBe("You are not signed in")
    expect(await textOf(visitor.getByRole("alert"))).toContain("does not say that it has verified your e-mail address")
    await look(visitor, "organization-refused")
    await visitor.getByRole("link", { name: "Sign in" }).click()
    expect(await heading(visitor)).toBe("Sign in")
    await byOrganization("bob")
    await visitor.waitForURL("**/app")
    await visitor.goto(`${server.base}/account`)
    expect(await heading(visitor)).toBe("Signed in to Acme")
    await look(visitor, "organization-session")
    await press(visitor, "Sign out")
    expect(await heading(visitor)).toBe("Sign in")
  }
)

test.runIf(inCI && has("a browser"))(
  "lead a member of an organization to its identity provider, and back, and out again",
  async () => {
    const token = readFileSync(join(folder, "admin-token"), "utf8").trim()
    const api = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      const response = await fetch(`${server.base}/v1${path}`, { method, headers, body: JSON.stringify(body) ?? null })
      expect(response.ok).toBe(true)
      return response.json()
    }
    const okta = await startIdentityServer()
    const { items } = await api("GET", "/orgs")
    const organization = `/orgs/${items[0].id}`
    await api("PATCH", organization, { emailDomains: ["saml.example"] })
    const { service } = await api("POST", `${organization}/saml`, {
      label: "Okta",
      entityID: providerID,
      ssoURL: `${okta.base}/sso`,
      sloURL: `${okta.base}/slo`,
      certificate: providerKey.certificate
    })
    okta.trust({ ...service, logoutURL: `${service.entityID}/logout` })

    const page = await (await browser.newContext()).newPage()
    await page.goto(`${server.base}/login`)
    await page.getByRole("link", { name: "Sign in with your organization" }).click()
    await page.getByLabel("E-mail address").fill("ada@saml.example")
    await press(page, "Continue")
    await page.getByRole("link", { name: "Okta" }).click()
    expect(await heading(page)).toBe("Identity provider")
    await press(page, "Sign in as Ada")
    expect([new URL(page.url()).pathname, await heading(page)]).toEqual(["/app", "Home"])
    await page.goto(`${server.base}/account`)
    expect(await heading(page)).toBe(`Signed in to ${items[0].title}`)
    await page.goto(`${server.base}/admin`)
    expect(await heading(page)).toBe("This did not work")
    await page.goto(`${server.base}/account`)
    await press(page, "Sign out")
    expect(await heading(page)).toBe("You are signed out")
    await look(page, "signed-out")
    await page.getByRole("link", { name: "Sign out of Okta too" }).click()
    expect(await textOf(page.locator("p"))).toBe("Signed out.")
    await page.goto(`${server.base}/account`)
    expect(await heading(page)).toBe("Sign in")
    okta.close()
  }
)
