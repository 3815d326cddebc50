/** Which letters a word has: a quick way to tell words apart that are not alike. */

/** The letters of a word: of each UTF-16 unit the lowest five bits, as one of 32 bits. Letters that share one are taken for the same. */
export const lettersOf = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits >>> 0
}

/** Whether more than `most` of some letters are not among others. */
export const lacks = (letters: number, others: number, most: number): boolean => {
  let left = letters & ~others
  for (let lacking = 0; left !== 0; left &= left - 1) if (++lacking > most) return true
  return false
}
