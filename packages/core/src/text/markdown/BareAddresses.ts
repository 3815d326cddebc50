/** Finds the addresses in running text that are not marked as links. */
import { LinkifyIt } from "linkify-it"

/** Finds addresses of the web that begin with their scheme, as everything else may be meant as text. */
const addresses = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null)

/** A part of a text, and whether it is an address. */
interface TextPart {
  readonly text: string
  readonly isAddress: boolean
}

/** The parts of a text in order: addresses, and the text between them. */
export const addressParts = (text: string): ReadonlyArray<TextPart> => {
  const found = text.includes("://") ? addresses.match(text) : null
  if (found === null) return [{ text, isAddress: false }]
  const parts: Array<TextPart> = []
  let from = 0
  for (const { index, lastIndex, raw } of found) {
    if (index > from) parts.push({ text: text.slice(from, index), isAddress: false })
    parts.push({ text: raw, isAddress: true })
    from = lastIndex
  }
  if (from < text.length) parts.push({ text: text.slice(from), isAddress: false })
  return parts
}
