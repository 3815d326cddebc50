/** The calls by which identity providers and directories identify a person. */
import { system } from "@lectern/core/access/Actor"
import { ProviderSignIn } from "@lectern/core/identities/ProviderSignIn"
import { type OpenIdPlace, OpenIdSignIn } from "@lectern/core/openid/OpenIdSignIn"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Saml } from "@lectern/core/saml/Saml"
import { SamlSignIn } from "@lectern/core/saml/SamlSignIn"
import { Effect } from "effect"
import { certificates } from "../../people/saml/certificates.js"
import { domain, openIdProvider } from "./ports.js"
import { as, type Calls, calling, client, type Program, type World } from "./world.js"

const asSystem = as(system)

/** The assertion of the server's provider about Nora, or about another person. */
const said = (subject = "subject of Nora") => ({
  kind: "oidc" as const,
  organization: undefined,
  issuer: openIdProvider.issuer,
  subject,
  email: `nora@${domain}`,
  emailVerified: true,
  displayName: "Nora"
})

/** Every such call. */
export const providerCalls = (world: World): Calls => {
  const { calls, guest, signedIn } = world
  const argsOf = (service: string, member: string) => calls[service]?.[member]?.args ?? []
  const [o, provider] = argsOf("saml", "get") as [never, never]
  const [, team] = argsOf("teams", "get") as [never, never]
  const gen = (name: string, program: Program) => [name, program] as const
  /** A call as the directory of the organization makes it. */
  const provisions = (member: string, ...given: ReadonlyArray<unknown>) =>
    gen(`scim.${member}`, (begin) => asSystem(calling("scim", member, given)(begin)))

  const verified = Effect.flatMap(Organizations, (organizations) =>
    asSystem(organizations.update(o, { emailDomains: [domain] }))
  )
  const complete = (place: OpenIdPlace) =>
    Effect.gen(function* () {
      const service = yield* OpenIdSignIn
      const { cookie, location } = yield* asSystem(service.begin(place, "sign-in", ""))
      const query = new URL(location).search.slice(1)
      return yield* asSystem(service.complete(place, { query, cookie, session: undefined, client }))
    })
  const connect = Effect.flatMap(ProviderSignIn, (service) => asSystem(service.connect(said(), signedIn.secret)))
  /** The SAML provider with all that it needs, and the domain of its people verified. */
  const active = Effect.gen(function* () {
    yield* verified
    const saml = yield* Saml
    const at = (path: string) => `https://idp.example/${path}`
    const settings = { entityID: at("saml"), ssoURL: at("sso"), sloURL: at("slo") }
    yield* asSystem(saml.update(o, provider, { ...settings, certificate: certificates.ellipticCurve }))
  })
  const start = Effect.flatMap(SamlSignIn, (service) => asSystem(service.start(o, provider, "")))
  const finish = Effect.gen(function* () {
    const { request } = yield* start
    return yield* asSystem((yield* SamlSignIn).finish(o, provider, { request, response: request }, client))
  })

  return [
    gen("providerSignIn.admit", (begin) =>
      Effect.gen(function* () {
        yield* verified
        yield* begin
        yield* asSystem((yield* ProviderSignIn).admit({ ...said(), organization: o }, client))
      })
    ),
    gen("providerSignIn.connect", () => connect),
    gen("providerSignIn.confirm", (begin) =>
      Effect.gen(function* () {
        yield* connect
        yield* begin
        yield* asSystem((yield* ProviderSignIn).confirm(said(), signedIn.secret))
      })
    ),
    gen("openIdSignIn.serverLabel", (begin) => asSystem(calling("openIdSignIn", "serverLabel", [])(begin))),
    gen("openIdSignIn.ways", (begin) =>
      asSystem(calling("openIdSignIn", "ways", [{ email: `nora@${domain}` }])(begin))
    ),
    gen("openIdSignIn.begin", (begin) => asSystem(calling("openIdSignIn", "begin", ["server", "sign-in", ""])(begin))),
    gen("openIdSignIn.complete", () => complete("server")),
    gen("samlSignIn.metadata", (begin) => asSystem(calling("samlSignIn", "metadata", [o, provider])(begin))),
    gen("samlSignIn.start", (begin) => Effect.zipRight(Effect.zipRight(active, begin), start)),
    gen("samlSignIn.finish", (begin) => Effect.zipRight(Effect.zipRight(active, begin), finish)),
    gen("samlSignIn.signOut", (begin) =>
      Effect.gen(function* () {
        yield* active
        const { secret } = yield* finish
        yield* begin
        yield* asSystem((yield* SamlSignIn).signOut(secret))
      })
    ),
    gen("samlSignIn.logout", (begin) =>
      Effect.gen(function* () {
        yield* active
        yield* finish
        yield* begin
        yield* asSystem((yield* SamlSignIn).logout(o, provider, { binding: "redirect", query: "" }, ""))
      })
    ),
    provisions("users", o, {}),
    provisions("user", o, guest, {}),
    provisions("createUser", o, { userName: `nora@${domain}`, displayName: "Nora Newman" }),
    provisions("replaceUser", o, guest, { userName: "guest", displayName: "Somebody Else", active: false }),
    provisions("patchUser", o, guest, { Operations: [{ op: "replace", path: "active", value: false }] }),
    provisions("removeUser", o, guest),
    provisions("groups", o, {}),
    provisions("group", o, team, {}),
    provisions("createGroup", o, { displayName: "New", externalId: "group", members: [{ value: guest }] }),
    provisions("replaceGroup", o, team, { displayName: "Renamed", members: [{ value: guest }] }),
    provisions("patchGroup", o, team, {
      Operations: [{ op: "add", path: "members", value: [{ value: guest }] }]
    }),
    provisions("removeGroup", o, team)
  ]
}
