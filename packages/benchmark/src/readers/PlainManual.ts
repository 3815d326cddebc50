/** A manual in the markdown that every generator reads alike: without tags, HTML, pictures and links between pages. */
import { basename, dirname, posix } from "node:path"
import type { Manual } from "../reader/Manuals.js"

/** A page of it. */
export interface PlainPage {
  /** Its path without an extension, such as `fastify/reference/server`; `index` for the first page. */
  readonly path: string
  readonly title: string
  /** Without the title. */
  readonly markdown: string
}

const plainText = (text: string): string =>
  text
    .replace(/\{%.*?%\}/g, "")
    .replace(/<[^>\n]*>/g, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, "$1")
    .replace(/^\[[^\]]+\]:.*$/gm, "")
    .replace(/\[([^\]]*)\]\[[^\]]*\]/g, "$1")
    .replaceAll("{", "(")
    .replaceAll("}", ")")
    .replaceAll("<", "&lt;")

/** The text outside code, changed; code stays as it is. */
const plain = (markdown: string): string =>
  markdown
    .split(/(^ *(?:```|~~~)[\s\S]*?^ *(?:```|~~~) *$|`[^`\n]*`)/m)
    .map((part, i) => (i % 2 === 0 ? plainText(part) : part.replace(/^( *(?:```|~~~)\w*).*$/m, "$1")))
    .join("")
    // Vue would evaluate these braces, even in some code.
    .replaceAll("{{", "{ {")

const nameOf = (path: string): string => {
  const name = basename(path, ".md").toLowerCase()
  return posix.join(dirname(path).toLowerCase(), name === "readme" ? "index" : name)
}

const pageOf = (path: string, bytes: Uint8Array): PlainPage => {
  const text = new TextDecoder().decode(bytes).replace(/^---\n[\s\S]*?\n---\n/, "")
  const title = /^# +(.*)$/m.exec(text)?.[1] ?? basename(path, ".md")
  return {
    path: nameOf(path),
    title: title
      .replace(/<[^>]*>/g, "")
      .replace(/[`*_<>{}"\\:]/g, "")
      .trim(),
    markdown: plain(text.replace(/^[\s\S]*?^# .*$/m, "")).trim()
  }
}

/** The pages of a manual, with a first page that describes it. */
export const plainManual = ({ files, name }: Manual): ReadonlyArray<PlainPage> => [
  { path: "index", title: "Manual", markdown: `This is ${name}.` },
  ...files.flatMap(({ bytes, path }) => (path.endsWith(".md") ? [pageOf(path, bytes)] : []))
]
