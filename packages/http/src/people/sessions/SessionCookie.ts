/** The cookie of a person's session. Its prefix keeps other hosts and plain HTTP from setting it. */
import * as Redacted from "effect/Redacted"
import { cookieIn } from "../../foundation/dispatcher/CookieHeader.js"
import type { HttpRequest } from "../../foundation/dispatcher/Exchange.js"

const name = "__Host-lectern-session"

/** The attributes of cookies that only this server may read, and that the prefix `__Host-` demands. */
export const hostAttributes = "Path=/; Secure; HttpOnly; SameSite=Lax"

/** The secret of the session that a request came with. */
export const sessionOf = (request: HttpRequest): Redacted.Redacted<string> | undefined => {
  const value = cookieIn(request.header, name)
  return value === undefined || !/^lcs_[\w-]{43}$/.test(value) ? undefined : Redacted.make(value)
}

/** The header that sets a browser's session until a time. */
export const sessionCookie = (secret: Redacted.Redacted<string>, endsAt: string): Record<string, string> => ({
  "set-cookie": `${name}=${Redacted.value(secret)}; ${hostAttributes}; Expires=${new Date(endsAt).toUTCString()}`
})

/** The header that removes the session. */
export const noSession: Record<string, string> = { "set-cookie": `${name}=; ${hostAttributes}; Max-Age=0` }
