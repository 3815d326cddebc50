/** People whom an organization's directory has provisioned by SCIM, as its identity provider asserts them. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { OrganizationRecord } from "../organizations/Organization.js"
import { hasVerified } from "../organizations/VerifiedDomains.js"
import { ScimUserRepository } from "../scim/ScimUserRepository.js"
import { addressOf, type UserId, type UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { assertedEmail } from "./AssertedEmail.js"
import type { ProviderAssertion } from "./Identity.js"

/** The parts of an assertion that identify a person. */
export type Named = Pick<ProviderAssertion, "email" | "emailVerified" | "kind" | "subject">

/** Finds the people whom a directory knows, by an assertion: at most one, unless its parts match different people. */
export type FindProvisioned = (
  organization: OrganizationRecord,
  named: Named
) => Effect.Effect<ReadonlyArray<UserId>, Unavailable>

/**
 * Whether an organization speaks for a user: one whom only it knows, or with an address in one of its verified domains.
 * A directory can give any member any `userName`, and must not be able to hand other people's accounts to its provider
 * that way.
 */
const speaksFor = (organization: OrganizationRecord, user: UserRecord): boolean => {
  const address = addressOf(user)
  return address === undefined
    ? user.organization === organization.id
    : hasVerified(organization, address.slice(address.lastIndexOf("@") + 1))
}

/**
 * {@link FindProvisioned} over the repositories of the context. An address that the provider vouches for is compared
 * with the `userName`, the subject with the `externalId`. The subject of SAML may be the `userName` as well; the
 * subject of OpenID may be chosen by the person, so it is not compared with the `userName`.
 */
export const makeFindProvisioned = Effect.gen(function* () {
  const directory = yield* ScimUserRepository
  const users = yield* UserRepository

  const find: FindProvisioned = Effect.fnUntraced(function* (organization, named) {
    const { kind, subject } = named
    const address = Either.map(yield* Effect.either(assertedEmail(named)), ({ email }) => email)
    const names = [...(Either.isRight(address) ? [address.right] : []), ...(kind === "saml" ? [subject] : [])]
    const found = new Set(yield* directory.byExternalId(organization.id, subject))
    for (const name of names) {
      const user = yield* directory.byUserName(organization.id, name)
      if (user !== undefined) found.add(user)
    }
    return yield* Effect.filter(found, (id) =>
      Effect.map(users.find(id), (read) => read !== undefined && speaksFor(organization, read.value))
    )
  })
  return find
})
