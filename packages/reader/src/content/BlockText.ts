/** Writes blocks as markdown: operations as programs read them. */

import { operationTags } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import { tagAt } from "@lectern/core/internal/text/markdown/BlockTag"
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { isOfKind } from "@lectern/core/internal/text/markdown/ContentNode"
import { escapeInline } from "@lectern/core/internal/text/markdown/Heading"
import { opaqueRanges } from "@lectern/core/internal/text/markdown/ReferenceSearch"
import type { PdfBlock, PdfBlocks, PdfCell, PdfField, PdfInline, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import type { Task } from "@lectern/core/workers/Workers"
import { dataWeight } from "./Weight.js"

/** A fence or a pair of backticks that is longer than any in the text. */
const ticks = (text: string, least: number): string => {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return "`".repeat(Math.max(least, longest + 1))
}

const codeSpan = (text: string): string => {
  const fence = ticks(text, 1)
  const line = text.replaceAll(/\s+/g, " ")
  const space = /^`|`$|^ .* $/.test(line) ? " " : ""
  return line === "" ? "" : `${fence}${space}${line}${space}${fence}`
}

const marks = { bold: "**", italic: "*", strikethrough: "~~" } as const

const inline = (one: PdfInline): string => {
  switch (one.type) {
    case "text": {
      if (one.marks?.includes("code") === true) return codeSpan(one.text)
      const around = (["bold", "italic", "strikethrough"] as const).filter((mark) => one.marks?.includes(mark))
      const fence = around.map((mark) => marks[mark]).join("")
      const escaped = one.text.replace(
        /\S(?:.*\S)?/s,
        (text) => `${fence}${escapeInline(text)}${[...fence].reverse().join("")}`
      )
      return escaped.replaceAll(/\s+/g, " ")
    }
    case "break":
      return "\\\n"
    case "link":
      return one.to.kind === "url" ? `[${inlines(one.children)}](<${one.to.url}>)` : inlines(one.children)
    case "math":
      return `$$${one.formula}$$`
    case "image":
      return one.url === undefined ? escapeInline(one.alt) : `![${escapeInline(one.alt)}](<${one.url}>)`
    case "footnote":
      return ` (${inlines(one.children)})`
    case "change":
      return inlines(one.children)
  }
}

const inlines = (all: PdfInlines): string => all.map(inline).join("")

const indented = (text: string, by: string): string => text.replaceAll(/\n(?!\n|$)/g, `\n${by}`)

const item = (marker: string, text: string): string => `${marker} ${indented(text, " ".repeat(marker.length + 1))}`

const field = ({ children, flags, kind, name }: PdfField): string => {
  const said = [kind === "" ? "" : codeSpan(kind), ...flags].filter((part) => part !== "").join(", ")
  const first = [name === "" ? "" : codeSpan(name), said].filter((part) => part !== "").join(" ")
  return item("-", children.length === 0 ? first : `${first}\n\n${blocksText(children)}`)
}

const cell = ({ children }: PdfCell): string =>
  blocksText(children)
    .replaceAll("|", "\\|")
    .replaceAll(/\s*\n\s*/g, " ")

const table = ({ columns, rows }: Extract<PdfBlock, { type: "table" }>): string => {
  const lines = rows.map((row) => `| ${row.map(cell).join(" | ")} |`)
  return [lines[0] ?? "", `|${" --- |".repeat(columns)}`, ...lines.slice(1)].join("\n")
}

const block = (one: PdfBlock): string => {
  switch (one.type) {
    case "paragraph":
      return inlines(one.children)
    case "heading":
      return `**${inlines(one.children)}**`
    case "caption":
      return `${"#".repeat(one.level + 2)} ${inlines(one.children)}`
    case "endpoint":
      return `\`${one.method} ${one.server ?? ""}${one.path}\`${one.deprecated === true ? " (deprecated)" : ""}`
    case "fields":
      return one.fields.map(field).join("\n")
    case "more":
      return one.label
    case "code": {
      const fence = ticks(one.text, 3)
      const title = one.title === undefined ? "" : `${escapeInline(one.title)}:\n\n`
      return `${title}${fence}${one.language ?? ""}\n${one.text}\n${fence}`
    }
    case "list":
      return one.items
        .map(({ children }, index) =>
          item(one.start === undefined ? "-" : `${one.start + index}.`, blocksText(children))
        )
        .join("\n")
    case "table":
      return table(one)
    case "quote":
    case "hint":
      return `> ${blocksText(one.children).replaceAll("\n", "\n> ")}`
    case "details":
      return `${inlines(one.summary)}\n\n${blocksText(one.children)}`
    case "divider":
      return "---"
    case "math":
      return `$$\n${one.formula}\n$$`
    case "tabs":
      return one.tabs.map(({ children, title }) => `**${escapeInline(title)}**\n\n${blocksText(children)}`).join("\n\n")
    case "steps":
      return one.steps.map((step, index) => item(`${index + 1}.`, blocksText(step))).join("\n")
    case "columns":
      return one.columns.map(({ children }) => blocksText(children)).join("\n\n")
    case "embed":
      return one.to?.kind === "url" ? `[${escapeInline(one.label)}](<${one.to.url}>)` : escapeInline(one.label)
    case "change":
      return blocksText(one.children)
    case "figure":
      return one.images.map(inline).join(" ")
  }
}

/** Blocks as markdown. */
export const blocksText = (all: PdfBlocks): string =>
  all
    .map(block)
    .filter((text) => text.trim() !== "")
    .join("\n\n")

/** A part of a text, and the text that replaces it. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text with tags that show operations, and the operations, in tree order. */
export interface OperationsText {
  readonly text: string
  readonly nodes: ReadonlyArray<ContentNode>
  readonly operations: ReadonlyArray<PdfBlocks | undefined>
}

/** The tags of a text that show operations, each replaced by the operation as markdown. */
const replacements = ({ nodes, operations, text }: OperationsText): ReadonlyArray<Replacement> => {
  const tags = operationTags(nodes)
  const waiting = new Map<string, Array<PdfBlocks | undefined>>()
  for (const [index, { type = "" }] of tags.entries()) {
    const ofType = waiting.get(type) ?? []
    ofType.push(operations[index])
    waiting.set(type, ofType)
  }
  const found: Array<Replacement> = []
  const isOpaque = opaqueRanges(text)
  for (let at = text.indexOf("{%"); at >= 0; at = text.indexOf("{%", at + 2)) {
    const tag = isOpaque(at) ? undefined : tagAt(text, at)
    if (tag === undefined || !isOfKind(tag.name, "operation")) continue
    const shown = waiting.get(tag.name)?.shift()
    const closing = `{% end${tag.name} %}`
    const closed = text.indexOf(closing, tag.end)
    const end = closed < 0 ? tag.end : closed + closing.length
    if (shown !== undefined) found.push({ start: at, end, text: blocksText(shown) })
    at = end - 2
  }
  return found
}

/** The replacements of the tags of a text that show operations, as a task. */
export const operationsTextTask: Task<OperationsText, ReadonlyArray<Replacement>> = {
  name: "reader/operations-text",
  size: ({ operations, text }) => text.length + dataWeight(operations),
  run: replacements
}
