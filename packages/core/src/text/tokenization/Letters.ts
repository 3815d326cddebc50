/** The set of letters of a word: a quick filter for words that are not similar. */

/**
 * The letters of a word as a bit set: the lowest five bits of each UTF-16 unit select one of 32 bits. Letters that
 * share a bit count as the same.
 */
export const lettersOf = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits >>> 0
}

/** Whether more than `most` of some letters are missing from others. */
export const lacks = (letters: number, others: number, most: number): boolean => {
  let left = letters & ~others
  for (let lacking = 0; left !== 0; left &= left - 1) if (++lacking > most) return true
  return false
}

/** The remainder of some letters without up to `most` of them. */
export const remains = (letters: number, most: number): ReadonlySet<number> => {
  const found = new Set([letters])
  for (let lacking = 0; lacking < most; lacking++) {
    for (const some of [...found]) {
      for (let left = some; left !== 0; left &= left - 1) found.add((some & ~(left & -left)) >>> 0)
    }
  }
  return found
}
