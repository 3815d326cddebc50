/**
 * The reasons why an assertion of a provider leads to no session.
 * @since 0.1.0
 */
import { Forbidden } from "../../foundation/errors/Errors.js"

const messages = {
  unknownOrganization: "this organization does not exist",
  noEmail: "the identity provider did not send an e-mail address, which tells who you are at the first sign-in",
  unverifiedEmail: "the identity provider does not say that it has verified your e-mail address",
  unverifiedDomain: "the domain of your e-mail address is not a verified domain of this organization",
  otherIdentity: "your e-mail address belongs to another person of this identity provider; ask an administrator",
  ownCredentials: "single sign-on is not turned on for you in this organization; sign in with your own credentials",
  memberDisabled: "your membership in this organization is disabled",
  pendingMember: "you are invited to this organization; sign in with your own credentials and accept the invite first",
  joinFirst: "your account is not a member of this organization; sign in with your own credentials and join it first",
  accountDisabled: "your account is disabled",
  unboundDomain: "this server does not take the word of its identity provider for the domain of your e-mail address",
  administrator: "the account of an administrator of the server has to be connected to the identity provider first",
  otherAccount: "the identity provider has signed in another person",
  noAttempt: "this took too long, or began in another browser; sign in again",
  wrongState: "this answer of an identity provider belongs to another attempt to sign in; sign in again",
  replayed: "this answer of the identity provider was used already; sign in again",
  denied: "the identity provider did not let you in",
  notBelieved: "the answer of the identity provider is not valid; sign in again, or ask an administrator",
  changedProvider: "the settings of the identity provider have just changed; sign in again",
  noPerson: "the identity provider did not say who you are, or named another tenant than its own"
} as const

/** The name of a refusal. */
export type Refusal = keyof typeof messages

/**
 * The failure of each refusal. The message is for the person who signs in, who has proved to the provider who they are.
 */
export const refusals: { readonly [Name in Refusal]: Forbidden } = Object.fromEntries(
  Object.entries(messages).map(([name, message]) => [name, new Forbidden({ message })])
) as { readonly [Name in Refusal]: Forbidden }

/** The name of a refusal, if a failure is one. */
export const refusalOf = (failure: { readonly message: string }): Refusal | undefined =>
  (Object.keys(messages) as ReadonlyArray<Refusal>).find((name) => messages[name] === failure.message)
