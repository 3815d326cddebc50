/** Syntax highlighting of code, by CSS classes. */
import { makeSizedCache } from "@lectern/core/internal/foundation/loading/SizedCache"
import { type Html, html, joined } from "./Html.js"
import { languages, type Pieces, type Token, tokensOf } from "./Languages.js"

/**
 * The largest sum of the squares of the lengths of all coloured codes on a page, in characters. Reading code can take
 * time that is proportional to the square of its length, about 10 ns a unit; code beyond this limit is shown plain.
 */
const squaresLimit = 100_000_000

/** The types of tokens by their CSS class: fewer colours are easier to read. Types without a class end an outer one. */
const typesOf: ReadonlyArray<readonly [kind: string, types: string]> = [
  ["k", "keyword rule important control-flow module directive method directive-hash"],
  ["n", "number boolean null nil unit hexcode color date datetime time atom timestamp"],
  [
    "s",
    "string template-string char character regex attr-value url inserted heredoc triple-quoted-string string-literal code-snippet"
  ],
  ["c", "comment prolog doctype cdata shebang coord blockquote decorator annotation attribute front-matter-block hr"],
  ["f", "function function-definition title selector tag section"],
  ["a", "attr-name property key parameter variable header-name assign-left literal-property environment"],
  ["b", "builtin class-name symbol namespace type-definition return-type"],
  ["d", "deleted"],
  ["", "header interpolation substitution punctuation operator content script style instruction macro atrule"]
]

const kinds: ReadonlyMap<string, string> = new Map(
  typesOf.flatMap(([kind, types]) => types.split(" ").map((type) => [type, kind] as const))
)

/** The kinds whose punctuation has the same colour as the rest of them: quotes belong to a string. */
const whole: ReadonlySet<string | undefined> = new Set(["s", "c", "d"])

/** A part of some code, of a kind, which is named like its CSS class. */
interface Part {
  readonly text: string
  readonly kind: string | undefined
}

/** A cache of coloured code, limited to about this many bytes. */
const known = makeSizedCache<ReadonlyArray<Part>>(4_000_000, (parts, code) => 60 * parts.length + code.length)

const kindOf = ({ alias, type }: Token, outer: string | undefined): string | undefined => {
  for (const name of [type, ...(typeof alias === "string" ? [alias] : (alias ?? []))]) {
    const kind = kinds.get(name)
    if (kind === "") return type === "punctuation" && whole.has(outer) ? outer : undefined
    if (kind !== undefined) return kind
  }
  return outer
}

const partsIn = (tokens: Pieces, kind: string | undefined, into: Array<Part>): void => {
  if (typeof tokens === "string") {
    const last = into.at(-1)
    if (last !== undefined && last.kind === kind) into[into.length - 1] = { text: last.text + tokens, kind }
    else into.push({ text: tokens, kind })
  } else if ("content" in tokens) partsIn(tokens.content, kindOf(tokens, kind), into)
  else for (const token of tokens) partsIn(token, kind, into)
}

const partsOf = (code: string, language: string): ReadonlyArray<Part> | undefined => {
  const name = languages.get(language)
  if (name === undefined) return undefined
  const key = `${name} ${code}`
  const made = known.get(key)
  if (made !== undefined) return made
  const parts: Array<Part> = []
  try {
    partsIn(tokensOf(code, name), undefined, parts)
  } catch {
    // Code that is nested too deeply exhausts the stack.
    return known.set(key, [{ text: code, kind: undefined }])
  }
  return known.set(key, parts)
}

/**
 * The parts of some code, for a program that shows them itself. `undefined` if the language is not known, or the code is
 * too long to be read where somebody waits for it.
 */
export const colouredParts = (code: string, language: string): ReadonlyArray<Part> | undefined =>
  code.length * code.length > squaresInPlace * 10 ? undefined : partsOf(code, language.toLowerCase())

const shown = ({ kind, text }: Part): Html =>
  kind === undefined ? html`${text}` : html`<b class="${kind}">${text}</b>`

const inLines = (parts: ReadonlyArray<Part>): Html => {
  const lines: Array<Array<Html>> = [[]]
  for (const { kind, text } of parts) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([])
      if (part !== "") lines.at(-1)?.push(shown({ kind, text: part }))
    }
  }
  return joined(lines.map((line, index) => html`${index > 0 && "\n"}<i class="l">${line}</i>`))
}

/** Renders code as one piece, or split into lines that can be numbered. */
export type Highlight = (code: string, language: string | undefined, isNumbered: boolean) => Html

/** How long it takes to colour some code at worst, as the length of a text that takes as long to parse. */
export const codeWeight = (length: number): number => {
  const squares = length * length
  return squares > squaresLimit ? length : length + squares / 100
}

/** The limit for code that is coloured in the thread that answers, which may take some twenty milliseconds. */
export const squaresInPlace = 1_600_000

/** Colours the code of one page, and limits how long that can take: by a sum of the squares of the lengths. */
export const makeHighlight = (limit = squaresLimit): Highlight => {
  let left = limit
  return (code, language, isNumbered) => {
    const squares = code.length * code.length
    const parts = squares > left ? undefined : partsOf(code, language?.toLowerCase() ?? "")
    if (parts !== undefined) left -= squares
    const all = parts ?? [{ text: code, kind: undefined }]
    return isNumbered ? inLines(all) : joined(all.map(shown))
  }
}
