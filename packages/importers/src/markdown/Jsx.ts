/** Converts markdown with JSX (MDX) to plain markdown with block tags. */

import { escapeAttribute } from "entities"
import { settle } from "./Blocks.js"
import { outsideBlocks, outsideCode } from "./Code.js"
import { block, component } from "./Components.js"
import { withoutComments } from "./JsxComments.js"
import { attributeLines, dataLines } from "./JsxData.js"
import { before, linesInItems, placedBlock, placedContent } from "./JsxPlaces.js"
import { type JsxTag, jsxTags } from "./JsxTags.js"

/** A text without JSX, and the names of the components that were replaced by their content. */
export interface WithoutJsx {
  readonly markdown: string
  readonly unknown: ReadonlySet<string>
}

/** The maximum nesting of components that are converted. */
const depthLimit = 30

const isComponent = (name: string): boolean => name === "" || /^[A-Z]/.test(name)

/** Maps the index of each opening component tag to that of its closing tag. */
const pairs = (tags: ReadonlyArray<JsxTag>): ReadonlyMap<number, number> => {
  const open: Array<number> = []
  const counts = new Map<string, number>()
  const closes = new Map<number, number>()
  tags.forEach((tag, index) => {
    if (!isComponent(tag.name)) return
    if (tag.kind === "open") {
      open.push(index)
      counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1)
    } else if (tag.kind === "close" && (counts.get(tag.name) ?? 0) > 0) {
      let top = open.pop()!
      while (tags[top]!.name !== tag.name) {
        counts.set(tags[top]!.name, counts.get(tags[top]!.name)! - 1)
        top = open.pop()!
      }
      counts.set(tag.name, counts.get(tag.name)! - 1)
      closes.set(top, index)
    }
  })
  return closes
}

/** The tag of an HTML element without the syntax that only JSX supports. */
const htmlTag = (tag: JsxTag): string => {
  const attributes = [...tag.attributes].map(([key, value]) => {
    const name = key === "className" ? "class" : key === "htmlFor" ? "for" : key
    return value === "true" ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`
  })
  return `<${tag.name}${attributes.join("")}${tag.kind === "void" ? " /" : ""}>`
}

/** The characters that replace icons. */
const symbols: Readonly<Record<string, string>> = { Check: "✓", Cross: "✗", X: "✗" }

/** Whether an offset is in a row of a table, which has room for one line only. */
const isInTableRow = (text: string, at: number): boolean => /^[ \t]*\|/.test(before(text, at))

/** Whether a tag has its lines to itself. */
const isAloneOnLines = (text: string, { end, start }: JsxTag): boolean =>
  /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - lineStartLimit), start)) &&
  /^[ \t]*(?:\n|$)/.test(text.slice(end, end + lineStartLimit))

/** How much of a line around a tag is examined. */
const lineStartLimit = 100

/**
 * The content of an unknown component with the data in its attributes; `undefined` if it has none. The component counts
 * as `unknown` if only a part of them can be read.
 */
const withData = (tag: JsxTag, content: string, text: string, unknown: Set<string>): string | undefined => {
  const { isWhole, lines } = dataLines(tag)
  if (lines.length > 0) {
    if (!isWhole) unknown.add(tag.name)
    return content + block(lines)
  }
  if (content.trim() !== "" || !isAloneOnLines(text, tag)) return undefined
  unknown.add(tag.name)
  const shown = attributeLines(tag)
  return shown.length === 0 ? undefined : block(shown)
}

const statement =
  /^(?:import\s+(?:[\w*{][^;"']{0,2000}?\sfrom\s+)?(["'])[^"'\n]+\1;?[ \t]*|export\s+\{[^}\n]*\}[^\n]*)$/gm
const declaration = /^export\s+(?:default\s+|const\s+|let\s+|function\s+)[\s\S]*?(?:\n[ \t]*\n|$(?![\s\S]))/gm
const space = /\{\s*(?:" "|' ')\s*\}/g

/** A text without module statements and JSX comments. */
const withoutStatements = (text: string, mdx: boolean): string => {
  const plain = outsideBlocks(text, (part) => {
    const rest = part.replaceAll(statement, "")
    return mdx ? rest.replaceAll(declaration, "") : rest
  })
  if (!mdx) return plain
  return outsideCode(withoutComments(plain), (part) => part.replaceAll(space, " "))
}

interface Open {
  readonly tag: JsxTag
  readonly close: number
  text: string
}

/**
 * Removes module statements, JSX comments and components. Known components become block tags, others are replaced by
 * their content. Outside MDX, unknown components are kept, since they may be words in angle brackets.
 */
export const withoutJsx = (source: string, mdx: boolean): WithoutJsx => {
  const unknown = new Set<string>()
  const text = withoutStatements(source, mdx)
  if (!/<(?:>|\/?[A-Z])|(?:=\{|className)/.test(text)) return { markdown: text, unknown }
  const tags = jsxTags(text)
  const closes = pairs(tags)
  const continued = linesInItems(text)
  const open: Array<Open> = []
  let out = ""
  const put = (piece: string): void => {
    const top = open.at(-1)
    if (top === undefined) out += piece
    else top.text += piece
  }
  const becomesOf = (tag: JsxTag, content: string): string | undefined => {
    if (open.length > depthLimit) return content
    const isAlone = tag.kind === "void" || content.trim() === ""
    if (isAlone && symbols[tag.name] !== undefined) return symbols[tag.name]
    const becomes = component(tag, content) ?? (mdx ? withData(tag, content, text, unknown) : undefined)
    return becomes?.includes("\n") === true && isInTableRow(text, tag.start) ? content : becomes
  }
  const putComponent = (tag: JsxTag, inner: string, raw: string): void => {
    const content = open.length > depthLimit ? inner : placedContent(inner, text, tag.start)
    const becomes = becomesOf(tag, content)
    if (becomes === undefined && mdx) unknown.add(tag.name)
    // `startsWith` alone would copy the content at each level of nested tags.
    const kept = becomes === content || becomes?.startsWith(content) === true ? content.length : 0
    if (becomes === undefined) put(mdx ? content : raw)
    else put(becomes.slice(0, kept) + placedBlock(becomes.slice(kept), text, tag.start, continued, open.length > 0))
  }
  let at = 0
  tags.forEach((tag, index) => {
    put(text.slice(at, tag.start))
    at = tag.end
    const raw = text.slice(tag.start, tag.end)
    if (!isComponent(tag.name)) put(tag.expressions.length > 0 || tag.attributes.has("className") ? htmlTag(tag) : raw)
    else if (closes.has(index)) open.push({ tag, close: closes.get(index)!, text: "" })
    else if (open.at(-1)?.close === index) {
      const { tag: opened, text: content } = open.pop()!
      putComponent(opened, content, `${text.slice(opened.start, opened.end)}${content}${raw}`)
    } else if (tag.kind === "close") put(mdx ? "" : raw)
    else putComponent(tag, "", raw)
  })
  const markdown = outsideCode(settle(out + text.slice(at)), (part) =>
    part.replaceAll(/(?<=\n)[ \t]+(?=\n)/g, "").replaceAll(/\n{3,}/g, "\n\n")
  )
  return { markdown, unknown }
}
