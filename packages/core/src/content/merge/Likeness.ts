/** How much of the words of two texts is the same. */

const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+/gu

/**
 * The words of a text, or its signs if it has none: the marks of lists, tables and tags are alike everywhere. Each letter
 * of a script without spaces between words is a word.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => text.match(words) ?? text.match(/\S/gu) ?? []

/** The common share of the words of two texts, and the share of the first one that is in the second: from 0 to 1. */
export const compared = (
  known: ReadonlyArray<string>,
  other: ReadonlyArray<string>
): { readonly alike: number; readonly held: number } => {
  const left = new Map<string, number>()
  for (const word of known) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of other) {
    const count = left.get(word) ?? 0
    if (count > 0) shared++
    left.set(word, count - 1)
  }
  if (known.length === 0) return { alike: 0, held: 0 }
  return { alike: (2 * shared) / (known.length + other.length), held: shared / known.length }
}

/** The common share of the words of two texts, from 0 to 1. */
export const alike = (known: ReadonlyArray<string>, other: ReadonlyArray<string>): number =>
  compared(known, other).alike
