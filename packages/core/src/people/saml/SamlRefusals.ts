/**
 * The reasons why a message of a SAML provider is not accepted.
 * @since 0.1.0
 */
import { Forbidden } from "../../foundation/errors/Errors.js"

const messages = {
  unreadable: "the identity provider sent nothing that can be read as SAML",
  forbiddenXml: "the identity provider's message has a document type, a comment or an instruction, which are not taken",
  encrypted: "encrypted assertions are not taken; turn encryption off at the identity provider",
  denied: "the identity provider did not sign you in",
  structure:
    "the identity provider's message needs exactly one assertion, directly in the response, and no signatures elsewhere",
  unsigned: "the identity provider signed neither its message nor the assertion in it",
  weakSignature: "the identity provider signs with an algorithm that is not taken; RSA with SHA-256 or SHA-512 is",
  wrongSignature: "the signature was not made with the identity provider's certificate, or something was changed since",
  issuer: "the message is from another identity provider",
  destination: "the message was sent to another address",
  recipient: "the assertion is for another address",
  audience: "the assertion is for another service",
  tooEarly: "the assertion is not valid yet; the clocks of the identity provider and this server may differ",
  expired: "the assertion has expired; sign in again",
  subject: "the identity provider did not say who you are",
  transientSubject:
    "the identity provider names you differently each time; it must send a persistent name or an e-mail address",
  noRequest: "you have to begin at this server to sign in",
  otherRequest: "this is no answer to what this browser asked for, or it took too long; sign in again",
  replayed: "this answer was used already; sign in again"
} as const

/** The name of a refusal. */
export type SamlRefusal = keyof typeof messages

/** The failure of each refusal, with a message for the person who wants to sign in. */
export const samlRefusals: { readonly [Name in SamlRefusal]: Forbidden } = Object.fromEntries(
  Object.entries(messages).map(([name, message]) => [name, new Forbidden({ message })])
) as { readonly [Name in SamlRefusal]: Forbidden }

/** The name of a refusal, if a failure is one. */
export const samlRefusalOf = (failure: { readonly message: string }): SamlRefusal | undefined =>
  (Object.keys(messages) as ReadonlyArray<SamlRefusal>).find((name) => messages[name] === failure.message)
