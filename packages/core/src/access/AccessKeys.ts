/** The keys of what is kept for each user in an organization. */
import { OrganizationId } from "../organizations/Organization.js"
import { UserId } from "../users/User.js"

/** The key of what belongs to a user in an organization, or to the embedding program there. */
export const keyOf = (organization: string, user: UserId | undefined): string =>
  user === undefined ? `${organization}\nsystem` : `${organization}\nuser ${user}`

/** The organization of a key. */
export const organizationOf = (key: string): OrganizationId => OrganizationId.make(key.slice(0, key.indexOf("\n")))

/** What a key has after its organization. */
export const restOf = (key: string): string => key.slice(key.indexOf("\n") + 1)

/** The user of a {@link keyOf}, `undefined` for the embedding program. */
export const userOf = (key: string): UserId | undefined => {
  const rest = restOf(key)
  return rest === "system" ? undefined : UserId.make(rest.slice("user ".length))
}
