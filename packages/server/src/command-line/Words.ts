/** Words in messages: quoted safely, compared with known ones, and wrapped into lines. */

const longest = 60

/** A word from user input, quoted for a one-line message, without control characters. */
export const quoted = (word: string): string => {
  const characters = [...word]
  const shown = characters.length > longest ? [...characters.slice(0, longest - 1), "…"] : characters
  const escaped = shown.map((character) =>
    /[\p{C}\p{Zl}\p{Zp}]/u.test(character)
      ? `\\u{${character.codePointAt(0)?.toString(16)}}`
      : character === '"' || character === "\\"
        ? `\\${character}`
        : character
  )
  return `"${escaped.join("")}"`
}

/** The edit distance of two words: how many letters to add, remove, replace or swap with the next one. */
export const distance = (one: string, other: string): number => {
  let earlier: Array<number> = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let least = Math.min(line[column - 1]! + 1, above[column]! + 1, above[column - 1]! + (same ? 0 : 1))
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && swapped) least = Math.min(least, earlier[column - 2]! + 1)
      line.push(least)
    }
    earlier = above
    above = line
  }
  return above[other.length]!
}

/** The known word that was probably meant, if one is close enough. */
export const nearest = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const most = Math.max(...known.map(({ length }) => length)) + 2
  if (word.length > most) return undefined
  let found: string | undefined
  let least = Math.min(2, Math.floor(word.replace(/^-+/, "").length / 3) + 1) + 1
  for (const candidate of known) {
    const far = distance(word.toLowerCase(), candidate)
    if (far < least) {
      found = candidate
      least = far
    }
  }
  return found
}

/** Wraps text into lines of at most this many columns, except for single longer words. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** The words of a list in a sentence: `a, b or c`. */
export const either = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
