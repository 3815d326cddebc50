/** Signing in with a real OpenID provider, and with one that lies. */

import { type Refusal, refusals } from "@lectern/core/identities/Refusals"
import * as Lectern from "@lectern/core/Lectern"
import { type OpenIdClaims, OpenIdClient } from "@lectern/core/openid/OpenIdClient"
import * as LecternHttp from "@lectern/http/LecternHttp"
import type { WebHandler } from "@lectern/http/WebHandler"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as OpenId from "@lectern/node/sign-in/OpenId"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { consoleOf } from "../support/consoleOf.js"
import { listen, newKey, type Parts, type RunningProvider, signed } from "../support/openIdProvider.js"

const baseUrl = "https://docs.example"
const secret = "a secret of the tests"
const formToken = "0123456789abcdef0123456789abcdef"

let honest: RunningProvider
let evil: RunningProvider
let lectern: Lectern.Lectern
let fetch: WebHandler
/**
 * The places where signing in begins: with the server's provider, with Acme's, which is the same one, and with Evil's.
 */
let start: Readonly<Record<"server" | "acme" | "evil", string>>

/** The problems that the library has found, which are for the log alone. */
const found: Array<string> = []
/** Earlier claims of providers, where they accept a code again and repeat the claims. */
let repeated: Map<string, OpenIdClaims> | undefined
/** Runs after a provider has identified a person, before that person is admitted. */
let meanwhile: (() => Promise<unknown>) | undefined
const noting = (layer: Layer.Layer<OpenIdClient>) =>
  Layer.effect(
    OpenIdClient,
    Effect.map(OpenIdClient, ({ begin, complete }) => ({
      begin,
      complete: (...args: Parameters<typeof complete>) => {
        const [, , answer] = args
        const before = repeated?.get(answer)
        if (before !== undefined) return Effect.succeed(before)
        return complete(...args).pipe(
          Effect.tap((claims) => Effect.sync(() => repeated?.set(answer, claims))),
          Effect.tap(() => Effect.promise(async () => meanwhile?.())),
          Effect.tapError(({ message }) => Effect.sync(() => found.push(message)))
        )
      }
    }))
  ).pipe(Layer.provide(layer))

beforeAll(async () => {
  ;[honest, evil] = await Promise.all([listen(), listen()])
  lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    baseUrl,
    openId: noting(OpenId.layer({ issuers: [honest.issuer, evil.issuer] })),
    passwords: Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    openIdProvider: {
      label: "Acme",
      issuer: honest.issuer,
      clientId: "server",
      clientSecret: Redacted.make(secret),
      domains: ["acme.com"]
    }
  })
  fetch = LecternHttp.fetchHandler(lectern, await consoleOf(lectern, baseUrl))
  const system = lectern.asSystem()
  const organization = async (title: string, provider: RunningProvider, domain: string) => {
    const admin = await system.users.create({ displayName: title, email: `admin@${title.toLowerCase()}.example` })
    const { id } = await lectern.as(admin.id).organizations.create({ title })
    await system.organizations.update(id, { emailDomains: [domain] })
    return lectern.as(admin.id).openIdProviders.create(id, {
      label: `${title} login`,
      issuer: provider.issuer,
      clientId: title,
      clientSecret: secret,
      defaultRole: "read"
    })
  }
  const acme = await organization("Acme", honest, "acme.com")
  const other = await organization("Evil", evil, "evil.com")
  const client = (clientId: string, redirectUri: string) => ({ clientId, clientSecret: secret, redirectUri })
  honest.serve([client("server", `${baseUrl}/openid/callback`), client("Acme", acme.service.redirectURL)])
  evil.serve([client("Evil", other.service.redirectURL)])
  start = {
    server: `${baseUrl}/openid/start`,
    acme: acme.service.startURL,
    evil: other.service.startURL
  }
  for (const { people } of [honest, evil]) {
    people.set("ada", { email: "ada@acme.com", email_verified: true, name: "Ada" })
    people.set("bob", { email: "bob@acme.com", email_verified: true, name: "Bob" })
    people.set("unverified", { email: "ada@acme.com", email_verified: false })
    people.set("eve", { email: "eve@evil.com", email_verified: true })
  }
})

beforeEach(() => {
  found.length = 0
  repeated = undefined
  meanwhile = undefined
  for (const provider of [honest, evil]) {
    provider.current = "ada"
    provider.tamper = undefined
  }
})

afterAll(async () => {
  await lectern.close()
  await Promise.all([honest.stop(), evil.stop()])
})

const get = (address: string, cookie = "") => fetch(new Request(address, { headers: { cookie } }))
const cookieOf = (response: Response, name: string): string =>
  new RegExp(`__Host-lectern-${name}=[^;,]+`).exec(response.headers.get("set-cookie") ?? "")?.[0] ?? ""

/** An attempt that has begun: the cookie of the browser, and the address of the provider. */
const begin = async (address: string) => {
  const response = await get(address)
  expect(response.status).toBe(303)
  return { cookie: cookieOf(response, "openid"), location: response.headers.get("location") ?? "" }
}

/** An attempt up to where the provider sends the browser back to. */
const answered = async (address: string, provider = honest) => {
  const { cookie, location } = await begin(address)
  return { cookie, callback: await provider.visit(location) }
}

/** The reason that a page gives for not signing in anybody. */
const refusalOf = async (response: Response): Promise<string> => {
  expect([response.status, cookieOf(response, "session")]).toEqual([403, ""])
  const page = await response.text()
  const said = Object.entries(refusals).find(([, { message }]) => page.toLowerCase().includes(message))
  return said?.[0] ?? page
}

const changed = (address: string, name: string, value: string | undefined): string => {
  const url = new URL(address)
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.href
}

describe("an OpenID provider", () => {
  it("of the server signs people in to their accounts", async () => {
    expect(await (await get(`${baseUrl}/login`)).text()).toContain("Continue with Acme")
    const { callback, cookie } = await answered(`${start.server}?next=/account?done=password`)
    const response = await get(callback, cookie)
    expect([response.status, response.headers.get("location")]).toEqual([303, `${baseUrl}/account?done=password`])
    const account = await get(`${baseUrl}/account`, cookieOf(response, "session"))
    const page = await account.text()
    expect([account.status, page.includes("ada@acme.com"), page.includes("API tokens")]).toEqual([200, true, true])
  })

  it("of an organization signs people in to this organization", async () => {
    const found = await (await get(`${baseUrl}/login/sso?email=bob@acme.com`)).text()
    expect(found).toContain("Acme: Acme login")
    expect(found).not.toContain("Evil")
    honest.current = "bob"
    const { callback, cookie } = await answered(start.acme)
    const response = await get(callback, cookie)
    const session = cookieOf(response, "session")
    const page = await (await get(`${baseUrl}/account`, session)).text()
    expect(page).toContain("Signed in to Acme")
    expect(page).not.toContain("API tokens")
    expect((await get(`${baseUrl}/admin`, session)).status).toBe(403)
    expect((await get(`${baseUrl}/v1/user`, session)).status).toBe(401)
  })

  it("is connected to the account of an administrator, and proves again who somebody is", async () => {
    const { accounts, users } = lectern.asSystem()
    const { id } = await users.create({ displayName: "Root", email: "root@acme.com" })
    const { url } = await accounts.createLink(id, { administrator: true })
    const post = (path: string, fields: Record<string, string>, cookie = "") =>
      fetch(
        new Request(`${baseUrl}${path}`, {
          method: "POST",
          headers: { origin: baseUrl, cookie: `__Host-lectern-form=${formToken}; ${cookie}` },
          body: new URLSearchParams({ token: formToken, ...fields })
        })
      )
    const session = cookieOf(await post(new URL(url).pathname, { password: "correct horse battery" }), "session")
    honest.people.set("root", { email: "root@acme.com", email_verified: true })
    honest.current = "root"
    const before = await answered(start.server)
    expect(await refusalOf(await get(before.callback, before.cookie))).toBe("administrator")

    const connecting = await post("/account/openid", {}, session)
    const page = await connecting.text()
    const address = /href="(http:\/\/localhost[^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? ""
    expect(new URL(address).searchParams.get("prompt")).toBe("login")
    const attempt = cookieOf(connecting, "openid")
    const callback = await honest.visit(address)
    expect(await refusalOf(await get(callback, attempt))).toBe("noAttempt")
    const again = await honest.visit(address)
    expect((await get(again, `${attempt}; ${session}`)).headers.get("location")).toBe(`${baseUrl}/account`)
    const { callback: signed, cookie } = await answered(start.server)
    expect((await get(signed, cookie)).status).toBe(303)

    const { callback: confirmed, cookie: confirming } = await answered(`${start.server}?intent=confirm`)
    const renewed = cookieOf(await get(confirmed, `${confirming}; ${session}`), "session")
    expect(renewed).not.toBe(session)
    honest.current = "bob"
    const { callback: other, cookie: others } = await answered(`${start.server}?intent=confirm`)
    expect(await refusalOf(await get(other, `${others}; ${renewed}`))).toBe("otherAccount")
    expect((await fetch(new Request(`${baseUrl}/account/openid`, { headers: { cookie: session } }))).status).toBe(405)
  })

  it("gives an account no password, not even the one that is hashed for accounts without any", async () => {
    const { callback, cookie } = await answered(start.server)
    expect((await get(callback, cookie)).status).toBe(303)
    const body = new URLSearchParams({ token: formToken, email: "ada@acme.com", password: "no password has this hash" })
    const headers = { origin: baseUrl, cookie: `__Host-lectern-form=${formToken}` }
    const answer = await fetch(new Request(`${baseUrl}/login`, { method: "POST", headers, body }))
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([400, null])
    expect(await answer.text()).toContain("The e-mail address or the password is wrong.")
  })

  it("sends nobody to another site", async () => {
    const { callback, cookie } = await answered(`${start.server}?next=//evil.example`)
    expect((await get(callback, cookie)).headers.get("location")).toBe(`${baseUrl}/account`)
  })

  it("signs nobody in who says no", async () => {
    honest.current = ""
    const { callback, cookie } = await answered(start.server)
    expect(await refusalOf(await get(callback, cookie))).toBe("denied")
  })

  it("is quoted nowhere, whatever it says", async () => {
    const { callback, cookie } = await answered(start.server)
    honest.tamper = () => `${Buffer.from("{ nobody@acme.com }").toString("base64url")}.e30.e30`
    expect(await refusalOf(await get(callback, cookie))).toBe("notBelieved")
    expect(found).toEqual(["OAUTH_PARSE_ERROR: it cannot be parsed"])
  })

  it("signs nobody in twice with one answer", async () => {
    const { callback, cookie } = await answered(start.server)
    expect((await get(callback, cookie)).status).toBe(303)
    expect(await refusalOf(await get(callback, cookie))).toBe("notBelieved")
  })

  it("signs nobody in twice with one answer, even where it takes a code again", async () => {
    repeated = new Map()
    const { callback, cookie } = await answered(start.server)
    expect((await get(callback, cookie)).status).toBe(303)
    expect(await refusalOf(await get(callback, cookie))).toBe("replayed")
  })

  it("that is not there, or not to be reached, leaves people as they were", async () => {
    const admin = await lectern.asSystem().users.create({ displayName: "Carl", email: "carl@example.com" })
    const own = lectern.as(admin.id)
    const { id } = await own.organizations.create({ title: "Carl" })
    for (const issuer of ["https://127.0.0.1:1", "http://example.invalid", "https://169.254.169.254"]) {
      const { service } = await own.openIdProviders.create(id, { label: "Gone", issuer, clientId: "x" })
      const response = await get(service.startURL)
      expect([issuer, response.status]).toEqual([issuer, 503])
      expect(await response.text()).toContain("cannot be reached")
    }
    expect((await get(`${baseUrl}/openid/${id}/unknown/start`)).status).toBe(404)
  })
})

type Tampering = (parts: Parts, key: ReturnType<typeof newKey>) => string
const withClaims =
  (claims: (old: Parts["claims"]) => Parts["claims"]): Tampering =>
  (parts, key) =>
    signed({ ...parts, claims: { ...parts.claims, ...claims(parts.claims) } }, key)

const now = (): number => Math.floor(Date.now() / 1000)

describe("an ID token is refused", () => {
  it.each<[name: string, problem: string, tamper: Tampering]>([
    ["with another nonce", 'unexpected ID Token "nonce"', withClaims(() => ({ nonce: "another" }))],
    ["without a nonce", 'JWT "nonce" (nonce) claim missing', withClaims(() => ({ nonce: undefined }))],
    ["of another issuer", 'unexpected JWT "iss"', withClaims(() => ({ iss: "https://idp.example" }))],
    ["for another audience", 'unexpected JWT "aud"', withClaims(() => ({ aud: "somebody else" }))],
    ["that has expired", 'unexpected JWT "exp"', withClaims(() => ({ iat: now() - 7200, exp: now() - 3600 }))],
    ["without a subject", 'JWT "sub" (subject) claim missing', withClaims(() => ({ sub: undefined }))],
    ["with the signature of another key", "JWT signature verification failed", (parts) => signed(parts, newKey())],
    [
      "without a signature",
      'unexpected JWT "alg"',
      ({ claims }) =>
        `${[{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`
    ],
    [
      "that says it has no signature, and has one",
      'unexpected JWT "alg"',
      ({ claims }, key) => signed({ header: { alg: "none" }, claims }, key)
    ],
    [
      "that is signed by a shared secret",
      'unexpected JWT "alg"',
      ({ claims }, key) => signed({ header: { alg: "HS256" }, claims }, key)
    ],
    [
      "with a key of its own choice",
      "no applicable keys found",
      ({ claims, header }, key) => signed({ header: { ...header, kid: "other" }, claims }, key)
    ],
    ["that is none", "Invalid JWT", () => "not a token"]
  ])("%s", async (_, problem, tamper) => {
    const { callback, cookie } = await answered(start.acme)
    honest.tamper = tamper
    expect(await refusalOf(await get(callback, cookie))).toBe("notBelieved")
    expect(found).toEqual([expect.stringContaining(problem)])
  })
})

describe("an answer is refused", () => {
  const rows: ReadonlyArray<readonly [string, Refusal, () => Promise<Response>]> = [
    [
      "with another state",
      "wrongState",
      async () => {
        const { callback, cookie } = await answered(start.server)
        return get(changed(callback, "state", "0".repeat(64)), cookie)
      }
    ],
    [
      "without a state",
      "wrongState",
      async () => {
        const { callback, cookie } = await answered(start.server)
        return get(changed(callback, "state", undefined), cookie)
      }
    ],
    ["in a browser that has asked nothing", "noAttempt", async () => get((await answered(start.server)).callback)],
    [
      "in a browser that has asked something else",
      "wrongState",
      async () => get((await answered(start.server)).callback, (await begin(start.server)).cookie)
    ],
    [
      "with an attempt that somebody has made up",
      "noAttempt",
      async () => get((await answered(start.server)).callback, "__Host-lectern-openid=made-up")
    ],
    [
      "of another issuer",
      "notBelieved",
      async () => {
        const { callback, cookie } = await answered(start.server)
        return get(changed(callback, "iss", evil.issuer), cookie)
      }
    ],
    [
      "that does not say whose it is",
      "notBelieved",
      async () => {
        const { callback, cookie } = await answered(start.server)
        return get(changed(callback, "iss", undefined), cookie)
      }
    ],
    [
      "of an honest provider to the attempt with another (mix-up)",
      "wrongState",
      async () => {
        // Evil redirects a browser that it should sign in to the honest provider, to get at the code.
        const { cookie, location } = await begin(start.evil)
        const own = new URL((await begin(start.acme)).location)
        for (const name of ["state", "nonce", "code_challenge"]) {
          own.searchParams.set(name, new URL(location).searchParams.get(name) ?? "")
        }
        return get(await honest.visit(own.href), cookie)
      }
    ],
    [
      "of one provider at the address of another",
      "wrongState",
      async () => {
        const { callback, cookie } = await answered(start.evil, evil)
        return get(callback.replace(/^.*\/callback/, `${baseUrl}/openid/callback`), cookie)
      }
    ],
    [
      "with the code of somebody else",
      "notBelieved",
      async () => {
        honest.current = "bob"
        const stolen = new URL((await answered(start.server)).callback).searchParams.get("code") ?? ""
        honest.current = "ada"
        const { callback, cookie } = await answered(start.server)
        return get(changed(callback, "code", stolen), cookie)
      }
    ],
    [
      "about nobody",
      "noPerson",
      async () => {
        const { callback, cookie } = await answered(start.acme)
        honest.tamper = withClaims(() => ({ sub: "" }))
        return get(callback, cookie)
      }
    ],
    [
      "about somebody whose address is not verified",
      "unverifiedEmail",
      async () => {
        honest.current = "unverified"
        const { callback, cookie } = await answered(start.acme)
        return get(callback, cookie)
      }
    ],
    [
      "about somebody of a domain that the organization has not verified",
      "unverifiedDomain",
      async () => {
        const { callback, cookie } = await answered(start.evil, evil)
        return get(callback, cookie)
      }
    ],
    [
      "about somebody of a domain that the administrator of the server has not named",
      "unboundDomain",
      async () => {
        honest.current = "eve"
        const { callback, cookie } = await answered(start.server)
        return get(callback, cookie)
      }
    ]
  ]
  it.each(rows)("%s", async (_, name, attempt) => {
    expect(await refusalOf(await attempt())).toBe(name)
  })
})

// The last test, since Acme has no provider after it.
it("a provider that changes or is removed while it signs somebody in lets nobody in", async () => {
  const system = lectern.asSystem()
  const { items } = await system.organizations.list({ limit: 1000 })
  const organization = items.find(({ title }) => title === "Acme")?.id ?? expect.fail("there is no Acme")
  const { items: own } = await system.openIdProviders.list(organization, {})
  const id = own[0]?.id ?? expect.fail("Acme has no provider")
  const change = (patch: { readonly label?: string; readonly clientId?: string }) => async () =>
    system.openIdProviders.update(organization, id, patch)
  const signIn = async () => {
    const { callback, cookie } = await answered(start.acme)
    return get(callback, cookie)
  }
  honest.current = "bob"
  meanwhile = change({ label: "Another name" })
  expect((await signIn()).status).toBe(303)
  meanwhile = change({ clientId: "other" })
  expect(await refusalOf(await signIn())).toBe("changedProvider")
  await change({ clientId: "Acme", label: "Acme login" })()
  meanwhile = () => system.openIdProviders.remove(organization, id)
  expect(await refusalOf(await signIn())).toBe("changedProvider")
})
