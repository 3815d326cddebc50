/** Conversion of the components of documentation generators to markdown. */
import { type HintStyle, hintStyle } from "../HintStyles.js"
import { codeTabs } from "./Admonitions.js"
import { dedent, details, embed, hint, tab, tabs, trimLines } from "./Blocks.js"
import { fenceEnd } from "./Code.js"
import type { JsxTag } from "./JsxTags.js"
import { readLiteral } from "./Literals.js"

const heading = /^ {0,3}(#{1,6})[ \t]/

const step = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  "{% step %}",
  ...trimLines(lines),
  "{% endstep %}"
]

/** The lines at which steps begin: headings outside other blocks, of the level of the first one or above. */
const starts = (lines: ReadonlyArray<string>): ReadonlyArray<number> => {
  const found: Array<number> = []
  let depth = 0
  let level = 0
  for (let at = 0; at < lines.length; at = Math.max(at + 1, fenceEnd(lines, at))) {
    const tag = /^\s*\{% (end)?/.exec(lines[at]!)
    if (tag !== null) depth += tag[1] === undefined ? 1 : -1
    const marks = depth === 0 ? heading.exec(lines[at]!)?.[1]?.length : undefined
    if (marks === undefined) continue
    if (level === 0) level = marks
    if (marks <= level) found.push(at)
  }
  return found
}

/** Steps around lines: lines that are steps already, or lines that begin with headings. */
const steps = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const from = lines.some((line) => line.trim() === "{% step %}") ? [] : starts(lines)
  if (from.length === 0) return ["{% stepper %}", ...lines, "{% endstepper %}"]
  return [
    ...lines.slice(0, from[0]),
    "{% stepper %}",
    ...from.flatMap((at, index) => step(lines.slice(at, from[index + 1]))),
    "{% endstepper %}"
  ]
}

/** Lines as a block of markdown. */
export const block = (lines: ReadonlyArray<string>): string => `\n\n${lines.join("\n")}\n\n`

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
  const body = oneLine(content) || attributeOf(tag, "description")
  return title === "" && href === "" ? content : `\n* ${head}${body === "" ? "" : `: ${body}`}\n`
}

/** The style of a hint: the one that its attributes state, else that of its name. */
const styleOf = (tag: JsxTag, name: string): HintStyle =>
  hintStyle(attributeOf(tag, "type", "variant", "kind")) ?? hintStyle(name) ?? "info"

/** A statement that imports from a module, which readers paste into a program and not into a terminal. */
const moduleImport = /^import\s[^"']{0,2000}\sfrom\s+["']/

/** The language of the code in an attribute. */
const languageOf = (tag: JsxTag, code: string): string =>
  attributeOf(tag, "lang", "language") || (moduleImport.test(code) ? "ts" : "sh")

/** Sets the titles of untitled tabs to the titles that the component around them states. */
const named = (lines: ReadonlyArray<string>, titles: ReadonlyArray<string>): ReadonlyArray<string> => {
  let index = 0
  return lines.map((line) => (line === untitled ? (tab(titles[index++] ?? "", [])[0] ?? line) : line))
}

const untitled = tab("", [])[0]

/** Gives tabs that are titled by their values the labels that the component around them states for the values. */
const labelled = (lines: ReadonlyArray<string>, tag: JsxTag): ReadonlyArray<string> => {
  const labels = new Map<string, string>()
  for (const expression of tag.expressions) {
    const { value } = readLiteral(expression)
    for (const each of Array.isArray(value) ? value : []) {
      if (typeof each !== "object" || Array.isArray(each)) continue
      if (typeof each.value === "string" && typeof each.label === "string")
        labels.set(tab(each.value, [])[0]!, tab(each.label, [])[0]!)
    }
  }
  return labels.size === 0 ? lines : lines.map((line) => labels.get(line) ?? line)
}

/** A field of an interface as an item of a list: its name, type and default, and its description. */
const field = (tag: JsxTag, lines: ReadonlyArray<string>): string | undefined => {
  const name = attributeOf(tag, "path", "query", "body", "header", "name")
  if (name === "") return undefined
  const type = attributeOf(tag, "type")
  const value = attributeOf(tag, "default", "initialValue")
  const facts = [
    ...["required", "deprecated"].filter((each) => tag.attributes.has(each)),
    ...(value === "" ? [] : [`default: \`${value}\``])
  ]
  const head = [
    `\`${name}\``,
    ...(type === "" ? [] : [`\`${type}\``]),
    ...(facts.length === 0 ? [] : [`(${facts.join(", ")})`])
  ]
  return block([
    `* ${head.join(" ")}`,
    ...(lines.length === 0 ? [] : [""]),
    ...lines.map((line) => (line === "" ? "" : `  ${line}`))
  ])
}

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
  "React.Fragment"
])

/** Converts a component with this content to markdown; `undefined` if it is unknown. */
export const component = (tag: JsxTag, content: string): string | undefined => {
  const lines = trimLines(dedent(content.split("\n")))
  const title = attributeOf(tag, "title", "label", "summary")
  const name = tag.name.slice(tag.name.lastIndexOf(".") + 1)
  switch (name) {
    case "Tabs":
    case "TabGroup":
      return block(tabs(labelled(named(lines, attributeOf(tag, "items").split("\n")), tag)))
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
    case "Note":
    case "Info":
    case "Tip":
    case "Check":
    case "Warning":
    case "Danger":
    case "Caution":
      return block(hint(styleOf(tag, name), title, lines))
    case "Snippet":
    case "Terminal":
    case "Command": {
      const code = attributeOf(tag, "text", "code", "command")
      return code === "" ? undefined : block([`\`\`\`${languageOf(tag, code)}`, ...code.split("\n"), "```"])
    }
    case "ParamField":
    case "ResponseField":
      return field(tag, lines)
    case "Badge":
      return content.trim() === "" ? attributeOf(tag, "text") || undefined : content
    case "Tooltip": {
      const tip = attributeOf(tag, "tip", "content", "text")
      return tip === "" ? undefined : `${content} (${tip})`
    }
    case "Update": {
      const label = [attributeOf(tag, "label"), attributeOf(tag, "description")].filter((each) => each !== "")
      return label.length === 0 ? undefined : block([`## ${label.join(": ")}`, "", ...lines])
    }
    case "Frame": {
      const caption = attributeOf(tag, "caption")
      if (caption === "") return content
      return block(["<figure>", "", ...lines, "", `<figcaption>${caption}</figcaption>`, "", "</figure>"])
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

/** A picture or other content that a component shows from an address; `undefined` if it names none. */
const shownFrom = (tag: JsxTag, name: string): string | undefined => {
  const source = attributeOf(tag, "src", "img", "srcLight")
  if (/(?:Image|Img)$/.test(name))
    return source === "" ? undefined : `![${attributeOf(tag, "alt").replaceAll(/[[\]]/g, "")}](<${source}>)`
  return tag.kind === "void" && /^https?:/.test(source) ? block(embed(source)) : undefined
}
