/**
 * The id of a link invite, the only thing needed to join with it. It begins with the name that the invite is stored
 * under, and ends with a secret.
 */
import * as Schema from "effect/Schema"
import { unkeyedDigest, unkeyedSeal } from "../../foundation/encryption/Keyring.js"

/** The beginning of a link invite's id: it names the invite, but nobody can join with it. */
const LinkInviteName = Schema.String.pipe(Schema.brand("LinkInviteName"))
/** @see {@link LinkInviteName} */
export type LinkInviteName = typeof LinkInviteName.Type

/** The length of the secret, in characters. */
const secretLength = 43

/** The name that an id begins with; untyped callers may pass anything. */
export const nameIn = (given: unknown): LinkInviteName => {
  const id = typeof given === "string" ? given : ""
  return LinkInviteName.make(id.length > secretLength ? id.slice(0, -secretLength) : id)
}

/** The secret that an id ends with. */
export const secretIn = (given: unknown): string => String(given).slice(-secretLength)

/** Upgrades an invite that was stored under its whole id. */
export const withoutPlainId = ({ id, ...rest }: Readonly<Record<string, unknown>>) => ({
  id: nameIn(id),
  hash: unkeyedDigest(secretIn(id)),
  sealedSecret: unkeyedSeal(secretIn(id)),
  ...rest
})
