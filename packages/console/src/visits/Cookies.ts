/** The cookies of signing in, besides that of the session: of forms, and of attempts to sign in with a provider. */
import { cookieIn } from "@lectern/http/internal/foundation/dispatcher/CookieHeader"
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { hostAttributes } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Redacted from "effect/Redacted"

const formName = "__Host-lectern-form"
const samlName = "__Host-lectern-saml"
const attemptName = "__Host-lectern-openid"

/** The browser's cookie of an attempt to sign in with an OpenID provider. */
export const attemptOf = (request: HttpRequest): Redacted.Redacted<string> | undefined => {
  const value = cookieIn(request.header, attemptName)
  return value === undefined || !/^[\w-]{1,2000}$/.test(value) ? undefined : Redacted.make(value)
}

/** The header that sets the cookie of an attempt, for 15 minutes. */
export const attemptCookie = (attempt: Redacted.Redacted<string>): Record<string, string> => ({
  "set-cookie": `${attemptName}=${Redacted.value(attempt)}; ${hostAttributes}; Max-Age=900`
})

/** The token that this browser's forms must contain, which other sites cannot know. */
export const formTokenOf = (request: HttpRequest): string | undefined => {
  const value = cookieIn(request.header, formName)
  return value !== undefined && /^[0-9a-f]{32}$/.test(value) ? value : undefined
}

/** A new token for forms. */
export const newFormToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** The header that sets a browser's form token, until the browser is closed. */
export const formCookie = (token: string): Record<string, string> => ({
  "set-cookie": `${formName}=${token}; ${hostAttributes}`
})

/** The browser's latest request to a SAML provider. */
export const samlRequestOf = (request: HttpRequest): string | undefined => cookieIn(request.header, samlName)

/**
 * The header that sets a browser's request to a SAML provider. It is sent back with a form posted from the provider's
 * origin.
 */
export const samlCookie = (request: string): Record<string, string> => ({
  "set-cookie": `${samlName}=${request}; Path=/; Secure; HttpOnly; SameSite=None; Max-Age=1800`
})
