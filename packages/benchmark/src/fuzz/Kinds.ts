/** A workspace in memory, and every kind of token that it verifies. */
import * as Console from "@lectern/console/Console"
import { audienceOf, verifyVisitorToken } from "@lectern/core/internal/publishing/sites/visiting/VisitorTokens"
import * as Lectern from "@lectern/core/Lectern"
import { randomKey } from "@lectern/core/secrets/Key"
import { ofKeys } from "@lectern/core/secrets/Keyring"
import { visitorOf } from "@lectern/http/internal/foundation/dispatcher/VisitorCredentials"
import type { MountOptions } from "@lectern/http/LecternHttp"
import * as NodeSaml from "@lectern/node/saml/NodeSaml"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { Kind } from "./Kind.js"
import { openIdKinds } from "./OpenIdKinds.js"
import { fuzzedProvider } from "./OpenIdServer.js"
import type { Random } from "./Random.js"
import { samlKinds } from "./SamlKinds.js"
import { meaningOfToken, recombined, signedWithSecret as signed } from "./Signing.js"

/** The base URL of the workspace. */
const baseUrl = "http://localhost:4000"

/** A token forged without the key: with other algorithms, other claims, or signatures of other content. */
const forgedToken =
  (site: string, valid: ReadonlyArray<string>) =>
  (random: Random): string => {
    const claims = { aud: site, exp: Math.floor(Date.now() / 1000) + random.below(10_000), admin: random.below(1e9) }
    return random.one([
      () => recombined(random.one(valid), claims, random),
      () => recombined(random.one(valid), claims, random),
      () => signed(`wrong ${random.below(1e9)}`, claims),
      () => signed("", claims),
      () => signed(site, claims),
      () => signed("key", claims, { alg: "HS256", jwk: { kty: "oct", k: "a2V5" } }),
      () => signed("key", claims, { alg: "HS256", kid: "../../dev/null" }),
      () => signed("key", claims, { alg: "HS256", crit: ["b64"], b64: false })
    ])()
  }

/** The workspace, its server, and its kinds. */
export interface FuzzedWorkspace {
  readonly lectern: Lectern.Lectern
  readonly http: MountOptions
  readonly kinds: ReadonlyArray<Kind>
  readonly close: () => Promise<void>
}

/** Creates a workspace with something of each kind. */
export const openKinds = async (): Promise<FuzzedWorkspace> => {
  const provider = await fuzzedProvider()
  const lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    baseUrl,
    keyring: ofKeys([randomKey()]),
    saml: NodeSaml.layer(),
    openId: provider.client,
    passwords: Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  })
  const system = lectern.asSystem()
  const person = async (name: string) =>
    (await system.users.create({ displayName: name, email: `${name}@example.com` })).id
  const [ada, bob] = [await person("ada"), await person("bob")]
  const all = lectern.as(ada)
  const { id: organization } = await all.organizations.create({ title: "Acme" })
  const { id: space } = await all.spaces.create(organization, { title: "Handbook" })
  for (let index = 0; index < 5; index++) await system.members.add(organization, await person(`m${index}`), "read")
  const siteWith = async (visibility: "share-link" | "visitor-auth") => {
    const { id } = await all.sites.create(organization, { title: "Docs", spaces: [space], visibility })
    await all.sites.publish(organization, id)
    return id
  }
  const each = <A>(make: () => Promise<A>): Promise<ReadonlyArray<A>> => Promise.all(Array.from({ length: 4 }, make))

  const tokens = async (): Promise<Kind> => {
    const revoked = await system.apiTokens.create(bob, { label: "revoked" })
    await system.apiTokens.revoke(bob, revoked.apiToken.id)
    return {
      name: "API tokens",
      valid: await each(async () => (await system.apiTokens.create(ada, { label: "one" })).token),
      foreign: [revoked.token, `lct_${"0".repeat(49)}`, `lcs_${"0".repeat(43)}`],
      accept: (text) => system.apiTokens.authenticate(Redacted.make(text)),
      bring: (text) => ({ path: "/v1/user", headers: { authorization: `Bearer ${text}` } }),
      hear: ({ body, status }) =>
        status === 200 ? "accepted" : body.includes("the token is not valid") ? "verified" : "before"
    }
  }

  const linkSecret = (url: string): string => url.slice(url.lastIndexOf("/") + 1)

  const links = async (): Promise<Kind> => {
    const replaced = linkSecret((await system.accounts.createLink(bob, { administrator: false })).url)
    const people = [bob, await person("cleo"), await person("dora")]
    const valid = []
    for (const user of people)
      valid.push(linkSecret((await system.accounts.createLink(user, { administrator: false })).url))
    return {
      name: "one-time links",
      valid,
      foreign: [replaced],
      accept: (text) => system.signIn.link(Redacted.make(text)),
      bring: (text) => ({ path: `/login/link/${encodeURIComponent(text.toWellFormed())}` }),
      hear: ({ body, status }) =>
        status === 200 ? "accepted" : body.includes("This link does not work") ? "verified" : "before"
    }
  }

  const sessions = async (): Promise<Kind> => {
    const secrets = []
    for (const name of ["eve", "finn", "gus"]) {
      const { url } = await system.accounts.createLink(await person(name), { administrator: false })
      const client = { address: "192.0.2.1", device: "test" }
      const opened = await system.signIn.redeem(
        Redacted.make(linkSecret(url)),
        { password: "correct horse battery" },
        client
      )
      secrets.push(Redacted.value(opened.secret))
    }
    const [ended = "", ...valid] = secrets
    await system.sessions.signOut(Redacted.make(ended))
    return {
      name: "session cookies",
      valid,
      foreign: [ended],
      // Anything after a separator is another cookie.
      meaning: (text) => text.split(/[;,]/, 1).join("").trim(),
      accept: (text) => system.sessions.authenticate(Redacted.make(text)),
      // The page of accounts does not distinguish a session that has ended from none; this one does.
      bring: (text) => ({ path: "/login/confirm", headers: { cookie: `__Host-lectern-session=${text}` } }),
      hear: ({ body, location }) =>
        body.includes("Confirm that it is you") ? "accepted" : location.endsWith("/login") ? "verified" : "before"
    }
  }

  const shareKeys = async (): Promise<Kind> => {
    const site = await siteWith("share-link")
    const keyOf = (url: string) =>
      url
        .split("/")
        .filter((part) => part !== "")
        .at(-1) ?? ""
    const made = () => all.shareLinks.create(organization, site, { name: "Friends" })
    const renewed = await made()
    await all.shareLinks.renew(organization, site, renewed.id)
    const elsewhere = await all.shareLinks.create(organization, await siteWith("share-link"), { name: "Others" })
    return {
      name: "share keys",
      valid: (await each(made)).map(({ urls }) => keyOf(urls.published)),
      foreign: [keyOf(renewed.urls.published), keyOf(elsewhere.urls.published)],
      accept: (text) => system.publishedContents.enter({ organization, site }, { shareKey: text }),
      bring: (text) => ({
        path: `/v1/orgs/${organization}/sites/${site}/published?shareKey=${encodeURIComponent(text.toWellFormed())}`
      }),
      hear: ({ status }, text) => {
        if (status === 200) return "accepted"
        const brought = visitorOf({ shareKey: text.toWellFormed() }, () => undefined)
        return status === 401 && brought !== undefined ? "verified" : "before"
      }
    }
  }

  const visitorTokens = async (): Promise<Kind> => {
    const site = await siteWith("visitor-auth")
    const other = await siteWith("visitor-auth")
    const exp = Math.floor(Date.now() / 1000) + 86_400
    const { privateKey } = await all.sitePublishing.auth(organization, site)
    const { privateKey: otherKey } = await all.sitePublishing.auth(organization, other)
    const { serviceVisitorClaims = "" } = await all.members.ping(organization)
    const valid = Array.from({ length: 4 }, (_, plan) => signed(privateKey, { aud: site, exp, plan }))
    return {
      name: "visitor tokens",
      valid,
      foreign: [
        serviceVisitorClaims,
        signed(otherKey, { aud: other, exp }),
        signed(otherKey, { aud: site, exp }),
        signed(privateKey, { aud: other, exp }),
        signed(privateKey, { aud: site }),
        signed(privateKey, { aud: site, exp: 1 }),
        signed(privateKey, { exp }),
        signed(privateKey, { aud: site, exp, nbf: exp })
      ],
      forged: forgedToken(site, valid),
      meaning: meaningOfToken,
      explain: async (text) => {
        const verified = await verifyVisitorToken(text, { site, keys: [privateKey], time: Date.now() })
        return Either.isLeft(verified) ? verified.left : "said to be valid"
      },
      accept: (text) => system.publishedContents.enter({ organization, site }, { token: text }),
      bring: (text) => ({
        path: `/v1/orgs/${organization}/sites/${site}/published`,
        headers: { "x-visitor-token": text }
      }),
      // The keys of a site verify only tokens that claim to be for it.
      hear: ({ status }, text) => {
        if (status === 200) return "accepted"
        return status === 401 && audienceOf(text.trim()).includes(site) ? "verified" : "before"
      }
    }
  }

  const pageTokens = async (): Promise<Kind> => {
    const next = async (limit: number) => (await all.members.list(organization, { limit })).next?.page ?? ""
    const elsewhere = await Promise.all(
      [1, 2].map(async (limit) => (await all.sites.list(organization, { limit })).next?.page ?? "")
    )
    const { token } = await system.apiTokens.create(ada, { label: "pages" })
    return {
      name: "page tokens",
      valid: [await next(1), await next(2), await next(3)],
      foreign: elsewhere.filter((page) => page !== ""),
      meaning: (text) => Buffer.from(text, "base64url").toString("hex"),
      accept: (text) => all.members.list(organization, { page: text }),
      bring: (text) => ({
        path: `/v1/orgs/${organization}/members?page=${encodeURIComponent(text.toWellFormed())}`,
        headers: { authorization: `Bearer ${token}` }
      }),
      hear: ({ body, status }) =>
        status === 200 ? "accepted" : body.includes("page token of an earlier answer") ? "verified" : "before"
    }
  }

  const invites = async (): Promise<Kind> => {
    const made = async () => (await all.invites.create(organization, { role: "read" })).id
    const gone = await made()
    await all.invites.remove(organization, gone)
    const { id: other } = await lectern.as(bob).organizations.create({ title: "Other" })
    const elsewhere = (await lectern.as(bob).invites.create(other, { role: "read" })).id
    const stranger = await person("stranger")
    const { token } = await system.apiTokens.create(stranger, { label: "joining" })
    return {
      name: "link invites",
      valid: await each(made),
      foreign: [gone, elsewhere],
      accept: (text) => lectern.as(stranger).invites.joinWith(organization, text as typeof gone),
      bring: (text) => ({
        path: `/v1/orgs/${organization}/invites/${encodeURIComponent(text.toWellFormed())}`,
        method: "POST",
        headers: { authorization: `Bearer ${token}` }
      }),
      hear: ({ body, status }) =>
        status < 300 ? "accepted" : body.includes("invite not found") ? "verified" : "before"
    }
  }

  const place = { lectern, organization, admin: ada, baseUrl }
  const own = [tokens, visitorTokens, pageTokens, shareKeys, links, sessions, invites]
  // OpenID sign-in attempts expire after 15 minutes, so they come first.
  const kinds: Array<Kind> = [...(await openIdKinds(place, provider)), ...(await samlKinds(place))]
  for (const make of own) kinds.push(await make())
  const close = async () => {
    await lectern.close()
    provider.close()
  }
  const pages = await lectern.runtime.runPromise(Console.make({ baseUrl, mails: false }))
  return { lectern, http: { console: pages }, kinds, close }
}
