/** The bearer token of a request (RFC 6750), of any visible characters. */
import { Unauthenticated } from "@lectern/core/errors/Errors"
import { Redacted } from "effect"

const scheme = /^bearer +([\x21-\x7e]+) *$/i

/** The token of an `Authorization` header; `undefined` where there is none, or it is of another scheme or malformed. */
export const bearerToken = (header: string | undefined): Redacted.Redacted<string> | undefined => {
  const token = header === undefined ? undefined : scheme.exec(header)?.[1]
  return token === undefined ? undefined : Redacted.make(token)
}

/** What a request without a token is answered. */
export const missingToken = new Unauthenticated({
  message: "expected a valid access token in the header Authorization: Bearer <token>"
})
