/** Whom the directory of an organization has provisioned by SCIM, as its identity provider names them. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Unavailable } from "../errors/Errors.js"
import type { OrganizationRecord } from "../organizations/Organization.js"
import { hasVerified } from "../organizations/VerifiedDomains.js"
import { ScimUserRepository } from "../scim/ScimUserRepository.js"
import { addressOf, type UserId, type UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { assertedEmail } from "./AssertedEmail.js"
import type { ProviderAssertion } from "./Identity.js"

/** What an assertion says about who somebody is. */
export type Named = Pick<ProviderAssertion, "email" | "emailVerified" | "kind" | "subject">

/** The people whom a directory knows by what a provider says: one at most, unless it says different things of two. */
export type FindProvisioned = (
  organization: OrganizationRecord,
  named: Named
) => Effect.Effect<ReadonlyArray<UserId>, Unavailable>

/**
 * Whether an organization speaks for a user: one whom only it knows, or who has an address of its verified domains. A
 * directory can give any member any `userName`, and must not hand the accounts of others to its provider that way.
 */
const speaksFor = (organization: OrganizationRecord, user: UserRecord): boolean => {
  const address = addressOf(user)
  return address === undefined
    ? user.organization === organization.id
    : hasVerified(organization, address.slice(address.lastIndexOf("@") + 1))
}

/**
 * {@link FindProvisioned} over the repositories of the context. An address that the provider vouches for is compared with
 * the `userName`, the subject with the `externalId`. The subject of SAML may be the `userName` as well; people may have
 * chosen that of OpenID themselves.
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
