/** Entity tags and conditional requests (RFC 9110, section 13). */
import type { HttpRequest } from "./Exchange.js"

const gzipSuffix = "-gzip"

/** The tag of a compressed answer. */
export const gzipTag = (tag: string): string => `${tag}${gzipSuffix}`

/** A short hash of a text, for tags; not for secrets. */
export const shortHash = (text: string): string => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/** The tag of a URL's content while `version` is current; `seed` distinguishes servers that answer differently. */
export const makeTag = (version: string, url: string, seed: string): string => `${version}-${shortHash(seed + url)}`

const listed = /(?:W\/)?"([^"]*)"/g

/** Whether a client says that it has the content with a tag. */
export const isKnownTo = ({ header }: Pick<HttpRequest, "header">, tag: string): boolean => {
  const condition = header("if-none-match")
  return condition !== undefined && (matchesAny(condition) || listedTag(condition, tag) !== undefined)
}

/** Whether an `If-None-Match` header says "any". */
export const matchesAny = (header: string): boolean => header.trim() === "*"

/** The tag, plain or compressed, that an `If-None-Match` header lists, compared weakly. */
export const listedTag = (header: string, tag: string): string | undefined => {
  if (header === `"${tag}"`) return tag
  const compressed = gzipTag(tag)
  for (const [, candidate] of header.matchAll(listed)) {
    if (candidate === tag || candidate === compressed) return candidate
  }
  return undefined
}
