/** Cross-origin access: any origin, never with credentials; the token travels in a header that the page itself sets. */

/** The headers of every answer. */
export const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Accept-Ranges, Content-Range, ETag, Idempotency-Replayed, Location, Preference-Applied, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id"
} as const

/** The headers of the answer to OPTIONS, which lists the methods and headers that a path accepts. */
export const preflightHeaders = (methods: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  allow: methods.join(", "),
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers":
    "Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-Id, X-Visitor-Token, *",
  "access-control-max-age": "86400"
})
