/** The proofs that an account's credentials can give. */

import type { AccountRecord, CredentialKinds, PasskeyRecord } from "../accounts/Account.js"
import type { ProofMethod, SessionRecord } from "./Session.js"

/** The kinds of credentials that an account has. */
export const kindsOf = (
  account: AccountRecord | undefined,
  passkeys: ReadonlyArray<PasskeyRecord>
): CredentialKinds => ({
  password: account?.password !== undefined,
  totp: account?.totp !== undefined,
  passkeys: passkeys.length
})

/** Whether an account can prove more than a password. */
export const hasSecondFactor = ({ passkeys, totp }: CredentialKinds): boolean => totp || passkeys > 0

const strong: ReadonlyArray<ProofMethod> = ["totp", "passkey"]
const weak: ReadonlyArray<ProofMethod> = [...strong, "password", "link", "provider"]

/** Whether a session proved more than a password, by means that the account still has. */
export const hasProvedSecondFactor = ({ proofs }: SessionRecord, kinds: CredentialKinds): boolean =>
  hasSecondFactor(kinds) && proofs.some(({ method }) => strong.includes(method))

/**
 * The time when a person last proved their identity by the strongest means of their account, in milliseconds since
 * 1970; 0 for never.
 */
export const provenAt = ({ proofs }: SessionRecord, kinds: CredentialKinds): number => {
  const counting = hasSecondFactor(kinds) ? strong : weak
  return Math.max(0, ...proofs.flatMap(({ at, method }) => (counting.includes(method) ? [at] : [])))
}
