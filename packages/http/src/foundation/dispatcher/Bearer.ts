/** The bearer token of a request (RFC 6750), of any visible characters. */
import { Unauthenticated } from "@lectern/core/errors/Errors"
import * as Redacted from "effect/Redacted"

const scheme = /^bearer +([\x21-\x7e]+) *$/i

/** The token of an `Authorization` header; `undefined` if there is none, or it has another scheme or is malformed. */
export const bearerToken = (header: string | undefined): Redacted.Redacted<string> | undefined => {
  const token = header === undefined ? undefined : scheme.exec(header)?.[1]
  return token === undefined ? undefined : Redacted.make(token)
}

/** The answer to a request without a token. */
export const missingToken = new Unauthenticated({
  message: "expected a valid access token in the header Authorization: Bearer <token>"
})
