/**
 * Whether two secrets, or hashes or signatures of secrets, are the same. The time that it takes depends only on the
 * length of the first one, not on where they differ.
 */
export const sameSecret = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i % Math.max(other.length, 1))
  return difference === 0
}
