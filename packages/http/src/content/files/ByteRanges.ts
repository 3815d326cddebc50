/** Range requests (RFC 9110, section 14). */
import type { ByteRange } from "@lectern/core/blobs/BlobStore"

/**
 * The part of a representation of `size` bytes that a `Range` header asks for: `undefined` if that is all of it,
 * several parts, or not understood, and `unsatisfiable` if there is no such part.
 */
export const rangeOf = (header: string, size: number): ByteRange | "unsatisfiable" | undefined => {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined
  if (first === "") {
    if (Number(last) === 0) return "unsatisfiable"
    return size === 0 ? undefined : { start: Math.max(size - Number(last), 0), end: size }
  }
  const start = Number(first)
  if (last !== "" && Number(last) < start) return undefined
  if (start >= size) return "unsatisfiable"
  return { start, end: last === "" ? size : Math.min(Number(last) + 1, size) }
}

/** Whether an `If-Range` header, if there is one, allows a range of a representation with this entity tag. */
export const rangeApplies = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange.trim() === `"${tag}"`
