/** The ids of headings in mdBook, and the attributes after their texts: `# Title {#id .class}`. */
import type { MarkdownIt as Parser } from "markdown-it"
import type { HeadingIds } from "../../../text/markdown/Anchors.js"
import { type BlockRule, blockRule } from "../BlockRules.js"

/** The ids that mdBook makes of headings. */
export const mdbookHeadings: HeadingIds = {
  id: (heading) => {
    const id = heading
      .trim()
      .toLowerCase()
      .replaceAll(/\p{White_Space}/gu, "-")
      .replaceAll(/[^\p{Alphabetic}\p{N}_-]/gu, "")
    return id === "" ? "section" : id
  },
  numbered: (id, count) => `${id}-${count}`
}

const attributes = /(?<!\\)\{([^{}]{0,1000})\}[ \t]*$/

/** The text of a heading with nothing but its id after it, as everything that reads headings knows ids. */
export const withIdOnly = (heading: string): string => {
  const found = heading.endsWith("}") ? attributes.exec(heading) : null
  if (found === null) return heading
  const text = heading.slice(0, found.index).trimEnd()
  const id = (found[1] ?? "")
    .split(/\s+/)
    .findLast((each) => /^#./.test(each))
    ?.slice(1)
    .replaceAll(/[\\`*_[\]<&~!$:]/g, "\\$&")
  return id === undefined ? text : `${text} {#${id}}`.trimStart()
}

/** The text of a heading without its attributes. */
export const withoutAttributes = (heading: string): string => heading.replace(attributes, "").trimEnd()

const headingRule =
  (rule: BlockRule): BlockRule =>
  (state, line, end, silent) => {
    if (!rule(state, line, end, silent)) return false
    const inline = silent ? undefined : state.tokens.at(-2)
    if (inline?.type === "inline" && state.tokens.at(-1)?.type === "heading_close")
      inline.content = withIdOnly(inline.content)
    return true
  }

/** Makes a parser read the attributes of headings. */
export const withHeadingAttributes = (parser: Parser): void => {
  parser.block.ruler.at("heading", headingRule(blockRule("heading")), { alt: ["paragraph", "reference", "blockquote"] })
  parser.block.ruler.at("lheading", headingRule(blockRule("lheading")))
}
