/** Tokens of visitors, as programs next to a site make them. */
import { SignJWT } from "jose"

/** The contents of a token besides its claims: for which site, and from when until when, in seconds since 1970. */
export interface Said {
  readonly aud?: string
  readonly exp?: number
  readonly nbf?: number
}

/** A token that a key signed. */
export const signed = (
  key: string,
  { aud, exp, nbf }: Said,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {}
): Promise<string> => {
  const token = new SignJWT({
    ...claims,
    ...(aud !== undefined && { aud }),
    ...(exp !== undefined && { exp }),
    ...(nbf !== undefined && { nbf })
  })
  return token.setProtectedHeader({ alg: "HS256", typ: "JWT", ...header }).sign(new TextEncoder().encode(key))
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A token with this header and these claims, and any signature. */
export const forged = (header: unknown, claims: unknown, signature = ""): string =>
  `${encoded(header)}.${encoded(claims)}.${signature}`
