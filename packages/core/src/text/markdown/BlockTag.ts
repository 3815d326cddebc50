/** The block tags of Git-synced documentation: `{% name key="value" %}`. */

/** One argument of a tag. `start` and `end` are the offsets of the value as written, inside its quotes. */
export interface TagArgument {
  /** Empty for a value without a name, as in `{% include "a.md" %}`. */
  readonly key: string
  /** The value; punctuation in quotes may be escaped, as in markdown. */
  readonly value: string
  readonly start: number
  readonly end: number
}

/** A tag; `start` and `end` are its offsets, `{%` and `%}` included. */
export interface BlockTag {
  readonly name: string
  /** Everything between the name and `%}`, trimmed. */
  readonly text: string
  readonly arguments: ReadonlyArray<TagArgument>
  readonly start: number
  readonly end: number
}

const opening = /\{%-?[ \t]*([A-Za-z][\w-]*)/y
const argument = /[ \t]+(?:([\w.:-]+)=)?(?:"((?:[^"\\\r\n]|\\.)*)"|'((?:[^'\\\r\n]|\\.)*)'|((?!-?%\})[^\s"'=]+))/y
const closing = /[ \t]*-?%\}/y

const at = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(text)
}

/**
 * The end of the tag that begins at `position`: after the first `%}` outside quotes, or, if a quote is not closed,
 * after the first one anywhere; -1 if the line or another tag comes first.
 */
const tagEnd = (text: string, position: number): number => {
  let quote = ""
  let quoted = -1
  for (let index = position; index < text.length; index++) {
    const char = text[index]!
    if (char === "\n") break
    const ends = char === "%" && text[index + 1] === "}"
    if (quote === "") {
      if (ends) return index + 2
      if (char === "{" && text[index + 1] === "%") break
      if (char === '"' || char === "'") quote = char
    } else if (ends && quoted < 0) quoted = index + 2
    else if (char === "\\") index++
    else if (char === quote) quote = ""
  }
  return quote === "" ? -1 : quoted
}

const readArguments = (text: string, position: number, end: number): ReadonlyArray<TagArgument> => {
  const found: Array<TagArgument> = []
  let from = position
  while (from < end && at(closing, text, from) === null) {
    const match = at(argument, text, from)
    if (match === null || argument.lastIndex > end) break
    const quoted = match[2] ?? match[3]
    const value = quoted ?? match[4]!
    const stop = argument.lastIndex - (quoted === undefined ? 0 : 1)
    found.push({
      key: match[1] ?? "",
      value: quoted === undefined ? value : value.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1"),
      start: stop - value.length,
      end: stop
    })
    from = argument.lastIndex
  }
  return found
}

/** The tag that begins exactly at `position`, `undefined` if there is none. A tag does not span lines. */
export const tagAt = (text: string, position: number): BlockTag | undefined => {
  const match = at(opening, text, position)
  if (match === null) return undefined
  const from = opening.lastIndex
  const end = tagEnd(text, from)
  if (end < 0) return undefined
  const inner = text.slice(from, end - 2)
  return {
    name: match[1]!,
    text: (inner.endsWith("-") ? inner.slice(0, -1) : inner).trim(),
    arguments: readArguments(text, from, end),
    start: position,
    end
  }
}
