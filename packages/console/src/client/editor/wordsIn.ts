/** Finds the words that a comment is about. */

/** A part of a text. */
export interface Words {
  readonly from: number
  readonly to: number
}

/**
 * Where the words of a comment stand in a text that may be ahead of the one that it was placed in: there, or else the
 * nearest place that has them.
 */
export const wordsIn = (
  text: string,
  { quote, start }: { readonly quote: string; readonly start: number }
): Words | undefined => {
  if (quote === "") return undefined
  const before = text.lastIndexOf(quote, start)
  const after = text.indexOf(quote, start)
  const from = before < 0 || (after >= 0 && after - start < start - before) ? after : before
  return from < 0 ? undefined : { from, to: from + quote.length }
}
