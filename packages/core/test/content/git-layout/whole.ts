/** Generated folders with unusual content for documentation, and tables of contents written in every way. */
import { FastCheck as fc } from "effect"
import { folders } from "./folders.js"

const others: Readonly<Record<string, string>> = {
  ".gitbook/tags.yaml": "- tag: beta\n",
  "component.mdx": "import X from './x'\n\n# X\n",
  ".dot": "",
  ".github/workflows/ci.yml": "on: push\n",
  "empty.txt": "",
  "caf\u00e9.txt": "composed",
  "cafe\u0301.txt": "decomposed",
  "notes/unlisted draft.md": "# Draft\r\n\r\nWithout a place.",
  Makefile: "all:\n\techo\n",
  "images/never-used.bin": "\u0001\u0002"
}

const bullets = ["* ", "- ", "+ ", "*   ", "-\t"] as const

interface Style {
  readonly bullet: number
  readonly crlf: boolean
  readonly bom: boolean
  readonly title: boolean
  readonly between: number
  readonly anchor: boolean
  readonly named: boolean
}

const betweens = ["", "\n", "\n\n", "\n<!-- a comment -->\n\n", "\nText between.\n\n", "   \n"] as const

/** The same table, written in another way. */
const restyle = (table: string, style: Style): string => {
  let at = 0
  const lines = table.split("\n").map((line) => {
    const item = /^( *)\* (.*)$/.exec(line)
    if (item === null) return line.replace(/^## (.*)$/, style.anchor ? "##   $1 {#the-id}" : "## $1")
    at++
    const linked = /^\[(.*)\]\(<(.*)>\)$/.exec(item[2] ?? "")
    const rest =
      linked === null
        ? item[2]
        : `[${style.named ? `Other ${at}` : linked[1]}](<${linked[2]}${style.anchor ? "#part" : ""}>${style.title ? ' "A title"' : ""})`
    const after = at % 3 === 0 && item[1] === "" ? (betweens[style.between] ?? "") : ""
    return `${item[1]}${bullets[style.bullet]}${rest}${after.replace(/\n$/, "")}`
  })
  const text = `${style.bom ? "\uFEFF" : ""}${lines.join("\n")}`
  return style.crlf ? text.replaceAll("\n", "\r\n") : text
}

const style = fc.record({
  bullet: fc.nat(bullets.length - 1),
  crlf: fc.boolean(),
  bom: fc.boolean(),
  title: fc.boolean(),
  between: fc.nat(betweens.length - 1),
  anchor: fc.boolean(),
  named: fc.boolean()
})

/** Whole folders: pages, other files, and, if there is one, a table of contents that nobody would write. */
export const wholeFolders = fc
  .record({ files: folders, style, extra: fc.subarray(Object.keys(others)) })
  .map(({ extra, files, style: chosen }) => {
    const table = Object.keys(files).find((path) => /(?:^|\/)SUMMARY\.md$/.test(path))
    return {
      ...files,
      ...Object.fromEntries(extra.map((path) => [path, others[path]!])),
      ...(table !== undefined && { [table]: restyle(files[table]!, chosen) })
    }
  })
