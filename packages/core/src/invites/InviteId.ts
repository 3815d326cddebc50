/**
 * The id of a link invite is all that somebody needs to join with it. It begins with the name that the invite is stored
 * by, and ends with a secret.
 */
import * as Schema from "effect/Schema"
import { unkeyedDigest, unkeyedSeal } from "../secrets/Keyring.js"

/** What the id of a link invite begins with: it names the invite, and nobody joins with it. */
const LinkInviteName = Schema.String.pipe(Schema.brand("LinkInviteName"))
/** @see {@link LinkInviteName} */
export type LinkInviteName = typeof LinkInviteName.Type

/** How long the secret is. */
const secretLength = 43

/** The name that an id begins with; callers without types may give anything. */
export const nameIn = (given: unknown): LinkInviteName => {
  const id = typeof given === "string" ? given : ""
  return LinkInviteName.make(id.length > secretLength ? id.slice(0, -secretLength) : id)
}

/** The secret that an id ends with. */
export const secretIn = (given: unknown): string => String(given).slice(-secretLength)

/** Upgrades an invite that was stored by its whole id. */
export const withoutPlainId = ({ id, ...rest }: Readonly<Record<string, unknown>>) => ({
  id: nameIn(id),
  hash: unkeyedDigest(secretIn(id)),
  sealedSecret: unkeyedSeal(secretIn(id)),
  ...rest
})
