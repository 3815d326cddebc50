/** Rewrites Confluence's storage format (XHTML with `ac:` and `ri:` elements) for a parser of HTML. */
import { escapeText } from "entities"
import { replaceSpans } from "../markdown/Code.js"

/**
 * The elements of HTML that stand for elements that hold text. An `object` may hold paragraphs inside a paragraph, where
 * an HTML parser would otherwise end the paragraph and the macro in it.
 */
const holders: Readonly<Record<string, string>> = {
  "link-body": "span",
  "rich-text-body": "object",
  "task-body": "object",
  "adf-content": "object",
  "adf-fallback": "object"
}

/** Elements of HTML without content, which have no end tag. */
const empty: ReadonlySet<string> = new Set(["area", "br", "col", "hr", "img", "input", "wbr"])

/** The storage format as HTML that an HTML parser reads correctly. */
export const parseable = (storage: string): string =>
  replaceSpans(storage, "<![CDATA[", "]]>", escapeText)
    .replaceAll(/<([a-z][\w:-]*)((?:\s+[\w:-]+="[^"]{0,4000}")*)\s*\/>/g, (whole, name: string, attributes: string) =>
      empty.has(name) ? whole : `<${name}${attributes}></${name}>`
    )
    .replaceAll(
      /<(\/?)ac:(rich-text-body|link-body|task-body|layout|layout-section|layout-cell|adf-content|adf-fallback)\b[^>]{0,1000}>/g,
      (_, close: string, name: string) => {
        const tag = holders[name] ?? "div"
        return `<${close}${tag}${close ? "" : ` data-part="${name}"`}>`
      }
    )
