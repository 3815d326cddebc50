/** The cache keys of values that are kept for each user in an organization. */

import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import type { TokenScope } from "../api-tokens/TokenScope.js"
import { UserId } from "../users/User.js"
import { limitsKey, limitsOf } from "./TokenLimits.js"

/** The cache key of a user in an organization, with the limits of a token; or of the embedding program there. */
export const keyOf = (organization: string, user: UserId | undefined, limits?: TokenScope): string => {
  if (user === undefined) return `${organization}\nsystem`
  return limits === undefined ? `${organization}\nuser ${user}` : `${organization}\nuser ${user}\t${limitsKey(limits)}`
}

/** The organization of a key. */
export const organizationOf = (key: string): OrganizationId => OrganizationId.make(key.slice(0, key.indexOf("\n")))

/** The part of a key after its organization. */
export const restOf = (key: string): string => key.slice(key.indexOf("\n") + 1)

/** The user of a {@link keyOf}, `undefined` for the embedding program. */
export const userOf = (key: string): UserId | undefined => {
  const rest = restOf(key)
  if (rest === "system") return undefined
  const end = rest.indexOf("\t")
  return UserId.make(rest.slice("user ".length, end < 0 ? undefined : end))
}

/** The limits of a {@link keyOf}, if there are any. */
export const limitsIn = (key: string): TokenScope | undefined => {
  const start = key.indexOf("\t")
  return start < 0 ? undefined : limitsOf(key.slice(start + 1))
}

/** The cache key for the stamps that a space needs. A caller without types may pass an id that is not a text. */
export const keyOfSpace = (id: unknown): string => (typeof id === "string" ? `space ${id}` : "space")
