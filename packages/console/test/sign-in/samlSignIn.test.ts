/** Signing in by SAML over HTTP: the whole exchange of a browser with the server and an identity provider. */
import * as Lectern from "@lectern/core/Lectern"
import type { SamlParty } from "@lectern/core/saml/SamlProtocol"
import * as Keyring from "@lectern/core/secrets/Keyring"
import * as LecternHttp from "@lectern/http/LecternHttp"
import { type WebHandler, webHandler } from "@lectern/http/WebHandler"
import * as NodeSaml from "@lectern/node/saml/NodeSaml"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as samlify from "samlify"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { entities, providerID, responseOf, type Said, said } from "../../../node/test/saml/identityProvider.js"
import { providerKey } from "../../../node/test/saml/keys.js"
import { consoleOf } from "../support/consoleOf.js"
import { harmless, tricks } from "../support/redirects.js"

const origin = "https://docs.example"
let lectern: Lectern.Lectern
let fetch: WebHandler
let organization: string
let provider: { readonly id: string; readonly service: { readonly acsURL: string; readonly startURL: string } }
let party: SamlParty
let admin: string
let token: string

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new Request(new URL(path, origin), { headers }))
const cookieOf = (response: Response): string => response.headers.get("set-cookie")?.split(";")[0] ?? ""
const locationOf = (response: Response): string => response.headers.get("location") ?? ""

/** Posts a form from the page of the provider, as a browser does. */
const post = (path: string, fields: Record<string, string>, cookie = "") =>
  fetch(
    new Request(new URL(path, origin), {
      method: "POST",
      headers: { origin: "https://idp.example", "sec-fetch-site": "cross-site", cookie },
      body: new URLSearchParams(fields)
    })
  )

beforeAll(async () => {
  lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    baseUrl: origin,
    saml: NodeSaml.layer(),
    keyring: Keyring.random()
  })
  fetch = LecternHttp.fetchHandler(lectern, await consoleOf(lectern, origin))
  const { apiTokens, organizations, users } = lectern.asSystem()
  ;({ id: admin } = await users.create({ displayName: "Admin", email: "admin@other.example" }))
  ;({ id: organization } = await organizations.createFor(admin, { title: "Docs" }))
  await organizations.update(organization, { emailDomains: ["example.com"] })
  ;({ token } = await apiTokens.create(admin, { label: "Admin" }))
  const own = lectern.as(admin)
  const made = await own.saml.create(organization, {
    label: "Okta",
    entityID: providerID,
    ssoURL: "https://idp.example/sso",
    sloURL: "https://idp.example/slo",
    certificate: providerKey.certificate,
    defaultRole: "read"
  })
  provider = made
  const { acsURL, entityID } = made.service
  party = { acsURL, entityID, logoutURL: `${entityID}/logout` }
})
afterAll(() => lectern.close())

/** Goes to the provider: returns the request for it, and the cookie that the browser has from then on. */
const leave = async (next = "") => {
  const away = await get(`${provider.service.startURL}${next === "" ? "" : `?next=${encodeURIComponent(next)}`}`)
  const { idp, sp } = entities(party)
  const query = Object.fromEntries(new URL(locationOf(away)).searchParams)
  const { extract } = await idp.parseLoginRequest(sp, "redirect", { query })
  const { id = "" } = (extract.request ?? {}) as { readonly id?: string }
  return { id, extract, cookie: cookieOf(away), relayState: query.RelayState ?? "" }
}

/** Comes back from the provider. */
const comeBack = async ({ cookie, id, relayState }: Awaited<ReturnType<typeof leave>>, other: Partial<Said> = {}) =>
  post(
    provider.service.acsURL,
    { SAMLResponse: await responseOf(party, said(party, id, other)), RelayState: relayState },
    cookie
  )

/** Signs in the person whom the provider gives this name. */
const enter = async (name: string) =>
  comeBack(await leave(), { nameID: name, attributes: { email: `${name}@example.com` } })

describe("signing in by SAML", () => {
  it("asks the provider, takes its answer, and goes on where somebody wanted to go", async () => {
    const left = await leave("/account?done=password")
    expect(left.extract).toMatchObject({
      issuer: party.entityID,
      request: { destination: "https://idp.example/sso", assertionConsumerServiceUrl: party.acsURL }
    })
    expect(left.cookie).toMatch(/^__Host-lectern-saml=_/)
    const back = await comeBack(left)
    expect([back.status, locationOf(back)]).toEqual([303, `${origin}/account?done=password`])
    expect(back.headers.get("set-cookie")).toMatch(/^__Host-lectern-session=lcs_.*SameSite=Lax/)
    expect((await get("/v1/user", { cookie: cookieOf(back) })).status).toBe(401)
  })

  it("says to browsers how the request comes back, and keeps nothing", async () => {
    const { headers } = await get(provider.service.startURL)
    expect(headers.get("set-cookie")).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=None; Max-Age=1800$/)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("access-control-allow-origin")).toBeNull()
  })

  it("tells the provider what it must know", async () => {
    const metadata = await get(party.entityID)
    expect(metadata.headers.get("content-type")).toBe("application/samlmetadata+xml")
    const sp = samlify.ServiceProvider({ metadata: await metadata.text() })
    expect(sp.entityMeta.getEntityID()).toBe(party.entityID)
    expect(sp.entityMeta.getAssertionConsumerService("post")).toBe(party.acsURL)
    expect(sp.entityMeta.getSingleLogoutService("post")).toBe(party.logoutURL)
  })

  it("sends nobody to another site, whatever the relay state says", async () => {
    const ended: Array<readonly [relayState: string, to: string]> = []
    // The targets have a test of their own: here every fourth shows that the check is made.
    const some = [...tricks, ...harmless].filter((each, at) => at % 4 === 0 && each.length < 1000)
    for (const relayState of some) {
      ended.push([relayState, locationOf(await comeBack({ ...(await leave()), relayState }))])
    }
    const isHarmless = (relayState: string) => relayState === "/%" || harmless.includes(relayState)
    expect(ended).toEqual(
      ended.map(([relayState]) => [relayState, `${origin}${isHarmless(relayState) ? relayState : "/account"}`])
    )
    for (const next of some.filter((each) => !isHarmless(each)))
      expect([next, (await leave(next)).relayState]).toEqual([next, "/account"])
  })

  it("takes no answer without the cookie of the request, and says why on a page", async () => {
    const back = await comeBack({ ...(await leave()), cookie: "" })
    expect([back.status, back.headers.get("set-cookie")]).toEqual([403, null])
    expect(back.headers.get("content-type")).toMatch(/^text\/html/)
    expect(await back.text()).toContain("no answer to what this browser asked for")
  })

  it("has those wait who bring many answers that are none, and nobody with one that is", async () => {
    const answering = LecternHttp.handle(lectern, { limits: {}, ...(await consoleOf(lectern, origin, { limits: {} })) })
    const limited = webHandler((request, respond) => answering({ ...request, address: "192.0.2.1" }, respond))
    const send = (SAMLResponse: string, cookie = "") =>
      limited(
        new Request(provider.service.acsURL, {
          method: "POST",
          headers: { cookie },
          body: new URLSearchParams({ SAMLResponse })
        })
      )
    const ended: Array<number> = []
    for (let index = 0; index < 23; index++) ended.push((await send("x")).status)
    expect(ended).toEqual([...Array(21).fill(403), 429, 429])
    expect((await limited(new Request(`${party.logoutURL}?SAMLRequest=x`))).headers.get("retry-after")).toBe("2")
    const { cookie, id } = await leave()
    expect((await send(await responseOf(party, said(party, id)), cookie)).status).toBe(303)
  })

  it("knows no other provider and no other organization", async () => {
    const { organizations } = lectern.asSystem()
    const { id: other } = await organizations.createFor(admin, { title: "Other" })
    for (const place of [`${other}/${provider.id}`, `${organization}/nothing`]) {
      for (const what of ["", "/start", "/logout"]) expect((await get(`/saml/${place}${what}`)).status).toBe(404)
      expect((await post(`/saml/${place}/acs`, { SAMLResponse: "x" })).status).toBe(404)
    }
  })

  it("signs out at the provider too, and when the provider says so", async () => {
    const session = cookieOf(await enter("olga"))
    const formToken = "0123456789abcdef0123456789abcdef"
    const signedOut = await fetch(
      new Request(`${origin}/logout`, {
        method: "POST",
        headers: { origin, cookie: `${session}; __Host-lectern-form=${formToken}` },
        body: new URLSearchParams({ token: formToken })
      })
    )
    expect(signedOut.headers.get("set-cookie")).toMatch(/Max-Age=0/)
    expect(await signedOut.text()).toMatch(/href="https:\/\/idp\.example\/slo\?SAMLRequest=.*Sign out of Okta too/)

    const { idp, sp } = entities(party)
    await enter("olga")
    const asked = idp.createLogoutRequest(sp, "redirect", { logoutNameID: "olga" }, { relayState: "x" }).context
    expect(locationOf(await get(asked))).toMatch(/^https:\/\/idp\.example\/slo\?SAMLResponse=.*RelayState=x/)
    const form = idp.createLogoutRequest(sp, "post", { logoutNameID: "olga" }).context
    expect(locationOf(await post(party.logoutURL, { SAMLRequest: form }))).toMatch(/SAMLResponse=/)
    expect((await get(asked)).status).toBe(403)
  })
})

describe("who gets in by SAML", () => {
  const api = (method: string, path: string, body?: unknown) =>
    fetch(
      new Request(new URL(path, origin), {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    )

  /** A user with an address in the domain, as a member or not. */
  const person = async (name: string, isMember: boolean) => {
    const { members, users } = lectern.asSystem()
    const { id } = await users.create({ displayName: name, email: `${name}@example.com` })
    if (isMember) await members.add(organization, id, "read")
    return id
  }

  const because = async (response: Response) => [response.status, (await response.text()).match(/alert">([^<]*)/)?.[1]]

  it("takes in whoever is new, as a member of the role that is set", async () => {
    expect((await enter("nina")).status).toBe(303)
    const { items } = await (await api("GET", `/v1/orgs/${organization}/members?limit=1000`)).json()
    expect(items).toContainEqual(
      expect.objectContaining({ role: "read", sso: true, user: expect.objectContaining({ email: "nina@example.com" }) })
    )
  })

  it("tells a member who is not set to it to use their own credentials, and takes them once they are", async () => {
    const id = await person("mara", true)
    expect(await because(await enter("mara"))).toEqual([
      403,
      expect.stringContaining("sign in with your own credentials")
    ])
    expect((await api("POST", `/v1/orgs/${organization}/members/${id}/sso`)).status).toBeLessThan(300)
    expect((await enter("mara")).status).toBe(303)
    await api("PATCH", `/v1/orgs/${organization}/members/${id}`, { disabled: true })
    expect(await because(await enter("mara"))).toEqual([403, expect.stringContaining("disabled")])
  })

  it("takes nobody whose domain is not verified, nor without an address", async () => {
    const entering = async (attributes: Record<string, string>) =>
      because(await comeBack(await leave(), { nameID: "eve", attributes }))
    expect(await entering({ email: "eve@elsewhere.example" })).toEqual([
      403,
      expect.stringContaining("verified domain")
    ])
    expect(await entering({})).toEqual([403, expect.stringContaining("e-mail address")])
  })
})
