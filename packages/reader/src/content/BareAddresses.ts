/** Finds the addresses that stand in running text without the marks of a link. */

/** An address after what may stand before one, up to what cannot be in one. */
const address = /(?<![\p{L}\p{N}_/:@.=?&+-])https?:\/\/(?=[\p{L}\p{N}[])[^\s<>"`]+/giu

/** The maximum length of an address, in characters. */
const limit = 2_000

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[" }

/** An address without the punctuation of the sentence around it, of which brackets that it opens are no part. */
const trimmed = (found: string): string => {
  const counts = new Map<string, number>()
  for (const char of found) counts.set(char, (counts.get(char) ?? 0) + 1)
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1]!
    const opening = pairs[last]
    const isAround =
      opening === undefined ? /[?!.,:;*_~'’”»|]/.test(last) : (counts.get(opening) ?? 0) < (counts.get(last) ?? 0)
    if (!isAround) break
    counts.set(last, (counts.get(last) ?? 0) - 1)
  }
  return found.slice(0, end)
}

/** A part of a text, and whether it is an address. */
interface TextPart {
  readonly text: string
  readonly isAddress: boolean
}

/** The parts of a text in order: addresses of the web, which begin with their scheme, and what stands between them. */
export const addressParts = (text: string): ReadonlyArray<TextPart> => {
  if (!text.includes("://")) return [{ text, isAddress: false }]
  const parts: Array<TextPart> = []
  let from = 0
  for (const { 0: whole, index } of text.matchAll(address)) {
    const found = whole.length > limit ? "" : trimmed(whole)
    if (found === "") continue
    if (index > from) parts.push({ text: text.slice(from, index), isAddress: false })
    parts.push({ text: found, isAddress: true })
    from = index + found.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), isAddress: false })
  return parts
}
