/**
 * Signs in with OpenID providers: those of organizations, and that of the server.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { openIdSecretPlace } from "../../foundation/encryption/Places.js"
import { type Forbidden, notFound, Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { parser } from "../../foundation/schema/Input.js"
import { redirectUriOf } from "../../foundation/urls/OpenIdUrls.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeCountingRefusals } from "../../storage/trail/Refusals.js"
import type { Asked } from "../access/Actor.js"
import type { ProviderAssertion } from "../identities/Identity.js"
import { ProviderSignIn } from "../identities/ProviderSignIn.js"
import { refusalOf, refusals } from "../identities/Refusals.js"
import { ServerOpenId } from "../identities/ServerOpenId.js"
import type { SignInClient } from "../sessions/Session.js"
import type { SignedIn } from "../sign-in/SignedIn.js"
import { UsedOnceRepository } from "../sign-in/UsedOnceRepository.js"
import { Email } from "../users/User.js"
import { requireSystem } from "../users/Users.js"
import { attemptLifetime, attemptOf, type Intent, keptOf, newAttempt } from "./AuthorizationRequests.js"
import { personOf } from "./Issuers.js"
import { OpenIdClient, type OpenIdConfiguration, type OpenIdError } from "./OpenIdClient.js"
import { OpenIdProviderId, type OpenIdProviderRecord } from "./OpenIdProvider.js"
import { OpenIdProviderRepository } from "./OpenIdProviderRepository.js"
import { makeSignInWays, type SignInWay } from "./SignInWays.js"

/** A provider, as the URL of its pages names it: the server's, or one of an organization. */
export type OpenIdPlace = "server" | { readonly organization: string; readonly id: string }

/** An attempt that has begun. */
export interface BegunSignIn {
  /** The URL of the provider. */
  readonly location: string
  /** The value that the browser keeps in a cookie until it comes back. */
  readonly cookie: Redacted.Redacted<string>
}

/** The response of a provider, with the values that must accompany it. */
export interface OpenIdAnswer {
  /** The query of the URL that the browser was sent back to, without the question mark. */
  readonly query: string
  readonly cookie: Redacted.Redacted<string> | undefined
  /** The session of the browser, if it has one. */
  readonly session: Redacted.Redacted<string> | undefined
  readonly client: SignInClient
}

/** A successful attempt. */
export interface CompletedSignIn {
  /** The path that the person wanted to go to; empty if not given. */
  readonly next: string
  /** The session that has begun or has a fresh proof; none if an account was connected. */
  readonly signedIn?: SignedIn
}

/**
 * Signing in with OpenID providers, for the program that serves the sign-in pages. Refusals fail with `Forbidden` and
 * the message of one of `refusals`; `Unavailable` if the provider cannot be reached.
 */
export interface OpenIdSignInService {
  /** The name of the server's provider; `undefined` if there is none. */
  readonly serverLabel: () => Asked<string | undefined>
  /**
   * The providers that a person with this e-mail address can sign in with: providers of the organizations that have
   * verified its domain.
   */
  readonly ways: (input: { readonly email: string }) => Asked<ReadonlyArray<SignInWay>>
  /** Begins an attempt; `NotFound` if there is no such provider. */
  readonly begin: (place: OpenIdPlace, intent: Intent, next: string) => Asked<BegunSignIn>
  /** Completes an attempt with the answer of the provider. */
  readonly complete: (place: OpenIdPlace, answer: OpenIdAnswer) => Asked<CompletedSignIn>
}

/** Signing in with OpenID providers. */
export class OpenIdSignIn extends Context.Tag("@lectern/core/OpenIdSignIn")<OpenIdSignIn, OpenIdSignInService>() {}

const parseWays = parser(Schema.Struct({ email: Email }))

/** A provider, with the handling of the people that it asserts. */
interface Found {
  readonly configuration: OpenIdConfiguration
  readonly redirectUri: string
  readonly admission: Pick<ProviderAssertion, "organization" | "defaultRole" | "defaultTeam">
  /** Whether it still has this configuration. */
  readonly isSame: Effect.Effect<boolean, Unavailable>
}

const unreachable = new Unavailable({ message: "the identity provider cannot be reached; try again later" })

/** A failure at a provider, as shown to the person; the log has more. */
const told =
  (issuer: string) =>
  ({ message, reason }: OpenIdError): Effect.Effect<never, Forbidden | Unavailable> => {
    const failure = reason === "unreachable" ? unreachable : refusals[reason === "denied" ? "denied" : "notBelieved"]
    const note = Effect.annotateLogs(Effect.logInfo(`OpenID sign-in failed: ${message}`), { issuer, reason })
    return Effect.zipRight(note, Effect.fail(failure))
  }

const make = Effect.gen(function* () {
  const providers = yield* OpenIdProviderRepository
  const used = yield* UsedOnceRepository
  const signIn = yield* ProviderSignIn
  const openId = yield* OpenIdClient
  const keyring = yield* Keyring
  const ids = yield* Ids
  const server = (yield* ServerOpenId).provider
  const waysOf = yield* makeSignInWays
  const { base } = yield* PublicUrls
  const counting = yield* makeCountingRefusals

  const ofOrganization = Effect.fnUntraced(function* (provider: OpenIdProviderRecord) {
    const { clientId, defaultRole, defaultTeam, id, issuer, organization, sealed } = provider
    const secret = sealed === undefined ? undefined : yield* keyring.unseal(openIdSecretPlace(id), sealed)
    return {
      configuration: { issuer, clientId, ...(secret !== undefined && { clientSecret: Redacted.make(secret) }) },
      redirectUri: redirectUriOf(base, provider),
      admission: { organization, defaultRole, ...(defaultTeam !== undefined && { defaultTeam }) },
      isSame: Effect.map(
        providers.find(organization, id),
        (read) => read?.value.issuer === issuer && read.value.clientId === clientId
      )
    } satisfies Found
  })

  const find = Effect.fnUntraced(function* (place: OpenIdPlace) {
    yield* requireSystem
    if (place !== "server") {
      const read = yield* providers.find(OrganizationId.make(place.organization), OpenIdProviderId.make(place.id))
      return read === undefined ? yield* notFound("identity provider") : yield* ofOrganization(read.value)
    }
    if (server === undefined) return yield* notFound("identity provider")
    const admission = { organization: undefined }
    return { configuration: server, redirectUri: redirectUriOf(base), admission, isSame: Effect.succeed(true) }
  })

  /**
   * The provider's assertion, and the intent of the attempt, if the answer belongs to an attempt of this very browser.
   */
  const verify = Effect.fnUntraced(function* (found: Found, { cookie, query, session }: OpenIdAnswer) {
    const { admission, configuration, redirectUri } = found
    const { at, intent, next } = yield* keptOf(cookie)
    if (cookie === undefined || (intent !== "sign-in" && session === undefined)) return yield* refusals.noAttempt
    const attempt = attemptOf(cookie, redirectUri, intent)
    const sent = new URLSearchParams(query).get("state") ?? ""
    if (!sameSecret(sent, attempt.state)) return yield* refusals.wrongState
    const { issuer } = configuration
    const completed = openId.complete(configuration, attempt, `${redirectUri}?${query}`)
    const person = personOf(issuer, yield* Effect.catchAll(completed, told(issuer)))
    if (person === undefined) return yield* refusals.noPerson
    if (!(yield* used.use("openid", attempt.state, at + attemptLifetime))) return yield* refusals.replayed
    return { assertion: { kind: "oidc", issuer, ...admission, ...person } satisfies ProviderAssertion, intent, next }
  })

  const service: OpenIdSignInService = {
    serverLabel: () => Effect.as(requireSystem, server?.label),
    ways: Effect.fnUntraced(function* (input) {
      yield* requireSystem
      const { email } = yield* parseWays(input)
      return yield* waysOf(email.slice(email.lastIndexOf("@") + 1))
    }),
    begin: Effect.fnUntraced(function* (place, intent, next) {
      const { configuration, redirectUri } = yield* find(place)
      const cookie = yield* Effect.provideService(newAttempt(intent, next), Ids, ids)
      const attempt = attemptOf(cookie, redirectUri, intent)
      const location = yield* Effect.catchAll(openId.begin(configuration, attempt), told(configuration.issuer))
      return { location, cookie }
    }),
    complete: Effect.fnUntraced(function* (place, answer) {
      const found = yield* find(place)
      const { client, session } = answer
      const counted = counting({ organization: found.admission.organization, address: client.address }, refusalOf)
      const { assertion, intent, next } = yield* counted(verify(found, answer))
      if (intent === "sign-in" || session === undefined) {
        return { next, signedIn: yield* signIn.admit(assertion, client, found.isSame) }
      }
      if (intent === "confirm") return { next, signedIn: yield* signIn.confirm(assertion, session) }
      yield* signIn.connect(assertion, session)
      return { next }
    })
  }
  return service
})

/** {@link OpenIdSignIn} over the repositories of the context. */
export const service = serviceOf(OpenIdSignIn, make)
