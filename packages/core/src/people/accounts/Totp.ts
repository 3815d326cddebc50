/** Codes of authenticator apps: RFC 6238 with six digits, every 30 seconds. */
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Secret, TOTP } from "otpauth"
import type { KeyringService } from "../../foundation/encryption/Keyring.js"
import { totpPlace } from "../../foundation/encryption/Places.js"
import { invalid, type LecternError } from "../../foundation/errors/Errors.js"
import type { UserId } from "../users/User.js"
import type { TotpRecord } from "./Account.js"

const period = 30

/** The codes before and after the current one are accepted too, as clocks differ. */
const window = 1

/** The set-up data of an authenticator app. */
export interface TotpSetUp {
  /** The secret in base 32, for typing it. */
  readonly secret: string
  /** The same as an `otpauth:` address, for a QR code. */
  readonly uri: string
}

/** The set-up of an app for an account, from its secret. */
export const totpSetUp = (secret: string, email: string): TotpSetUp => ({
  secret,
  uri: new TOTP({ issuer: "Lectern", label: email, secret: Secret.fromBase32(secret) }).toString()
})

/** The secret of an app, 160 bits in base 32, from a random one of 256 bits. */
export const totpSecretOf = (random: string): string =>
  new Secret({ buffer: sha256(utf8ToBytes(random)).slice(0, 20).buffer }).base32

/** The record with the code's time step noted; `Invalid` if the code is wrong or was used before. */
export const takeCode = (
  keyring: KeyringService,
  user: UserId,
  totp: TotpRecord,
  code: string
): Effect.Effect<TotpRecord, LecternError> =>
  Effect.gen(function* () {
    const secret = yield* keyring.unseal(totpPlace(user), totp.sealed)
    const timestamp = yield* Clock.currentTimeMillis
    const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
      token: code.replace(/[\s-]/g, ""),
      timestamp,
      window
    })
    const step = Math.floor(timestamp / 1000 / period) + (delta ?? 0)
    if (delta === null || step <= totp.lastStep) return yield* invalid("code", "the code is wrong or has expired")
    return { ...totp, lastStep: step }
  })
