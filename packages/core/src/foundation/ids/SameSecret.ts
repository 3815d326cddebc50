/**
 * Whether two secrets, or hashes or signatures of such, are the same. The time that it takes tells how long the first one
 * is, and nothing of where they differ.
 */
export const sameSecret = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i % Math.max(other.length, 1))
  return difference === 0
}
