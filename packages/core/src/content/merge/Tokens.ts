/** Texts word by word. */

/** The words of a text, and everything between them: spaces, and punctuation character by character. */
export const tokensOf = (text: string): ReadonlyArray<string> =>
  text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? []
