/** Compares texts as words, and lists as multisets. */

const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const word = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text: runs of letters and digits, in lower case and Unicode's compatibility form (NFKC). */
export const wordsOf = (text) => text.replaceAll(invisible, "").normalize("NFKC").toLowerCase().match(word) ?? []

/** A text reduced to its words, so that spacing and punctuation make no difference. */
export const keyOf = (text) => wordsOf(text).join(" ")

/** Code without trailing whitespace and without empty lines around it. */
export const codeOf = (text) =>
  text
    .replaceAll("\u00a0", " ")
    .replaceAll(invisible, "")
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "")

/** Code in a table cell, with each line separate. */
export const cellCodeOf = (text) =>
  codeOf(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")

/** How often each item occurs in a list. */
export const bagOf = (list) => {
  const bag = new Map()
  for (const each of list) bag.set(each, (bag.get(each) ?? 0) + 1)
  return bag
}

/** How many items of a list also occur in another one, counting duplicates, and the items that do not. */
export const compareLists = (source, imported) => {
  const bag = bagOf(imported)
  const lost = []
  for (const each of source) {
    const left = bag.get(each) ?? 0
    if (left === 0) lost.push(each)
    else bag.set(each, left - 1)
  }
  return {
    total: source.length,
    kept: source.length - lost.length,
    lost,
    added: imported.length - source.length + lost.length
  }
}
