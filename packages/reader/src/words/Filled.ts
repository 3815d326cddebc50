/** Sentences with values. */

/** A sentence with its values, each in place of a `%`. */
export const filled = (sentence: string, ...values: ReadonlyArray<string | number>): string => {
  let at = 0
  return sentence.replace(/%/g, () => String(values[at++] ?? ""))
}
