/** A token that tells published sites who a member is: a JSON Web Token, signed by HMAC with SHA-256 (HS256). */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Encoding from "effect/Encoding"
import { addressOf, type UserRecord } from "../users/User.js"

/** The validity of the claims, in seconds. */
export const claimsLifetime = 3600

const header = Encoding.encodeBase64Url(JSON.stringify({ alg: "HS256", typ: "JWT" }))

/**
 * The claims about a member, signed with the organization's key; `millis` is the current time in milliseconds since
 * 1970.
 */
export const visitorClaims = (key: string, organization: string, user: UserRecord, millis: number): string => {
  const email = addressOf(user)
  const issued = Math.floor(millis / 1000)
  const claims = {
    sub: user.id,
    ...(email !== undefined && { email }),
    name: user.displayName,
    organization,
    iat: issued,
    exp: issued + claimsLifetime
  }
  const signed = `${header}.${Encoding.encodeBase64Url(JSON.stringify(claims))}`
  return `${signed}.${Encoding.encodeBase64Url(hmac(sha256, utf8ToBytes(key), utf8ToBytes(signed)))}`
}
