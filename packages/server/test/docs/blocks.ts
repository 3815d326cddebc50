/** The code blocks of the manual. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { split } from "@lectern/core/text/markdown/FrontMatter"
import { markdownIt } from "@lectern/core/text/markdown/Parser"

/** The root of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..")

/** A fenced block. `file` is relative to the root; `line` is that of the block's first line, from 1. */
export interface Block {
  readonly file: string
  readonly line: number
  readonly language: string
  /** The words after the language: `run`, `continued`, `excerpt`, `answer`. */
  readonly flags: ReadonlyArray<string>
  readonly text: string
}

/** The pages of the manual, relative to the root, after the README and the READMEs of the packages. */
export const pages: ReadonlyArray<string> = [
  "README.md",
  ...readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/README.md`)
    .filter((name) => existsSync(join(root, name))),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".md"))
    .sort()
]

/** The text of a file. */
export const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** The blocks of a markdown text, in order. Indented code counts too: it has no language. */
export const blocksOf = (file: string, markdown: string): ReadonlyArray<Block> => {
  const { bodyStart } = split(markdown)
  const shift = markdown.slice(0, bodyStart).split("\n").length
  return markdownIt
    .parse(markdown.slice(bodyStart), {})
    .filter((token) => token.type === "fence" || token.type === "code_block")
    .map((token) => {
      const [language = "", ...flags] = token.info.trim().split(/\s+/)
      const fence = token.type === "fence" ? 1 : 0
      return { file, line: (token.map?.[0] ?? 0) + shift + fence, language, flags, text: token.content }
    })
}

/** Every block of the manual. */
export const blocks: ReadonlyArray<Block> = pages.flatMap((file) => blocksOf(file, read(file)))

/** The place of a block, for messages. */
export const placeOf = ({ file, line }: Block): string => `${file}:${line}`
