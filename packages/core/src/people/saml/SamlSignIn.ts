/**
 * Signs in and out with the SAML provider of an organization, for the program that serves the sign-in pages.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Conflict, notFound } from "../../foundation/errors/Errors.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { userLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeCountingRefusals } from "../../storage/trail/Refusals.js"
import type { Asked } from "../access/Actor.js"
import { makeChallengesOf } from "../accounts/Challenges.js"
import { IdentityRepository } from "../identities/IdentityRepository.js"
import { ProviderSignIn } from "../identities/ProviderSignIn.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SignInClient } from "../sessions/Session.js"
import { SessionRepository } from "../sessions/SessionRepository.js"
import { makeSessionWrites } from "../sessions/SessionWrites.js"
import type { SignedIn } from "../sign-in/SignedIn.js"
import { UsedOnceRepository } from "../sign-in/UsedOnceRepository.js"
import { requireSystem } from "../users/Users.js"
import { samlParty, samlPeer } from "./SamlAnswer.js"
import { confirmed, logoutMemorableUntil, logoutProblem } from "./SamlChecks.js"
import { type SamlAssertion, type SamlLogoutMessage, SamlProtocol } from "./SamlProtocol.js"
import type { SamlProviderId, SamlProviderRecord } from "./SamlProvider.js"
import { SamlProviderRepository } from "./SamlProviderRepository.js"
import { samlRefusalOf, samlRefusals } from "./SamlRefusals.js"

const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"

const emailNames = [
  "email",
  "mail",
  "emailAddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "urn:oid:1.2.840.113549.1.9.1",
  `${claims}/emailaddress`
]
const displayNames = [
  "displayName",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "cn",
  "urn:oid:2.5.4.3"
]
const givenNames = ["givenName", "firstName", "urn:oid:2.5.4.42", `${claims}/givenname`]
const familyNames = ["surname", "lastName", "sn", "urn:oid:2.5.4.4", `${claims}/surname`]

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"

/** The e-mail address and the name of the person in an assertion, as far as it has them. */
const profileOf = ({
  attributes,
  subject
}: SamlAssertion): { readonly email?: string; readonly displayName?: string } => {
  const first = (names: ReadonlyArray<string>): string | undefined =>
    names.map((name) => attributes.get(name)?.[0]?.trim()).find((value) => value !== undefined && value !== "")
  const email = first(emailNames) ?? (subject?.format === emailFormat ? subject.name : undefined)
  const whole = [first(givenNames), first(familyNames)].filter((name) => name !== undefined).join(" ")
  const displayName = first(displayNames) ?? (whole === "" ? undefined : whole)
  return { ...(email !== undefined && { email }), ...(displayName !== undefined && { displayName }) }
}

/** A redirect of a browser to a provider. */
export interface SamlStart {
  /** The URL at the provider. */
  readonly to: string
  /** The value that the browser must present when it comes back. */
  readonly request: string
}

/** The data that a browser brings from a provider. */
export interface SamlReturn {
  /** The response, in base64. */
  readonly response: string
  /** The value that the browser was given when it left, if it still has it. */
  readonly request?: string | undefined
}

/**
 * The service of signing in by SAML, for the embedding program. Invalid messages of a provider are `Forbidden`, with
 * the message of one of `samlRefusals`; `ProviderSignIn` decides whom it may sign in.
 */
export interface SamlSignInService {
  /** The metadata of this service for a provider, as XML. */
  readonly metadata: (organization: OrganizationId, id: SamlProviderId) => Asked<string>
  /** Sends a browser to a provider. `relayState` comes back with it. `Conflict` while the provider is pending. */
  readonly start: (organization: OrganizationId, id: SamlProviderId, relayState: string) => Asked<SamlStart>
  /** Begins a session for the person that a provider has signed in. */
  readonly finish: (
    organization: OrganizationId,
    id: SamlProviderId,
    brought: SamlReturn,
    client: SignInClient
  ) => Asked<SignedIn>
  /** Ends a session. Returns the provider that it came from and the URL to sign out there, if it has one. */
  readonly signOut: (
    session: Redacted.Redacted<string>
  ) => Asked<{ readonly label: string; readonly to: string } | undefined>
  /**
   * Handles a single-logout message. A request ends all sessions that assertions of the provider have begun for its
   * subject, and returns the URL to which the browser carries the response.
   */
  readonly logout: (
    organization: OrganizationId,
    id: SamlProviderId,
    message: SamlLogoutMessage,
    relayState: string
  ) => Asked<{ readonly to?: string }>
}

/** The service of signing in by SAML. */
export class SamlSignIn extends Context.Tag("@lectern/core/SamlSignIn")<SamlSignIn, SamlSignInService>() {}

/** The maximum time that a person may take at their provider. */
const patience = 30 * 60_000

const pending = new Conflict({ message: "the sign-in with this provider is not set up completely" })

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const providers = yield* SamlProviderRepository
  const identities = yield* IdentityRepository
  const sessions = yield* SessionRepository
  const used = yield* UsedOnceRepository
  const protocol = yield* SamlProtocol
  const { admit } = yield* ProviderSignIn
  const { base } = yield* PublicUrls
  const { live } = yield* makeSessionWrites
  const counting = yield* makeCountingRefusals
  const requests = yield* makeChallengesOf({
    kind: "saml-request",
    lifetime: patience,
    refusal: samlRefusals.otherRequest
  })

  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: SamlProviderId) {
    yield* requireSystem
    return (yield* providers.find(organization, id))?.value ?? (yield* notFound("SAML provider"))
  })

  /** The provider, with both parties of the protocol. */
  const require = Effect.fnUntraced(function* (organization: OrganizationId, id: SamlProviderId) {
    const provider = yield* find(organization, id)
    const peer = samlPeer(provider)
    return peer === undefined ? yield* pending : { provider, peer, party: samlParty(base, provider) }
  })

  /** The id of a new request: starting with a letter, as XML requires. */
  const newRequest = (purpose: "sign-in" | "sign-out", { id, organization }: SamlProviderRecord) =>
    Effect.map(requests.create(`${purpose}\n${organization}\n${id}`), (challenge) => `_${challenge}`)

  const takeRequest = (purpose: "sign-in" | "sign-out", { id, organization }: SamlProviderRecord, request: string) =>
    requests.take(`${purpose}\n${organization}\n${id}`, request.slice(1))

  /** Remembers a message until it expires, to refuse replays. */
  const once = Effect.fnUntraced(function* (kind: string, issuer: string, id: string, until: number) {
    if (!(yield* used.use(`saml-${kind}`, secretHash(`${issuer}\n${id}`), until))) return yield* samlRefusals.replayed
  })

  /** The provider with this issuer, if it supports single logout. */
  const signOutAt = Effect.fnUntraced(function* (organization: OrganizationId, issuer: string) {
    for (const { value } of yield* providers.list(organization, {})) {
      const peer = samlPeer(value)
      if (peer?.entityID === issuer && peer.sloURL !== undefined) return { provider: value, peer }
    }
  })

  /** The content of a provider's response, if it is valid here and now and not a replay. */
  const verify = Effect.fnUntraced(function* (
    { party, peer, provider }: Effect.Effect.Success<ReturnType<typeof require>>,
    { request, response: encoded }: SamlReturn
  ) {
    const response = yield* protocol.response(party, peer, encoded)
    const result = confirmed(response, party, peer, yield* Clock.currentTimeMillis)
    if (typeof result === "string") return yield* samlRefusals[result]
    if (result.request === undefined && provider.idpInitiated !== true) return yield* samlRefusals.noRequest
    if (result.request !== undefined && !sameSecret(result.request, request ?? ""))
      return yield* samlRefusals.otherRequest
    yield* storage.transaction(
      Effect.zipRight(
        once("assertion", peer.entityID, response.assertion.id, result.memorableUntil),
        result.request === undefined ? Effect.void : takeRequest("sign-in", provider, result.request)
      ),
      []
    )
    return { subject: result.subject, ...profileOf(response.assertion) }
  })

  /** Whether a provider is still the one whose response was verified. */
  const isSame = ({ certificate, entityID, id, idpInitiated, organization }: SamlProviderRecord) =>
    Effect.map(providers.find(organization, id), (read) => {
      const now = read?.value
      return (
        now !== undefined &&
        now.entityID === entityID &&
        now.certificate === certificate &&
        now.idpInitiated === idpInitiated
      )
    })

  const service: SamlSignInService = {
    metadata: (organization, id) =>
      Effect.flatMap(find(organization, id), (provider) => protocol.metadata(samlParty(base, provider))),
    start: Effect.fnUntraced(function* (organization, id, relayState) {
      const { party, peer, provider } = yield* require(organization, id)
      const request = yield* newRequest("sign-in", provider)
      return { to: yield* protocol.signInURL(party, peer, request, relayState), request }
    }),
    finish: Effect.fnUntraced(function* (organization, id, brought, client) {
      const found = yield* require(organization, id)
      const said = yield* counting({ organization, address: client.address }, samlRefusalOf)(verify(found, brought))
      const { defaultRole, defaultTeam } = found.provider
      return yield* admit(
        {
          kind: "saml",
          organization,
          issuer: found.peer.entityID,
          ...said,
          defaultRole,
          ...(defaultTeam !== undefined && { defaultTeam })
        },
        client,
        isSame(found.provider)
      )
    }),
    signOut: Effect.fnUntraced(function* (secret) {
      yield* requireSystem
      const session = (yield* live(secret))?.value
      if (session === undefined) return undefined
      yield* storage.transaction(sessions.remove(session.id), [userLock(session.user)])
      const { source } = session
      if (source.kind !== "provider" || source.protocol !== "saml") return undefined
      const found = yield* signOutAt(source.organization, source.issuer)
      if (found === undefined) return undefined
      const { peer, provider } = found
      const request = yield* newRequest("sign-out", provider)
      const to = yield* protocol.signOutURL(samlParty(base, provider), peer, request, source.subject)
      return { label: provider.label, to }
    }),
    logout: Effect.fnUntraced(function* (organization, id, message, relayState) {
      const { party, peer, provider } = yield* require(organization, id)
      const logout = yield* protocol.logout(party, peer, message)
      const problem = logoutProblem(logout, party, peer, yield* Clock.currentTimeMillis)
      if (problem !== undefined) return yield* samlRefusals[problem]
      if (logout.kind === "response") {
        yield* takeRequest("sign-out", provider, logout.inResponseTo ?? "")
        return {}
      }
      const { subject = "" } = logout
      const key = { kind: "saml", organization, issuer: peer.entityID, subject } as const
      const user = (yield* identities.find(key))?.value.user
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* once("logout", peer.entityID, logout.id, logoutMemorableUntil(logout))
          if (user === undefined) return
          for (const session of yield* sessions.ofUser(user)) {
            const { source } = session
            if (source.kind !== "provider" || source.protocol !== "saml" || source.subject !== subject) continue
            if (source.organization !== organization || source.issuer !== peer.entityID) continue
            yield* sessions.remove(session.id)
          }
        }),
        user === undefined ? [] : [userLock(user)]
      )
      return peer.sloURL === undefined ? {} : { to: yield* protocol.signedOutURL(party, peer, logout.id, relayState) }
    })
  }
  return service
})

/** {@link SamlSignIn} over the repositories of the context. */
export const service = serviceOf(SamlSignIn, make)
