/** Converts the admonitions, tabs and collapsible parts of documentation generators to hints, tabs and details. */
import { codeTitle } from "@lectern/core/internal/text/markdown/CodeTitle"
import { hintStyle } from "../HintStyles.js"
import { boldLine, dedent, details, hint, tab, tabs, trimLines } from "./Blocks.js"
import { fenceEnd } from "./Code.js"

const container = /^([ \t]*)(:{3,})[ \t]*\{?([A-Za-z][\w-]*)\}?[ \t]*(.*)$/
const containerEnd = /^[ \t]*:{3,}[ \t]*$/
const indented = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]*([A-Za-z][\w-]*)(?:[ \t]+[\w -]+)?(?:[ \t]+"(.*)")?[ \t]*$/
const tabLine = /^([ \t]*)===[+!]?[ \t]+["“](.*)["”][ \t]*$/
const alert = /^([ \t]*)>[ \t]*\[!([A-Za-z]+)\][+-]?[ \t]*(.*)$/
/** A class of kramdown in front of the quotation or paragraph that it makes a hint. */
const classed = /^[ \t]*\{:[ \t]*\.([a-z]+?)(-title)?[ \t]*\}[ \t]*$/
const definition = /^( {0,3}):[ \t]+(?=\S)/
const term = /^ {0,3}(?![-*+#>|:{<=~\s]|\d{1,9}[.)][ \t])\S/
const marks = /^[ \t]*(?::{1,}(?:[ \t]|:)|!!!|\?\?\?|===|>[ \t]*\[!|\[\[?toc\]?\]|\{:|\{%)/im

/** The maximum length of a line that opens a block. */
const lineLimit = 1_000

/** The maximum nesting of blocks that are converted. */
const depthLimit = 20

const strip = (lines: ReadonlyArray<string>, indent: string): ReadonlyArray<string> =>
  lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))

/** The title after the name of a block: `[Title]`, `{title="Title"}` or the rest of the line, without attributes. */
const titleOf = (rest: string): string => {
  const bracketed = /^\[(.*)\][ \t]*(?:\{.*\})?$/.exec(rest)
  if (bracketed !== null) return bracketed[1]!
  const attribute = /^\{.*\btitle=["']([^"']*)["'].*\}$/.exec(rest)
  if (attribute !== null) return attribute[1]!
  return rest.replace(/\{[^}]*\}$/, "").trim()
}

/** The index of the line after the code block or the comment that begins at a line. */
const verbatimEnd = (lines: ReadonlyArray<string>, from: number): number => {
  if (!/^[ \t]*<!--/.test(lines[from]!)) return fenceEnd(lines, from)
  let at = from
  while (at < lines.length && !lines[at]!.includes("-->")) at++
  return Math.min(at + 1, lines.length)
}

/** The index of the line that closes each container, by that of the line that opens it. */
const closings = (lines: ReadonlyArray<string>): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const open: Array<number> = []
  for (let at = 0; at < lines.length; ) {
    const after = verbatimEnd(lines, at)
    if (after > at) {
      at = after
      continue
    }
    const line = lines[at]!
    if (line.length <= lineLimit) {
      const opened = containerEnd.test(line) ? open.pop() : undefined
      if (opened !== undefined) found.set(opened, at)
      else if (container.test(line)) open.push(at)
    }
    at++
  }
  return found
}

/** An option in the info string of a code block, such as the lines that it emphasizes. */
const codeOption = /(?<=\s)(?:[\w-]{1,40}=(?:"[^"]*"|'[^']*'|\{[^}]*\})|\{[^}]*\})/g

/** Code blocks as tabs whose titles come from the info strings: `js title="Title"`, `js [Title]`, `js Title`. */
export const codeTabs = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = 0; at < lines.length; at++) {
    const end = fenceEnd(lines, at)
    if (end === at) continue
    const block = dedent(lines.slice(at, end))
    const info = block[0]!
      .replace(/^[`~]+/, "")
      .trim()
      .slice(0, lineLimit)
    const [language = "", ...words] = info.replaceAll(codeOption, "").trim().split(/\s+/)
    const title = codeTitle(info) ?? /\[(.+?)\]/.exec(info)?.[1] ?? words.join(" ")
    const mark = /^[`~]+/.exec(block[0]!)![0]
    found.push(...tab(title || language, [mark + language.replace(/\[.*$/, ""), ...block.slice(1)]))
    at = end - 1
  }
  return tabs(found)
}

const contained = (name: string, title: string, inner: ReadonlyArray<string>, depth: number): ReadonlyArray<string> => {
  if (name === "code-group") return codeTabs(inner)
  const lines = convert(inner, depth + 1)
  if (name === "details" || name === "dropdown") return details(title, lines)
  if (name === "tabs" || name === "tab-set" || name === "tabset") return tabs(lines)
  if (name === "tab" || name === "tab-item") return tab(title, lines)
  if (name === "figure" || name === "image") return [`![](<${title}>)`, "", ...lines]
  const style = hintStyle(name)
  return style === undefined ? [...boldLine(title), ...lines] : hint(style, title, lines)
}

/** The lines below a line that are indented further than it, and the index of the line after them. */
const below = (lines: ReadonlyArray<string>, from: number, width: number): readonly [ReadonlyArray<string>, number] => {
  let end = from + 1
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === "") continue
    if (line.search(/[^ \t]/) < width + (line.includes("\t") ? 1 : 2)) break
    end = at + 1
  }
  return [dedent(lines.slice(from + 1, end)), end]
}

/** The lines of the block at a line: until the next empty one. */
const paragraphEnd = (lines: ReadonlyArray<string>, from: number): number => {
  let at = from
  while (at < lines.length && lines[at]!.trim() !== "") at++
  return at
}

/** The hint that a class of kramdown makes of the block after it, and the index of the line after that. */
const classHint = (
  lines: ReadonlyArray<string>,
  at: number
):
  | { readonly style: string; readonly inner: ReadonlyArray<string>; readonly title: string; readonly end: number }
  | undefined => {
  const found = classed.exec(lines[at]!)
  const style = found === null ? undefined : hintStyle(found[1]!)
  const isFirst = at === 0 || lines[at - 1]!.trim() === ""
  if (found === null || style === undefined || !isFirst || (lines[at + 1] ?? "").trim() === "") return undefined
  const end = paragraphEnd(lines, at + 1)
  const inner = lines.slice(at + 1, end).map((line) => line.replace(/^[ \t]*>[ ]?/, ""))
  return found[2] === undefined
    ? { style, inner, title: "", end }
    : { style, inner: inner.slice(1), title: inner[0] ?? "", end }
}

/** The definitions of the term at a line as an item of a list, and the index of the line after them. */
const defined = (
  lines: ReadonlyArray<string>,
  at: number
): { readonly item: ReadonlyArray<string>; readonly end: number } | undefined => {
  if (!term.test(lines[at]!) || (at > 0 && lines[at - 1]!.trim() !== "")) return undefined
  const found: Array<string> = []
  let end = at + 1
  for (;;) {
    const next = lines[end]?.trim() === "" ? end + 1 : end
    const begins = next < lines.length ? definition.exec(lines[next]!) : null
    if (begins === null) break
    const [more, after] = below(lines, next, begins[1]!.length)
    found.push("", lines[next]!.slice(begins[0].length), ...more)
    end = after
  }
  if (found.length === 0) return undefined
  const [head] = boldLine(lines[at]!)
  return { item: [`* ${head}`, ...found.map((line) => (line === "" ? "" : `  ${line}`))], end }
}

const githubStyle = (name: string): string | undefined =>
  name.toLowerCase() === "caution" ? "danger" : hintStyle(name)

const convert = (lines: ReadonlyArray<string>, depth: number): ReadonlyArray<string> => {
  if (depth > depthLimit) return lines
  const out: Array<string> = []
  const put = (block: ReadonlyArray<string>, indent: string): void => {
    if (out.length > 0 && out.at(-1)!.trim() !== "") out.push("")
    for (const line of block) out.push(line === "" ? "" : indent + line)
    out.push("")
  }
  const closes = closings(lines)
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const verbatim = verbatimEnd(lines, at)
    if (verbatim > at) {
      out.push(...lines.slice(at, verbatim))
      at = verbatim
      continue
    }
    if (line.length > lineLimit) {
      out.push(line)
      at++
      continue
    }
    const end = closes.get(at)
    const opened: RegExpExecArray | null = end === undefined ? null : container.exec(line)
    if (opened !== null && end !== undefined) {
      const inner = strip(lines.slice(at + 1, end), opened[1]!)
      put(contained(opened[3]!.toLowerCase(), titleOf(opened[4]!), inner, depth), opened[1]!)
      at = end + 1
      continue
    }
    const block = indented.exec(line)
    if (block !== null) {
      const [inner, after] = below(lines, at, block[1]!.length)
      const converted = convert(inner, depth + 1)
      const name = block[3]!
      const title = block[4] ?? ""
      const shown = title === "" ? name[0]!.toUpperCase() + name.slice(1) : title
      put(block[2] === "!!!" ? hint(hintStyle(name) ?? "info", title, converted) : details(shown, converted), block[1]!)
      at = after
      continue
    }
    const first = tabLine.exec(line)
    if (first !== null) {
      const found: Array<string> = []
      let after = at
      for (let next = first; next !== null && next[1] === first[1]; ) {
        const [inner, end] = below(lines, after, next[1]!.length)
        found.push(...tab(next[2]!, convert(inner, depth + 1)))
        after = end
        while (after < lines.length && lines[after]!.trim() === "") after++
        const following = after < lines.length ? tabLine.exec(lines[after]!) : null
        if (following === null) break
        next = following
      }
      put(tabs(found), first[1]!)
      at = after
      continue
    }
    const quoted = alert.exec(line)
    const style = quoted === null ? undefined : githubStyle(quoted[2]!)
    if (quoted !== null && style !== undefined) {
      let after = at + 1
      while (after < lines.length && /^[ \t]*>/.test(lines[after]!)) after++
      const inner = lines.slice(at + 1, after).map((each) => each.replace(/^[ \t]*>[ ]?/, ""))
      put(hint(style, quoted[3]!, convert(inner, depth + 1)), quoted[1]!)
      at = after
      continue
    }
    const hinted = classHint(lines, at)
    if (hinted !== undefined) {
      put(hint(hinted.style, hinted.title, convert(hinted.inner, depth + 1)), "")
      at = hinted.end
      continue
    }
    const item = defined(lines, at)
    if (item !== undefined) {
      put(convert(item.item, depth + 1), "")
      at = item.end
      continue
    }
    if (!/^[ \t]*(?:\[\[?toc\]?\]|\{:[^}]*\})[ \t]*$/i.test(line)) out.push(line)
    at++
  }
  return out
}

/**
 * Converts the containers of Docusaurus and VitePress (`:::note`), the admonitions and tabs of MkDocs (`!!! note`, `===
 * "Tab"`) and the alerts of GitHub (`> [!NOTE]`) to block tags. Code is not changed.
 */
export const admonitions = (markdown: string): string => {
  if (!marks.test(markdown)) return markdown
  const lines = markdown.split(/\r?\n/)
  return trimLines(convert(lines, 0)).join("\n") + (markdown.endsWith("\n") ? "\n" : "")
}
