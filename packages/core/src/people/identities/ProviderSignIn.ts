/**
 * Signs in with the assertion of an identity provider: the one place that decides which provider is trusted for what.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeCountingRefusals } from "../../storage/trail/Refusals.js"
import type { Asked } from "../access/Actor.js"
import type { SignInClient } from "../sessions/Session.js"
import { type SignedIn, signedIn } from "../sign-in/SignedIn.js"
import { requireSystem } from "../users/Users.js"
import { ProviderAssertion } from "./Identity.js"
import { makeOrganizationAdmission } from "./OrganizationAdmission.js"
import { refusalOf, refusals } from "./Refusals.js"
import { makeServerAdmission } from "./ServerAdmission.js"

/**
 * Turns the verified assertion of an identity provider into a session, for the program that serves the sign-in pages.
 * An assertion that leads to no session fails with `Forbidden` and the message of one of `refusals`.
 */
export interface ProviderSignInService {
  /**
   * Begins the session that an assertion leads to. A session from an organization's provider reaches this organization
   * only; one from the server's provider is a session of the account, which may wait for a second factor. `Conflict` if
   * the organization has reached its maximum number of members. `holds` is checked in the transaction that begins the
   * session: whether the provider is still the one that the assertion was verified with.
   */
  readonly admit: (
    assertion: ProviderAssertion,
    client: SignInClient,
    holds?: Effect.Effect<boolean, Unavailable>
  ) => Asked<SignedIn>
  /** Adds the proof of the server's provider to an open session of the same person. */
  readonly confirm: (assertion: ProviderAssertion, session: Redacted.Redacted<string>) => Asked<SignedIn>
  /**
   * Connects the server's provider to the account of a session, whose person must administer the server and have a
   * fresh proof of identity.
   */
  readonly connect: (assertion: ProviderAssertion, session: Redacted.Redacted<string>) => Asked<void>
}

/** Signing in with the assertion of an identity provider. */
export class ProviderSignIn extends Context.Tag("@lectern/core/ProviderSignIn")<
  ProviderSignIn,
  ProviderSignInService
>() {}

const parseAssertion = parser(ProviderAssertion)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const admitMember = yield* makeOrganizationAdmission
  const server = yield* makeServerAdmission
  const counting = yield* makeCountingRefusals

  const parse = (given: ProviderAssertion) => Effect.zipRight(requireSystem, parseAssertion(given))

  /** An assertion of the server's own provider. */
  const parseOwn = Effect.fnUntraced(function* (given: ProviderAssertion) {
    const { organization, ...assertion } = yield* parse(given)
    return organization === undefined ? assertion : yield* refusals.otherAccount
  })

  const service: ProviderSignInService = {
    admit: Effect.fnUntraced(function* (given, client, holds = Effect.succeed(true)) {
      const { organization, ...assertion } = yield* parse(given)
      const opened =
        organization === undefined
          ? server.admit(assertion, client)
          : admitMember({ ...assertion, organization }, client)
      const counted = counting({ organization, address: client.address }, refusalOf)
      const locks = organization === undefined ? [] : [organizationLock(organization)]
      const stillTrusted = Effect.flatMap(holds, (does) => (does ? opened : refusals.changedProvider))
      return signedIn(yield* counted(storage.transaction(stillTrusted, locks)))
    }),
    confirm: Effect.fnUntraced(function* (given, session) {
      const assertion = yield* parseOwn(given)
      return signedIn(yield* counting({}, refusalOf)(storage.transaction(server.confirm(assertion, session), [])))
    }),
    connect: Effect.fnUntraced(function* (given, session) {
      const assertion = yield* parseOwn(given)
      yield* counting({}, refusalOf)(storage.transaction(server.connect(assertion, session), []))
    })
  }
  return service
})

/** {@link ProviderSignIn} over the repositories of the context. */
export const service = serviceOf(ProviderSignIn, make)
