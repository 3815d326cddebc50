/** The e-mail address that a provider vouches for. */
import * as Effect from "effect/Effect"
import { Conflict } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { firstLine } from "../../foundation/schema/Text.js"
import { Email } from "../users/User.js"
import type { ProviderAssertion } from "./Identity.js"
import { refusals } from "./Refusals.js"

const parseEmail = parser(Email)

/** An address that a provider vouches for, with its domain. */
export interface AssertedEmail {
  readonly email: string
  readonly domain: string
}

/**
 * The address that an assertion vouches for. A missing verification claim is accepted for SAML only, which has no such
 * claim.
 */
export const assertedEmail = Effect.fnUntraced(function* ({
  email,
  emailVerified,
  kind
}: Pick<ProviderAssertion, "email" | "emailVerified" | "kind">) {
  if (email === undefined) return yield* refusals.noEmail
  if (!(emailVerified ?? kind === "saml")) return yield* refusals.unverifiedEmail
  const address = yield* Effect.mapError(parseEmail(email), () => refusals.noEmail)
  return { email: address, domain: address.slice(address.lastIndexOf("@") + 1) } satisfies AssertedEmail
})

/** The name of a new user: as the provider states it, or the local part of the address. */
export const nameOf = (displayName: string | undefined, email: string): string =>
  firstLine(displayName ?? "", 100) || email.slice(0, email.lastIndexOf("@")).slice(0, 100)

/** The refusal of a first assertion whose user was created by another request at the same time. */
export const createdMeanwhile = new Conflict({ message: "the user was created just now; sign in again" })
