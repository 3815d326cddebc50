/** Single logout: begun here, or by the provider. */
import { sign } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { deflateRawSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import type { SamlLogoutMessage } from "@lectern/core/saml/SamlProtocol"
import type { SamlRefusal } from "@lectern/core/saml/SamlRefusals"
import { SamlSignIn } from "@lectern/core/saml/SamlSignIn"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { temporaryFolder } from "@lectern/storage-testing/files"
import { Effect } from "effect"
import { ServiceProvider } from "samlify"
import { everyStorage } from "../../../core/test/storages.js"
import { asSystem, callerOf, outcome } from "../sign-in/workspace.js"
import { entities, providerID, responseOf, type Signing, said } from "./identityProvider.js"
import { nextProviderKey, providerKey, serviceKey, strangerKey } from "./keys.js"
import { ending, engine, makeWorld } from "./workspace.js"

type World = Effect.Effect.Success<ReturnType<typeof makeWorld>>

/** Signs in a user whom the provider gives a name. */
const enter = ({ finish, party, start }: World, nameID = "ada") =>
  Effect.gen(function* () {
    const { request } = yield* start
    const attributes = { email: `${nameID}@example.com` }
    return yield* finish(
      yield* Effect.promise(() => responseOf(party, said(party, request, { nameID, attributes }))),
      request
    )
  })

const logout = ({ organization, provider }: World, message: SamlLogoutMessage, relayState = "") =>
  Effect.flatMap(SamlSignIn, (signIn) => asSystem(signIn.logout(organization, provider.id, message, relayState)))

const withoutSignature = (xml: string): string => xml.replace(/<ds:Signature.*?<\/ds:Signature>/s, "")
const queryOf = (url: string): string => url.slice(url.indexOf("?") + 1)
const redirected = (url: string): SamlLogoutMessage => ({ binding: "redirect", query: queryOf(url) })

/** A request of the provider to sign a user out. */
const requestBy = (
  { party }: World,
  binding: "redirect" | "post",
  {
    edit = (xml) => xml,
    nameID = "ada",
    ...signing
  }: Partial<Signing> & { edit?: (xml: string) => string; nameID?: string } = {}
): SamlLogoutMessage => {
  const { idp, sp } = entities(party, signing)
  const { context } = idp.createLogoutRequest(sp, binding, { logoutNameID: nameID })
  return binding === "post"
    ? { binding, request: Buffer.from(edit(Buffer.from(context, "base64").toString())).toString("base64") }
    : redirected(edit(context))
}

const minute = 60_000
const timeIn = (offset: number): string => new Date(Date.now() + offset).toISOString()

/** A signed request in a query, with other content than it should have. */
const signedQuery = (
  { party: { logoutURL } }: World,
  other: Partial<Record<"id" | "issued" | "destination" | "end" | "issuer" | "nameID", string>>,
  name = "SAMLRequest"
): SamlLogoutMessage => {
  const whole = { id: "_1", issued: timeIn(0), destination: logoutURL, end: timeIn(5 * minute) }
  const { destination, end, id, issued, issuer, nameID } = { ...whole, issuer: providerID, nameID: "ada", ...other }
  const xml = `<p:LogoutRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${issued}" Destination="${destination}" NotOnOrAfter="${end}"><Issuer>${issuer}</Issuer><NameID>${nameID}</NameID></p:LogoutRequest>`
  const algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
  const query = `${new URLSearchParams({ [name]: deflateRawSync(xml).toString("base64"), SigAlg: algorithm })}`
  const signature = sign("RSA-SHA256", Buffer.from(query), providerKey.privateKey).toString("base64")
  return { binding: "redirect", query: `${query}&${new URLSearchParams({ Signature: signature })}` }
}

describe.each(everyStorage)("single logout over $name", ({ layer }) => {
  const live = engine(layer)

  it.live("leads from signing out here to the provider, and takes its answer once", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld()
      const signIn = yield* SamlSignIn
      const session = yield* enter(world)
      const away = yield* asSystem(signIn.signOut(session.secret))
      expect(away?.label).toBe("Okta")
      expect(yield* outcome(callerOf(session))).toBe("Unauthenticated")
      expect(yield* asSystem(signIn.signOut(session.secret))).toBeUndefined()

      const { idp, sp } = entities(world.party)
      sp.entitySetting.wantLogoutResponseSigned = true
      const query = Object.fromEntries(new URL(away?.to ?? "").searchParams)
      idp.entitySetting.wantLogoutRequestSigned = false
      const asked = yield* Effect.promise(() => idp.parseLogoutRequest(sp, "redirect", { query }))
      expect(asked.extract).toMatchObject({ nameID: "ada", issuer: world.party.entityID })
      const answer = redirected(idp.createLogoutResponse(sp, { extract: asked.extract }, "redirect").context)
      expect(yield* ending(logout(world, answer))).toBe("ok")
      expect(yield* ending(logout(world, answer))).toBe("otherRequest")
    }).pipe(Effect.provide(live))
  )

  it.live.each(["redirect", "post"] as const)(
    "ends all sessions of somebody whom the provider signs out (%s)",
    (binding) =>
      Effect.gen(function* () {
        const world = yield* makeWorld()
        const sessions = [yield* enter(world), yield* enter(world)]
        const other = yield* enter(world, "bob")
        const request = requestBy(world, binding)
        const { to = "" } = yield* logout(world, request, "state")
        expect(yield* Effect.forEach(sessions, (each) => outcome(callerOf(each)))).toEqual([
          "Unauthenticated",
          "Unauthenticated"
        ])
        expect(yield* outcome(callerOf(other))).toBe("ok")
        const answered = new URL(to)
        expect([answered.origin + answered.pathname, answered.searchParams.get("RelayState")]).toEqual([
          "https://idp.example/slo",
          "state"
        ])
        expect(yield* ending(logout(world, request))).toBe("replayed")
        expect(yield* ending(logout(world, requestBy(world, binding, { nameID: "nobody" })))).toBe("ok")
      }).pipe(Effect.provide(live))
  )

  type Refused = readonly [what: string, refusal: SamlRefusal, message: (world: World) => SamlLogoutMessage]
  const changed = (edit: (query: string) => string) => (world: World) => {
    const message = requestBy(world, "redirect")
    return message.binding === "redirect" ? { ...message, query: edit(message.query) } : message
  }
  const sha1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
  const elsewhere = (world: World) => ({ ...world, party: { ...world.party, logoutURL: "https://other.example" } })
  const aged = (xml: string) => xml.replace(/IssueInstant="[^"]*"/, 'IssueInstant="2020-01-01T00:00:00Z"')
  const refused: ReadonlyArray<Refused> = [
    ["no signature", "unsigned", changed((query) => query.replace(/&Signature=.*$/, ""))],
    ["another relay state", "wrongSignature", changed((query) => query.replace("&SigAlg", "&RelayState=x&SigAlg"))],
    ["another key", "wrongSignature", (world) => requestBy(world, "redirect", { key: strangerKey })],
    ["SHA-1", "weakSignature", (world) => requestBy(world, "redirect", { algorithm: sha1 })],
    ["two messages", "unreadable", changed((query) => `${query}&SAMLResponse=x`)],
    ["a parameter twice", "unreadable", changed((query) => `${query}&${/SigAlg=[^&]*/.exec(query)?.[0]}`)],
    ["no algorithm", "unsigned", changed((query) => query.replace(/&SigAlg=[^&]*/, ""))],
    ["the name of an answer", "unreadable", (world) => signedQuery(world, {}, "SAMLResponse")],
    ["no id", "unreadable", (world) => signedQuery(world, { id: "" })],
    ["no issuer", "unreadable", (world) => signedQuery(world, { issuer: "" })],
    ["no time", "unreadable", (world) => signedQuery(world, { issued: "" })],
    ["another issuer", "issuer", (world) => signedQuery(world, { issuer: "https://evil.example" })],
    ["no destination", "destination", (world) => signedQuery(world, { destination: "" })],
    ["a time to come", "tooEarly", (world) => signedQuery(world, { issued: timeIn(2 * minute) })],
    ["a time of long ago", "expired", (world) => signedQuery(world, { issued: timeIn(-7 * minute) })],
    ["an end that has passed", "expired", (world) => signedQuery(world, { end: timeIn(-2 * minute) })],
    ["nobody in it", "subject", (world) => signedQuery(world, { nameID: "" })],
    ["nothing", "unreadable", () => ({ binding: "redirect", query: "" })],
    ["another destination", "destination", (world) => requestBy(elsewhere(world), "redirect")],
    ["no signature in a form", "unsigned", (world) => requestBy(world, "post", { edit: withoutSignature })],
    [
      "another subject in a form",
      "wrongSignature",
      (world) => requestBy(world, "post", { edit: (xml) => xml.replace(">ada<", ">bob<") })
    ],
    ["another key in a form", "wrongSignature", (world) => requestBy(world, "post", { key: strangerKey })],
    ["an old request", "wrongSignature", (world) => requestBy(world, "post", { edit: aged })],
    [
      "a comment",
      "forbiddenXml",
      (world) => requestBy(world, "post", { edit: (xml) => xml.replace(">ada<", ">ada<!-- --><") })
    ],
    ["a form without a message", "unreadable", () => ({ binding: "post" })]
  ]

  it.live("takes no message that is wrong, and ends no session by it", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld()
      const session = yield* enter(world)
      for (const [what, refusal, message] of refused) {
        expect([what, yield* ending(logout(world, message(world)))]).toEqual([what, refusal])
      }
      expect(yield* outcome(callerOf(session))).toBe("ok")
      expect(yield* ending(logout(world, signedQuery(world, {})))).toBe("ok")
      expect(yield* outcome(callerOf(session))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.live("ends here where the provider takes no part in it", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld({ sloURL: null })
      const signIn = yield* SamlSignIn
      const session = yield* enter(world)
      expect(yield* asSystem(signIn.signOut(session.secret))).toBeUndefined()
      expect(yield* outcome(callerOf(session))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )
})

/** The key of the service as a file. */
const keyFile = (...parts: ReadonlyArray<string>) =>
  Effect.map(temporaryFolder, (folder) => {
    const file = join(folder, "saml.pem")
    writeFileSync(file, parts.join("\n"))
    return file
  })

it.scopedLive("what is sent to the provider is signed where there is a key, which the metadata tells", () =>
  Effect.gen(function* () {
    const { certificate, privateKey } = serviceKey
    const file = yield* keyFile(privateKey, certificate, nextProviderKey.certificate)
    yield* Effect.gen(function* () {
      const world = yield* makeWorld()
      const signIn = yield* SamlSignIn
      const metadata = yield* asSystem(signIn.metadata(world.organization, world.provider.id))
      const sp = ServiceProvider({ metadata })
      expect(sp.entityMeta.isAuthnRequestSigned()).toBe(true)
      expect([sp.entityMeta.getX509Certificate("signing")].flat()).toHaveLength(2)
      const { idp } = entities(world.party)
      const one = ServiceProvider({
        entityID: world.party.entityID,
        authnRequestsSigned: true,
        signingCert: certificate
      })
      idp.entityMeta.isWantAuthnRequestsSigned = () => true
      const { request, to } = yield* world.start
      const parse = (query: string) => {
        const parameters = new URLSearchParams(query)
        const octetString = query.slice(0, query.indexOf("&Signature="))
        return Effect.promise(() =>
          idp
            .parseLoginRequest(one, "redirect", { query: Object.fromEntries(parameters), octetString })
            .then(({ extract }) => extract.request?.id)
            .catch((error: Error) => error.message)
        )
      }
      expect(yield* parse(queryOf(to))).toBe(request)
      expect(yield* parse(queryOf(to).replace("SAMLRequest=", "SAMLRequest=A"))).not.toBe(request)
    }).pipe(Effect.provide(engine(MemoryStorage.layer(), { keyFile: file })))
  })
)

it.scopedLive("a key that cannot be used is told when it is needed", () =>
  Effect.gen(function* () {
    const { privateKey } = serviceKey
    const files = [yield* keyFile(privateKey, strangerKey.certificate), yield* keyFile(privateKey), "/nowhere"]
    for (const file of files) {
      const started = Effect.flatMap(makeWorld(), ({ start }) => start)
      expect(yield* ending(Effect.provide(started, engine(MemoryStorage.layer(), { keyFile: file })))).toBe(
        "Unavailable"
      )
    }
  })
)
