/** Texts of documentation generators, and their converted forms. */
import { assert } from "vitest"
import { readMarkdown } from "../../src/markdown/MarkdownText.js"

/** A text and its converted form, without the empty lines. */
export interface TextCase {
  readonly name: string
  readonly text: string
  readonly markdown: string
}

/** A hint with these lines. */
export const hint = (style: string, ...lines: ReadonlyArray<string>): string =>
  [`{% hint style="${style}" %}`, ...lines, "{% endhint %}"].join("\n")

/** Asserts that a text is read as its case says; `mdx` if it may have components. */
export const assertRead = ({ text, markdown }: TextCase, mdx: boolean): void =>
  assert.strictEqual(readMarkdown(text, mdx).markdown.replaceAll(/\n{2,}/g, "\n"), markdown)
