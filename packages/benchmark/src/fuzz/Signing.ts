/** Creates JSON Web Tokens with and without the key. */
import { createHmac, createSign, type KeyObject } from "node:crypto"
import type { Random } from "./Random.js"

/** A value encoded as a part of a token. */
export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A token that is signed with a shared secret. */
export const signedWithSecret = (
  secret: string | Buffer,
  claims: object,
  header: object = { alg: "HS256" }
): string => {
  const content = `${encoded(header)}.${encoded(claims)}`
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`
}

/** A token that is signed with a private RSA key. */
export const signedWithKey = (key: KeyObject, claims: object, header: object): string => {
  const content = `${encoded(header)}.${encoded(claims)}`
  return `${content}.${createSign("RSA-SHA256").update(content).sign(key, "base64url")}`
}

/** The content and signature of a token, in normal form: the last base64 digit has several spellings. */
export const meaningOfToken = (text: string): string => {
  const [header, payload, signature, ...rest] = text.split(".")
  return [header, payload, Buffer.from(signature ?? "", "base64url").toString("hex"), ...rest].join(".")
}

/** Tokens that combine parts of a valid one with foreign algorithms, signatures and claims. */
export const recombined = (token: string, claims: object, random: Random): string => {
  const [header = "", payload = "", signature = ""] = token.split(".")
  const algorithm = () => random.one(["none", "None", "HS256", "HS384", "RS256", "PS256", "ES256", "EdDSA", "dir", ""])
  return random.one([
    () => `${encoded({ alg: "none" })}.${payload}.`,
    () => `${encoded({ alg: algorithm(), n: random.below(1e9) })}.${payload}.${signature}`,
    () => `${header}.${encoded(claims)}.${signature}`,
    () => `${encoded({ alg: "none" })}.${encoded(claims)}.`,
    () => `${header}.${payload}`,
    () => `${header}..${signature}`,
    () => `${header}.${payload}.${signature}.${signature}`
  ])()
}
