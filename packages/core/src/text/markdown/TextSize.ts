/** The size of a text, and its limits. */

/** The counts of the elements that make a text slow to store and to show. */
export interface TextCounts {
  readonly links: number
  readonly headings: number
  /** The levels of quotes, lists, list items and block tags around the innermost block. */
  readonly nesting: number
}

/** The limits of a text. */
export interface TextBounds extends TextCounts {
  /** Its length in bytes of UTF-8. */
  readonly bytes: number
}

const encoder = new TextEncoder()

/** A text's length in bytes of UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length

/** The problem with a text's length; `undefined` if there is none. */
export const lengthProblem = (text: string, { bytes }: TextBounds): string | undefined => {
  if (text.length * 3 <= bytes) return undefined
  const length = byteLength(text)
  return length <= bytes ? undefined : `expected at most ${bytes} bytes, got ${length}`
}
