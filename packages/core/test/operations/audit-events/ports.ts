/** The ports that signing in needs: every answer is right, and nothing is as slow as in reality. */
import { PasskeyId, type PasskeyRecord } from "@lectern/core/accounts/Account"
import { Passkeys } from "@lectern/core/accounts/Passkeys"
import { PasswordHashing } from "@lectern/core/accounts/PasswordHashing"
import { secretHash } from "@lectern/core/foundation/ids/SecretHash"
import { Mailer } from "@lectern/core/mail/Mailer"
import { OpenIdClient } from "@lectern/core/openid/OpenIdClient"
import { SamlProtocol } from "@lectern/core/saml/SamlProtocol"
import { Effect, Layer } from "effect"

/** Hashes as quickly as can be. */
export const passwords = Layer.succeed(PasswordHashing, {
  hash: (text) => Effect.succeed(`hashed:${secretHash(text)}`),
  verify: (hash, text) => Effect.succeed(hash === `hashed:${secretHash(text)}`)
})

/** A mail server that accepts every message. */
export const mailer = Layer.succeed(Mailer, { isConfigured: true, send: () => Effect.void })

/** A device whose answers are right. */
export const passkeys = Layer.succeed(Passkeys, {
  creation: (_, __, challenge) => Effect.succeed({ challenge }),
  request: (_, challenge) => Effect.succeed({ challenge }),
  register: () => Effect.succeed({ id: PasskeyId.make("device"), publicKey: "public", counter: 0, transports: [] }),
  verify: (_, __, ___, { counter }: PasskeyRecord) => Effect.succeed(counter + 1)
})

/** The browser's answer for the device to the options of a ceremony. */
export const signed = (options: object) => {
  const { challenge } = options as { readonly challenge: string }
  return { id: "device", response: { clientDataJSON: btoa(JSON.stringify({ challenge: btoa(challenge) })) } }
}

/** The e-mail domain that providers speak for. */
export const domain = "example.com"

/** The provider of the server. */
export const openIdProvider = {
  label: "Example",
  issuer: "https://idp.example",
  clientId: "lectern",
  domains: [domain]
} as const

/** An OpenID provider at which everybody is called Nora. */
export const openId = Layer.succeed(OpenIdClient, {
  begin: (_, { state }) => Effect.succeed(`https://idp.example/?state=${state}`),
  complete: () =>
    Effect.succeed({ sub: "subject of Nora", name: "Nora", email: `nora@${domain}`, email_verified: true })
})

const far = Date.parse("2100-01-01T00:00:00Z")

/** A SAML provider that calls everybody Nora; a response only says which request it answers. */
export const saml = Layer.succeed(SamlProtocol, {
  metadata: () => Effect.succeed("<metadata/>"),
  signInURL: (_, { ssoURL }) => Effect.succeed(ssoURL),
  signOutURL: (_, { ssoURL }) => Effect.succeed(ssoURL),
  signedOutURL: (_, { ssoURL }) => Effect.succeed(ssoURL),
  response: ({ acsURL, entityID }, peer, request) =>
    Effect.succeed({
      isSigned: true,
      isSuccess: true,
      issuer: peer.entityID,
      destination: acsURL,
      inResponseTo: request,
      assertion: {
        id: "assertion",
        issuer: peer.entityID,
        subject: { name: `nora@${domain}` },
        confirmations: [{ recipient: acsURL, inResponseTo: request, notOnOrAfter: far }],
        audiences: [[entityID]],
        authenticates: true,
        attributes: new Map([
          ["email", [`nora@${domain}`]],
          ["displayName", ["Nora"]]
        ])
      }
    }),
  logout: ({ logoutURL }, peer) =>
    Effect.map(
      Effect.clockWith((clock) => clock.currentTimeMillis),
      (issuedAt) => ({
        kind: "request" as const,
        id: "logout",
        issuer: peer.entityID,
        destination: logoutURL,
        issuedAt,
        subject: `nora@${domain}`
      })
    )
})
