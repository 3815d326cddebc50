/** Tokens that authenticate visitors of a site: JSON Web Tokens signed with one of the site's keys (HS256). */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose"
import { Claims } from "../../../text/conditions/Claims.js"

/** The maximum length of a token, in characters. */
export const maxTokenLength = 8192

/** The tolerated clock skew of the issuer of a token, in seconds. */
export const clockTolerance = 30

/** The reason why a token is refused. */
export type TokenRefusal =
  | "too long"
  | "malformed"
  | "another algorithm"
  | "another key"
  | "expired"
  | "not valid yet"
  | "without expiry"
  | "for another site"
  | "unfit claims"

/** The parameters of verifying a token. */
export interface TokenCheck {
  /** The required audience: the id of the site. */
  readonly site: string
  /** The keys of the site. */
  readonly keys: ReadonlyArray<string>
  /** The current time, in milliseconds since 1970. */
  readonly time: number
}

const utf8 = new TextEncoder()
const isClaims = Schema.is(Claims)

const refusalOf = (error: unknown): TokenRefusal => {
  if (error instanceof errors.JWTExpired) return "expired"
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "exp") return error.reason === "missing" ? "without expiry" : "malformed"
    if (error.claim === "aud") return "for another site"
    return error.claim === "nbf" && error.reason === "check_failed" ? "not valid yet" : "malformed"
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) return "another algorithm"
  return error instanceof errors.JWSSignatureVerificationFailed ? "another key" : "malformed"
}

/** The sites that a token claims to be for, not yet verified: only their keys are worth trying. */
export const audienceOf = (token: string): ReadonlyArray<string> => {
  if (token.length > maxTokenLength) return []
  try {
    const { aud = [] } = decodeJwt(token)
    return typeof aud === "string" ? [aud] : aud
  } catch {
    return []
  }
}

/**
 * The claims of a token, if one of the keys signed it, it is for the site, and it has an expiry that has not passed.
 */
export const verifyVisitorToken = async (
  token: string,
  { keys, site, time }: TokenCheck
): Promise<Either.Either<Claims, TokenRefusal>> => {
  if (token.length > maxTokenLength) return Either.left("too long")
  const options = {
    algorithms: ["HS256"],
    audience: site,
    requiredClaims: ["exp"],
    clockTolerance,
    currentDate: new Date(time)
  }
  let refusal: TokenRefusal = "another key"
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify<JWTPayload>(token, utf8.encode(key), options)
      return isClaims(payload) ? Either.right(payload) : Either.left("unfit claims")
    } catch (error) {
      refusal = refusalOf(error)
      if (refusal !== "another key") break
    }
  }
  return Either.left(refusal)
}
