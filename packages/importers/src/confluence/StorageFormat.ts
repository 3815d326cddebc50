/** Converts Confluence's storage format (XHTML with `ac:` and `ri:` elements) to plain HTML. */
import { anchorOf } from "@lectern/core/internal/text/markdown/Sections"
import { escapeText } from "entities"
import type { Element, ElementContent, Root } from "hast"
import { hintStyle } from "../HintStyles.js"
import { attribute, element, elements, isElement, lineOf, marked, markedInline, rewrite, textOf } from "../html/Hast.js"
import { parseHtml } from "../html/Parse.js"
import { replaceSpans } from "../markdown/Code.js"

/** Resolves the links and images of a page to URLs; `undefined` if the export does not have the target. */
export interface StorageTargets {
  readonly page: (title: string, space: string | undefined) => string | undefined
  readonly attachment: (name: string, page: string | undefined) => string | undefined
  /** Called with each loss, phrased as the end of a sentence: `the macro jira is left out`. */
  readonly lost: (what: string) => void
}

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

/** Emoticons of old editors, which have no character of their own in the page. */
const emoticons: Readonly<Record<string, string>> = {
  ...{ smile: "🙂", sad: "🙁", cheeky: "😛", laugh: "😀", wink: "😉", "thumbs-up": "👍", "thumbs-down": "👎" },
  ...{ information: "ℹ️", tick: "✅", cross: "❌", warning: "⚠️", plus: "➕", minus: "➖", question: "❓" },
  ...{
    "light-on": "💡",
    "light-off": "💡",
    "yellow-star": "⭐",
    "red-star": "⭐",
    "green-star": "⭐",
    "blue-star": "⭐"
  },
  ...{ heart: "❤️", "broken-heart": "💔" }
}

/** The storage format as HTML that an HTML parser reads correctly. */
const parseable = (storage: string): string =>
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

const child = (node: Element, ...names: ReadonlyArray<string>): Element | undefined =>
  node.children.find((each): each is Element => isElement(each, ...names))

const part = (node: Element, name: string): Element | undefined =>
  node.children.find((each): each is Element => isElement(each) && attribute(each, "dataPart") === name)

const parameter = (macro: Element, name: string): string => {
  const found = macro.children.find((each) => isElement(each, "ac:parameter") && attribute(each, "ac:name") === name)
  return found === undefined ? "" : textOf(found).trim()
}

const hints: Readonly<Record<string, string>> = {
  info: "info",
  note: "warning",
  tip: "tip",
  warning: "danger",
  panel: "info"
}

/** Macros that show content from elsewhere, or none. */
const silent: ReadonlySet<string> = new Set([
  "toc",
  "anchor",
  "toc-zone",
  "pagetree",
  "children",
  "pagetreesearch",
  "livesearch",
  "contentbylabel",
  "recently-updated",
  "space-details"
])

/** Macros that are replaced by their content, without any loss. */
const transparent: ReadonlySet<string> = new Set([
  "excerpt",
  "section",
  "column",
  "details",
  "toc-zone",
  "div",
  "span",
  "center",
  "align"
])

/** Macros whose text the reader draws as they would. */
const drawn = /mermaid/

const languages: Readonly<Record<string, string>> = { "c#": "csharp", js: "javascript", py: "python", none: "text" }

/** Macros whose name says in which language their text is, such as `plantuml` and `mermaid-cloud`. */
const named = /plantuml|mermaid|graphviz|markdown|sql|html|css/

const codeOf = (macro: Element, name: string): Element => {
  const body = child(macro, "ac:plain-text-body")
  const stated = parameter(macro, "language").toLowerCase()
  const language = name === "code" ? (languages[stated] ?? stated) : (named.exec(name)?.[0] ?? "")
  const title = parameter(macro, "title")
  return element(
    "pre",
    [
      element(
        "code",
        [{ type: "text", value: body === undefined ? "" : textOf(body) }],
        language === "" ? {} : { className: [`language-${language}`] }
      )
    ],
    title === "" ? {} : { dataTitle: title }
  )
}

/** Converts a page's body to plain HTML. */
export const storageToHtml = (storage: string, targets: StorageTargets): Root => {
  const inside = (node: Element | undefined): Array<ElementContent> => {
    if (node === undefined) return []
    rewrite(node, change)
    return node.children
  }
  const addressOf = (node: Element): string | undefined => {
    const page = child(node, "ri:page", "ri:blog-post", "ri:content-entity")
    const attachment = child(node, "ri:attachment")
    if (attachment !== undefined) {
      const owner = child(attachment, "ri:page")
      return targets.attachment(
        attribute(attachment, "ri:filename"),
        owner === undefined ? undefined : attribute(owner, "ri:content-title")
      )
    }
    if (page !== undefined) {
      const space = attribute(page, "ri:space-key")
      return targets.page(attribute(page, "ri:content-title"), space === "" ? undefined : space)
    }
    const url = child(node, "ri:url")
    return url === undefined ? undefined : attribute(url, "ri:value")
  }
  const nameOf = (node: Element): string => {
    for (const each of elements(node)) {
      const name =
        attribute(each, "ri:content-title") || attribute(each, "ri:filename") || attribute(each, "ri:space-key")
      if (name !== "") return name
    }
    return ""
  }
  const link = (node: Element): Array<ElementContent> => {
    const plain = child(node, "ac:plain-text-link-body")
    const rich = part(node, "link-body") ?? child(node, "ac:link-body")
    const anchor = attribute(node, "ac:anchor")
    const address = addressOf(node)
    const name = nameOf(node)
    const shown: Array<ElementContent> =
      rich !== undefined
        ? inside(rich)
        : [{ type: "text", value: (plain === undefined ? "" : textOf(plain)) || name || anchor }]
    const user = child(node, "ri:user")
    if (user !== undefined) {
      targets.lost("the mention of a user is left out")
      return lineOf(node) === "" ? [] : shown
    }
    if (address === undefined && anchor === "") {
      if (name !== "") targets.lost(`the link to ${name} is left out: the export does not have it`)
      return shown
    }
    return [
      element("a", shown, {
        href: `${address ?? ""}${anchor === "" ? "" : `#${encodeURIComponent(anchorOf(anchor))}`}`
      })
    ]
  }
  const image = (node: Element): Array<ElementContent> => {
    const address = addressOf(node)
    if (address === undefined) {
      targets.lost(`the picture ${nameOf(node)} is left out: the export does not have it`)
      return []
    }
    const shown = element("img", [], { src: address, alt: attribute(node, "ac:alt") })
    const caption = child(node, "ac:caption")
    return caption === undefined ? [shown] : [element("figure", [shown, element("figcaption", inside(caption))])]
  }
  const macro = (node: Element): Array<ElementContent> => {
    const name = attribute(node, "ac:name")
    const body = part(node, "rich-text-body")
    const title = parameter(node, "title")
    if (name === "code" || name === "noformat") return [codeOf(node, name)]
    if (Object.hasOwn(hints, name)) {
      const head = title === "" ? [] : [element("p", [element("strong", [{ type: "text", value: title }])])]
      return [element("div", [...head, ...inside(body)], { className: ["admonition", hints[name]!] })]
    }
    if (name === "expand") {
      const summary = element("summary", [{ type: "text", value: title === "" ? "Details" : title }])
      return [element("details", [summary, ...inside(body)])]
    }
    if (name === "status") return [element("strong", [{ type: "text", value: title }], { className: ["status"] })]
    if (name === "view-file" || name === "viewpdf" || name === "multimedia") {
      const holder = node.children.find(
        (each) => isElement(each, "ac:parameter") && child(each, "ri:attachment") !== undefined
      )
      const address = isElement(holder) ? addressOf(holder) : undefined
      if (address !== undefined && isElement(holder)) {
        return [element("a", [{ type: "text", value: nameOf(holder) }], { href: address })]
      }
    }
    if (name === "widget" || name === "iframe") {
      const holder = node.children.find(
        (each) => isElement(each, "ac:parameter") && attribute(each, "ac:name") === "url"
      )
      const address = (isElement(holder) ? addressOf(holder) : undefined) ?? parameter(node, "url")
      if (address !== "") return [element("a", [{ type: "text", value: address }], { href: address })]
    }
    const formula = parameter(node, "body")
    if (/^(?:eazy-)?math-?inline$/.test(name) && formula !== "")
      return [markedInline({ kind: "math", value: formula, display: false })]
    if (silent.has(name)) return inside(body)
    const text = child(node, "ac:plain-text-body")
    const isMath = /^(?:eazy-)?math-?block$/.test(name)
    if (!transparent.has(name) && !drawn.test(name) && !isMath)
      targets.lost(
        body === undefined && text === undefined
          ? `the macro ${name} is left out`
          : `only the content of the macro ${name} is kept`
      )
    if (body !== undefined) return inside(body)
    if (text !== undefined && isMath) return [marked({ kind: "math", value: textOf(text), display: true })]
    return text === undefined ? [] : [codeOf(node, name)]
  }
  /** A node of the cloud editor, whose text is repeated in a fallback for older versions. */
  const extension = (node: Element): Array<ElementContent> => {
    const own = child(node, "ac:adf-node")
    const type = own === undefined ? "" : attribute(own, "type")
    if (own === undefined || (type !== "panel" && type !== "decision-list"))
      return inside(part(node, "adf-fallback") ?? node)
    const kind = own.children.find((each) => isElement(each) && attribute(each, "key") === "panel-type")
    const style = (kind === undefined ? undefined : hintStyle(textOf(kind))) ?? "info"
    const decisions = own.children.filter((each): each is Element => isElement(each, "ac:adf-node"))
    const items = decisions.map((each) => element("li", inside(each)))
    const content = type === "panel" ? inside(own) : [element("ul", items)]
    return [element("div", content, { className: ["admonition", style] })]
  }
  const task = (node: Element): Element => {
    const status = child(node, "ac:task-status")
    const checked = status !== undefined && lineOf(status) === "complete"
    const body = part(node, "task-body")
    return element("li", [element("input", [], { type: "checkbox", checked }), ...inside(body)], {
      className: ["task-list-item"]
    })
  }
  const change = (node: Element): Array<ElementContent> | undefined => {
    switch (node.tagName) {
      case "ac:structured-macro":
      case "ac:macro":
        return macro(node)
      case "ac:adf-extension":
        return extension(node)
      case "ac:link":
        return link(node)
      case "ac:image":
        return image(node)
      case "ac:task-list":
        return [
          element(
            "ul",
            node.children.flatMap((each) => (isElement(each, "ac:task") ? [task(each)] : []))
          )
        ]
      case "ac:emoticon":
        return [
          { type: "text", value: attribute(node, "ac:emoji-fallback") || (emoticons[attribute(node, "ac:name")] ?? "") }
        ]
      case "ac:placeholder":
      case "ac:parameter":
      case "ac:adf-attribute":
        return []
      case "object":
        return inside(node)
      case "time":
        return [{ type: "text", value: lineOf(node) || attribute(node, "dateTime") }]
      default:
        if (!node.tagName.startsWith("ac:") && !node.tagName.startsWith("ri:")) return undefined
        return inside(node)
    }
  }
  const root = parseHtml(`<div id="main-content" class="wiki-content">${parseable(storage)}</div>`)
  rewrite(root, change)
  return root
}
