/**
 * Passkey ceremonies, verified with `@simplewebauthn/server`.
 * @since 0.1.0
 */
import { PasskeyId } from "@lectern/core/accounts/Account"
import { Passkeys, type PasskeysService } from "@lectern/core/accounts/Passkeys"
import { invalid, Unavailable } from "@lectern/core/errors/Errors"
import type * as Server from "@simplewebauthn/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const base64url = (text: string): string => Buffer.from(text).toString("base64url")

const load = Effect.tryPromise({
  try: () => import("@simplewebauthn/server"),
  catch: (cause) => new Unavailable({ message: "the passkey library could not be loaded", cause })
})

const refused = invalid("passkey", "the answer of the device was refused; try again")

/** Treats input that the library cannot parse as invalid, since anybody may send it. */
const checked = <A>(check: (server: typeof Server) => Promise<A | undefined>) =>
  Effect.flatMap(load, (server) =>
    Effect.flatMap(Effect.tryPromise({ try: () => check(server), catch: () => refused }), (answer) =>
      answer === undefined ? Effect.fail(refused) : Effect.succeed(answer)
    )
  )

const listed = (known: ReadonlyArray<{ readonly id: string; readonly transports: ReadonlyArray<string> }>) =>
  known.map(({ id, transports }) => ({ id, transports: [...transports] }))

/** Discoverable passkeys on devices that verify their user. */
export const make = (): PasskeysService => ({
  creation: (party, owner, challenge, known) =>
    Effect.flatMap(load, ({ generateRegistrationOptions }) =>
      Effect.promise(() =>
        generateRegistrationOptions({
          rpName: party.name,
          rpID: party.id,
          userName: owner.email,
          userDisplayName: owner.displayName,
          userID: new Uint8Array(Buffer.from(owner.id)),
          challenge,
          excludeCredentials: listed(known),
          authenticatorSelection: { residentKey: "required", userVerification: "required" }
        })
      )
    ),
  register: (party, response, challenge) =>
    checked(async ({ verifyRegistrationResponse }) => {
      const { registrationInfo, verified } = await verifyRegistrationResponse({
        response: response as Server.RegistrationResponseJSON,
        expectedChallenge: base64url(challenge),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true
      })
      if (!verified) return undefined
      const { counter, id, publicKey, transports } = registrationInfo.credential
      return {
        id: PasskeyId.make(id),
        publicKey: Buffer.from(publicKey).toString("base64url"),
        counter,
        transports: transports ?? []
      }
    }),
  request: (party, challenge, known) =>
    Effect.flatMap(load, ({ generateAuthenticationOptions }) =>
      Effect.promise(() =>
        generateAuthenticationOptions({
          rpID: party.id,
          challenge,
          userVerification: "required",
          ...(known.length > 0 && { allowCredentials: listed(known) })
        })
      )
    ),
  verify: (party, response, challenge, passkey) =>
    checked(async ({ verifyAuthenticationResponse }) => {
      const { authenticationInfo, verified } = await verifyAuthenticationResponse({
        response: response as Server.AuthenticationResponseJSON,
        expectedChallenge: base64url(challenge),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
          counter: passkey.counter
        }
      })
      return verified ? authenticationInfo.newCounter : undefined
    })
})

/** {@link make} as a layer. */
export const layer: Layer.Layer<Passkeys> = Layer.sync(Passkeys, make)
