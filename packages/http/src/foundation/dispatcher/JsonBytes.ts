/** Scanning JSON in UTF-8. */

/** The bytes that structure JSON. */
export const [quote, comma, colon, bracket, brace] = [0x22, 0x2c, 0x3a, 0x5b, 0x7b]
const backslash = 0x5c
/** The code of a closing bracket is that of the opening one plus 2. */
export const [endBracket, endBrace] = [bracket + 2, brace + 2]

/** The end of a string whose text begins at `from`: after its quote, or at the end of the bytes. */
export const endOfString = (bytes: Uint8Array, from: number): number => {
  for (let end = bytes.indexOf(quote, from); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0
    while (end - escapes > from && bytes[end - escapes - 1] === backslash) escapes++
    if (escapes % 2 === 0) return end + 1
  }
  return bytes.length
}
