/** Converts markdown with JSX (MDX) to plain markdown with block tags. */

import { escapeInline } from "@lectern/core/internal/markdown/Heading"
import { escapeAttribute } from "entities"
import { hintStyle } from "../HintStyles.js"
import { codeTabs } from "./Admonitions.js"
import { dedent, details, embed, hint, settle, tab, tabs, trimLines } from "./Blocks.js"
import { outsideBlocks, outsideCode } from "./Code.js"
import { withoutComments } from "./JsxComments.js"
import { dataLines } from "./JsxData.js"
import { placedBlock, placedContent } from "./JsxPlaces.js"
import { type JsxTag, jsxTags } from "./JsxTags.js"
import { steps } from "./Steps.js"

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

/** The tag of an HTML element without what only JSX supports. */
const htmlTag = (tag: JsxTag): string => {
  const attributes = [...tag.attributes].map(([key, value]) => {
    const name = key === "className" ? "class" : key === "htmlFor" ? "for" : key
    return value === "true" ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`
  })
  return `<${tag.name}${attributes.join("")}${tag.kind === "void" ? " /" : ""}>`
}

const block = (lines: ReadonlyArray<string>): string => `\n\n${lines.join("\n")}\n\n`

const attributeOf = (tag: JsxTag, ...names: ReadonlyArray<string>): string => {
  for (const name of names) {
    const value = tag.attributes.get(name)
    if (value !== undefined && value !== "true") return value.trim()
  }
  return ""
}

const oneLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ")

const card = (tag: JsxTag, content: string): string => {
  const title = attributeOf(tag, "title", "label", "header")
  const href = attributeOf(tag, "href", "to", "link")
  const head = href === "" ? `**${title}**` : `[${title === "" ? href : title}](${href})`
  const body = oneLine(content)
  return title === "" && href === "" ? content : `\n* ${head}${body === "" ? "" : `: ${body}`}\n`
}

/** Gives untitled tabs the titles that the component around them states. */
const named = (lines: ReadonlyArray<string>, titles: ReadonlyArray<string>): ReadonlyArray<string> => {
  let index = 0
  return lines.map((line) => (line === untitled ? (tab(titles[index++] ?? "", [])[0] ?? line) : line))
}

const untitled = tab("", [])[0]

const kept: ReadonlySet<string> = new Set([
  "",
  "AccordionGroup",
  "BrowserOnly",
  "CardGroup",
  "CardGrid",
  "Cards",
  "Columns",
  "Column",
  "FileTree",
  "Fragment",
  "Frame",
  "React.Fragment"
])

/** What a component becomes; `undefined` if it is unknown. */
const component = (tag: JsxTag, content: string): string | undefined => {
  const lines = trimLines(dedent(content.split("\n")))
  const title = attributeOf(tag, "title", "label", "summary")
  const name = tag.name.slice(tag.name.lastIndexOf(".") + 1)
  switch (name) {
    case "Tabs":
    case "TabGroup":
      return block(tabs(named(lines, attributeOf(tag, "items").split("\n"))))
    case "TabItem":
    case "Tab":
      return block(tab(title || attributeOf(tag, "value", "name"), lines))
    case "CodeGroup":
      return block(codeTabs(lines))
    case "Steps":
      return block(steps(lines))
    case "Step":
      return block(["{% step %}", ...(title === "" ? [] : [`### ${title}`, ""]), ...lines, "{% endstep %}"])
    case "Accordion":
    case "Details":
    case "Expandable":
    case "Collapse":
      return block(details(title, lines))
    case "Admonition":
    case "Callout":
    case "Aside":
    case "Alert":
      return block(hint(hintStyle(attributeOf(tag, "type", "variant", "kind") || "info") ?? "info", title, lines))
    case "Note":
    case "Info":
    case "Tip":
    case "Check":
    case "Warning":
    case "Danger":
    case "Caution":
      return block(hint(hintStyle(name)!, title, lines))
    case "Snippet":
    case "Terminal":
    case "Command": {
      const code = attributeOf(tag, "text", "code", "command")
      return code === "" ? undefined : block(["```sh", ...code.split("\n"), "```"])
    }
    case "Card":
    case "LinkCard":
      return card(tag, lines.join("\n"))
    case "Link":
    case "NavLink": {
      const href = attributeOf(tag, "to", "href")
      return href === "" ? content : `[${content.trim()}](${href})`
    }
    case "Folder":
    case "File": {
      const path = attributeOf(tag, "name")
      return path === "" ? undefined : `\n* \`${path}\`\n${lines.map((line) => `  ${line}`).join("\n")}`
    }
    case "YouTube": {
      const id = attributeOf(tag, "id", "videoId")
      return id === "" ? undefined : block(embed(`https://www.youtube.com/watch?v=${encodeURIComponent(id)}`))
    }
    default:
      return kept.has(tag.name) ? content : (shownFrom(tag, name) ?? linkOf(tag, content))
  }
}

/** A component with one line of text that leads somewhere, such as a button. */
const linkOf = (tag: JsxTag, content: string): string | undefined => {
  const href = attributeOf(tag, "href", "to")
  const text = content.trim()
  if (href === "" || text === "" || /\n|\]\(/.test(text)) return undefined
  const link = `[${text}](<${href}>)`
  // On lines of its own, it may be in an element of HTML, where markdown begins after an empty line.
  return content.includes("\n") ? block([link]) : link
}

/** A picture or something else that a component shows from an address; `undefined` if it names none. */
const shownFrom = (tag: JsxTag, name: string): string | undefined => {
  const source = attributeOf(tag, "src", "img", "srcLight")
  if (/(?:Image|Img)$/.test(name))
    return source === "" ? undefined : `![${attributeOf(tag, "alt").replaceAll(/[[\]]/g, "")}](<${source}>)`
  return tag.kind === "void" && /^https?:/.test(source) ? block(embed(source)) : undefined
}

/** What icons become. */
const symbols: Readonly<Record<string, string>> = { Check: "✓", Cross: "✗", X: "✗" }

/** Whether an offset is in a row of a table, which has room for one line only. */
const isInTableRow = (text: string, at: number): boolean =>
  /^[ \t]*\|/.test(text.slice(text.lastIndexOf("\n", at) + 1, at))

/**
 * The content of an unknown component with the data in its attributes; `undefined` if it has none. The component counts
 * as `unknown` if only a part of them can be read.
 */
const withData = (tag: JsxTag, content: string, unknown: Set<string>): string | undefined => {
  const { isWhole, lines } = dataLines(tag.expressions)
  if (lines.length === 0) return undefined
  if (!isWhole) unknown.add(tag.name)
  const title = attributeOf(tag, "title", "label", "caption")
  return content + block(title === "" ? lines : [`**${escapeInline(oneLine(title))}**`, "", ...lines])
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
    const becomes = component(tag, content) ?? (mdx ? withData(tag, content, unknown) : undefined)
    return becomes?.includes("\n") === true && isInTableRow(text, tag.start) ? content : becomes
  }
  const putComponent = (tag: JsxTag, inner: string, raw: string): void => {
    const content = open.length > depthLimit ? inner : placedContent(inner, text, tag.start)
    const becomes = becomesOf(tag, content)
    if (becomes === undefined && mdx) unknown.add(tag.name)
    const kept = becomes === content || becomes?.startsWith(content) === true ? content.length : 0
    if (becomes === undefined) put(mdx ? content : raw)
    else put(becomes.slice(0, kept) + placedBlock(becomes.slice(kept), text, tag.start, open.length > 0))
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
