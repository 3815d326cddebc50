/** Syntax highlighting of code, by CSS classes. */

import { makeKept } from "@lectern/core/internal/loading/Kept"
import { common, createLowlight } from "lowlight"
import { type Html, html, joined } from "./Html.js"

/** The maximum length of highlighted code; longer code is shown plain. */
const lengthLimit = 40_000

const lowlight = createLowlight(common)

const aliases: Readonly<Record<string, string>> = {
  console: "shell",
  terminal: "shell",
  jsonc: "json",
  json5: "json",
  mdx: "markdown",
  vue: "xml",
  svelte: "xml",
  env: "ini",
  dotenv: "ini",
  properties: "ini",
  tsx: "typescript",
  jsx: "javascript"
}

/** The CSS classes for the classes of the library: fewer colours are easier to read. */
const kinds: Readonly<Record<string, string>> = {
  "hljs-keyword": "k",
  "hljs-literal": "n",
  "hljs-number": "n",
  "hljs-string": "s",
  "hljs-regexp": "s",
  "hljs-addition": "s",
  "hljs-comment": "c",
  "hljs-quote": "c",
  "hljs-meta": "c",
  "hljs-title": "f",
  "hljs-section": "f",
  "hljs-name": "f",
  "hljs-selector-tag": "f",
  "hljs-attr": "a",
  "hljs-attribute": "a",
  "hljs-property": "a",
  "hljs-variable": "a",
  "hljs-template-variable": "a",
  "hljs-selector-class": "a",
  "hljs-built_in": "b",
  "hljs-type": "b",
  "hljs-symbol": "b",
  "hljs-deletion": "d"
}

const kindOf = (names: unknown): string | undefined => {
  for (const name of Array.isArray(names) ? names : []) {
    const kind = kinds[String(name)]
    if (kind !== undefined) return kind
  }
  return undefined
}

/** A part of a line, of a kind. */
interface Token {
  readonly text: string
  readonly kind: string | undefined
}

/** A cache of highlighted code, limited to about this many bytes. */
const known = makeKept<ReadonlyArray<Token>>(4_000_000, (parts, code) => 60 * parts.length + code.length)

/** A node of the library's output. */
interface TreeNode {
  readonly type: string
  readonly value?: string
  readonly children?: ReadonlyArray<TreeNode>
  readonly properties?: { readonly className?: unknown }
}

const tokensIn = (nodes: ReadonlyArray<TreeNode>, kind: string | undefined, into: Array<Token>): Array<Token> => {
  for (const node of nodes) {
    if (node.type === "text") into.push({ text: node.value ?? "", kind })
    else tokensIn(node.children ?? [], kindOf(node.properties?.className) ?? kind, into)
  }
  return into
}

const tokens = (code: string, language: string | undefined): ReadonlyArray<Token> => {
  const asked = language?.toLowerCase() ?? ""
  const name = aliases[asked] ?? asked
  if (name === "" || code.length > lengthLimit || !lowlight.registered(name)) return [{ text: code, kind: undefined }]
  const key = `${name} ${code}`
  const made = known.get(key)
  return made ?? known.set(key, tokensIn(lowlight.highlight(name, code).children, undefined, []))
}

const shown = ({ kind, text }: Token): Html =>
  kind === undefined ? html`${text}` : html`<b class="${kind}">${text}</b>`

/** Renders code as one piece, or split into lines that can be numbered. */
export const highlighted = (code: string, language: string | undefined, isNumbered: boolean): Html => {
  const all = tokens(code, language)
  if (!isNumbered) return joined(all.map(shown))
  const lines: Array<Array<Html>> = [[]]
  for (const { kind, text } of all) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([])
      if (part !== "") lines.at(-1)?.push(shown({ kind, text: part }))
    }
  }
  return joined(lines.map((line) => html`<i class="l">${line}</i>\n`))
}
