/** Texts as words, and bags of things that are counted. */

const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const word = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text: runs of letters and digits, in lower case and in the compatible form of Unicode. */
export const wordsOf = (text) => text.replaceAll(invisible, "").normalize("NFKC").toLowerCase().match(word) ?? []

/** A text by its words only, so that spacing and punctuation do not tell two apart. */
export const keyOf = (text) => wordsOf(text).join(" ")

/** The lines of code without spaces at their ends, and without empty lines around them. */
export const codeOf = (text) =>
  text
    .replaceAll("\u00a0", " ")
    .replaceAll(invisible, "")
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "")

/** Code in the cell of a table, where each line stands for itself. */
export const cellCodeOf = (text) =>
  codeOf(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")

/** How often each thing is in a list. */
export const bagOf = (list) => {
  const bag = new Map()
  for (const each of list) bag.set(each, (bag.get(each) ?? 0) + 1)
  return bag
}

/** How many of a list another list has too, each of its things counted once, and those that it has not. */
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
