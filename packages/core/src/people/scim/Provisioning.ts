/** Finds the user for a new member: an existing user of the server, or a new one known only to the organization. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { now } from "../../foundation/ids/Time.js"
import { firstCharacters } from "../../foundation/schema/Text.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import { hasVerified } from "../organizations/VerifiedDomains.js"
import { Email, mayJoin, UserId, type UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import type { ScimUserFields } from "./ScimResource.js"

/** The user for a new member as described by a client, in the transaction that creates the membership. */
export type PersonFor = (organization: OrganizationId, fields: ScimUserFields) => Effect.Effect<UserId, Unavailable>

const readEmail = Schema.decodeUnknownEither(Email)

/** The e-mail address in a client's description of a user; `undefined` if there is none. */
const emailOf = ({ emails = [], userName }: ScimUserFields): string | undefined => {
  const address = (emails.find(({ primary }) => primary === true) ?? emails[0])?.value ?? userName
  return Either.getOrUndefined(readEmail(address))
}

/** The display name, from a client's description of a user. */
export const displayNameOf = ({ displayName, name, userName }: ScimUserFields): string => {
  const parts = [name?.givenName, name?.familyName].filter((part) => part !== undefined).join(" ")
  const found = displayName ?? name?.formatted ?? (parts === "" ? userName.split("@")[0] || userName : parts)
  return firstCharacters(found, 100)
}

/**
 * {@link PersonFor} over the repositories of the context. An address counts only in a verified domain of the
 * organization; a person with another address becomes a new person known to nobody else, whether or not the server has
 * a user with that address.
 */
export const makePersonFor = Effect.gen(function* () {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const ids = yield* Ids

  const isOwn = (organization: OrganizationId, email: string) =>
    Effect.map(
      organizations.find(organization),
      (found) => found !== undefined && hasVerified(found.value, email.slice(email.lastIndexOf("@") + 1))
    )

  const personFor: PersonFor = Effect.fnUntraced(function* (organization, fields) {
    const email = emailOf(fields)
    const owned = email !== undefined && (yield* isOwn(organization, email)) ? email : undefined
    const known = owned === undefined ? undefined : (yield* users.findByEmail(owned))?.value
    if (mayJoin(known, organization)) return known.id
    const id = UserId.make(yield* ids.next)
    const user: UserRecord = {
      id,
      displayName: displayNameOf(fields),
      ...(owned !== undefined && known === undefined ? { email: owned } : { email: `scim:${id}`, organization }),
      createdAt: yield* now
    }
    yield* withoutConflict(users.insert(user))
    return id
  })
  return personFor
})
