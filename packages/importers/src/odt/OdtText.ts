/** Converts the body of an OpenDocument text to an HTML tree. */
import { anchorOf } from "@lectern/core/internal/text/markdown/Anchors"
import type { Element, ElementContent } from "hast"
import type { DocumentComment } from "../docx/Comments.js"
import { element, marked, markedInline, textOf } from "../html/Hast.js"
import { child, childrenOf, isXml, type XmlElement, type XmlNode, xmlText } from "../xml/Xml.js"
import { boxed, displayed, joinBlocks } from "./OdtBlocks.js"
import { OdtLists } from "./OdtLists.js"
import type { OdtStyles, TextLook } from "./OdtStyles.js"

/** The lookup functions of the reader, and its collected results. */
export interface OdtContext {
  readonly styles: OdtStyles
  /** The key under which the page refers to an image; `undefined` if the image is missing. */
  readonly picture: (href: string) => string | undefined
  /** The TeX of an embedded formula; `undefined` if the object is not a formula. */
  readonly formula: (href: string) => string | undefined
  readonly comments: Array<DocumentComment>
  readonly report: (problem: string) => void
}

const text = (value: string): ElementContent => ({ type: "text", value })

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const maxSpaces = 500
const maxRows = 200
const maxQuote = 200

const skipped = new Set([
  "text:tracked-changes",
  "text:sequence-decls",
  "text:variable-decls",
  "text:user-field-decls",
  "text:script",
  "text:change",
  "text:change-start",
  "text:change-end",
  "text:soft-page-break",
  "office:forms",
  "office:event-listeners",
  "svg:title",
  "svg:desc",
  "text:table-of-content-source",
  "table:table-column",
  "table:table-columns",
  "table:covered-table-cell"
])

const blockNames = new Set(["text:p", "text:h", "text:list", "table:table", "text:section", "draw:text-box"])

const count = (node: XmlElement, name: string): number => {
  const found = Number(node.attributes[name] ?? 1)
  return Number.isInteger(found) && found > 0 ? found : 1
}

/** Converts the blocks of a document. */
export class OdtReader {
  readonly #context: OdtContext
  readonly #lists: OdtLists
  /** The notes in the order of their references. */
  readonly #notes: Array<Element> = []
  /** The quoted text of comments whose range has not ended. */
  readonly #open = new Map<string, { quote: string; readonly index: number }>()
  /** Blocks found inside the current paragraph. */
  #boxes: Array<ElementContent> = []

  constructor(context: OdtContext) {
    this.#context = context
    this.#lists = new OdtLists(context.styles, (nodes) => this.#blocks(nodes))
  }

  /** Converts a body, with its notes at the end. */
  read(body: XmlElement): Array<ElementContent> {
    return [...joinBlocks(this.#blocks(body.children)), ...this.#notes]
  }

  #blocks(nodes: ReadonlyArray<XmlNode>): Array<ElementContent> {
    return nodes.flatMap((node) =>
      isXml(node) && !skipped.has(node.name) && !this.#isHidden(node) ? this.#block(node) : []
    )
  }

  /** Whether nobody sees an element in the document, which is reported. */
  #isHidden(node: XmlElement): boolean {
    const family = node.name === "text:span" ? "text" : "paragraph"
    const stated = child(node, "text:hidden-paragraph")?.attributes["text:is-hidden"]
    const isHidden = isXml(node, "text:section")
      ? node.attributes["text:display"] === "none"
      : isXml(node, "text:hidden-text")
        ? node.attributes["text:is-hidden"] === "true"
        : isXml(node, "text:span", "text:p", "text:h") &&
          (stated === "true" ||
            this.#context.styles.style(family, node.attributes["text:style-name"]).look.hidden === true)
    if (isHidden && xmlText(node).trim() !== "") this.#context.report("hidden text is left out")
    return isHidden
  }

  #block(node: XmlElement): ReadonlyArray<ElementContent> {
    switch (node.name) {
      case "text:p":
      case "text:h":
        return this.#paragraph(node)
      case "text:list":
        return this.#lists.read(node)
      case "table:table":
        return [this.#table(node)]
      case "draw:frame":
      case "draw:g":
      case "office:annotation":
      case "office:annotation-end":
        return this.#held(() => this.#inline([node]))
      default:
        return this.#blocks(node.children)
    }
  }

  /** The result of `read` as a paragraph, unless it is empty, followed by the blocks found in it. */
  #held(read: () => Array<ElementContent>, name = "p"): ReadonlyArray<ElementContent> {
    const around = this.#boxes
    this.#boxes = []
    const inner = read()
    const boxes = this.#boxes
    this.#boxes = around
    return inner.length === 0 ? boxes : [element(name, inner), ...boxes]
  }

  #paragraph(node: XmlElement): ReadonlyArray<ElementContent> {
    const { names, look, outline } = this.#context.styles.style("paragraph", node.attributes["text:style-name"])
    const is = (pattern: RegExp): boolean => names.some((name) => pattern.test(name))
    const stated = Number(node.attributes["text:outline-level"] ?? outline ?? 0)
    const level = node.name === "text:h" || stated > 0 ? Math.max(1, Math.min(6, stated || 1)) : 0
    const isCode = level === 0 && is(/^(?:Preformatted(?:_20_| )Text|Source[_ ].*|Code.*|HTML.Preformatted)$/i)
    const [first, ...rest] = this.#held(() =>
      this.#inline(node.children, isCode ? { code: true } : level > 0 ? look : {})
    )
    const isEmpty = first?.type !== "element" || first.tagName !== "p"
    if (isEmpty && isCode)
      return [element("pre", [element("code", [])]), ...(first === undefined ? [] : [first]), ...rest]
    if (isEmpty && is(/^Horizontal(?:_20_| )Line$/i))
      return [element("hr", []), ...(first === undefined ? [] : [first])]
    if (isEmpty) return first === undefined ? [] : [first, ...rest]
    if (isCode) return [element("pre", [element("code", [text(textOf(first))])]), ...rest]
    if (is(/^Title$/)) return [{ ...first, tagName: "h1" }, ...rest]
    if (level > 0) return [{ ...first, tagName: `h${level}` }, ...rest]
    const formula = displayed(first)
    if (formula !== first) return [formula, ...rest]
    const own = this.#looking(first.children, is(/^Standard|^Text.*body$/i) ? {} : look)
    const shown = { ...first, children: own }
    return is(/^(?:Quotations|Block(?:_20_| )Quotation|Quote)$/i)
      ? [element("blockquote", [shown]), ...rest]
      : [shown, ...rest]
  }

  /** Applies formatting to text, relative to the formatting around it. */
  #looking(children: Array<ElementContent>, look: TextLook, around: TextLook = {}): Array<ElementContent> {
    let found = children
    const wrap = (name: string, on: boolean | undefined, before: boolean | undefined): void => {
      if (on === true && before !== true && found.length > 0) found = [element(name, found)]
    }
    wrap("code", look.code, around.code)
    if (look.script !== undefined && found.length > 0) found = [element(look.script, found)]
    wrap("del", look.struck, around.struck)
    wrap("u", look.underlined, around.underlined)
    wrap("mark", look.highlighted, around.highlighted)
    wrap("em", look.italic, around.italic)
    wrap("strong", look.bold, around.bold)
    return found
  }

  #inline(nodes: ReadonlyArray<XmlNode>, around: TextLook = {}): Array<ElementContent> {
    return nodes.flatMap((node): ReadonlyArray<ElementContent> => {
      if (typeof node === "string") {
        const value = node.replaceAll(/[\t\r\n ]+/g, " ")
        for (const each of this.#open.values()) if (each.quote.length < maxQuote) each.quote += value
        return [text(value)]
      }
      return skipped.has(node.name) || this.#isHidden(node) ? [] : this.#part(node, around)
    })
  }

  #part(node: XmlElement, around: TextLook): ReadonlyArray<ElementContent> {
    const { attributes, children } = node
    switch (node.name) {
      case "text:s":
        return [text(" ".repeat(Math.min(count(node, "text:c"), maxSpaces)))]
      case "text:tab":
        return [text("\t")]
      case "text:line-break":
        return around.code === true ? [text("\n")] : [element("br", [])]
      case "text:span": {
        const { look } = this.#context.styles.style("text", attributes["text:style-name"])
        return this.#looking(this.#inline(children, around), look, around)
      }
      case "text:a":
      case "draw:a":
        return this.#link(attributes["xlink:href"] ?? "", this.#inline(children, { ...around, underlined: true }))
      case "text:bookmark":
      case "text:bookmark-start":
      case "text:reference-mark":
      case "text:reference-mark-start":
        return [element("span", [], { id: attributes["text:name"] ?? "" })]
      case "text:bookmark-ref":
      case "text:reference-ref":
        return [element("a", this.#inline(children, around), { href: `#${attributes["text:ref-name"] ?? ""}` })]
      case "text:sequence":
        return [element("span", [], { id: attributes["text:ref-name"] ?? "" }), ...this.#inline(children, around)]
      case "text:sequence-ref":
        return [element("a", this.#inline(children, around), { href: `#${attributes["text:ref-name"] ?? ""}` })]
      case "draw:control":
        this.#context.report("a control of a form is left out")
        return []
      case "text:note":
        return this.#note(node)
      case "text:ruby": {
        const above = xmlText(child(node, "text:ruby-text") ?? "")
        return [...this.#inline(child(node, "text:ruby-base")?.children ?? [], around), text(` (${above})`)]
      }
      case "office:annotation":
        return this.#comment(node)
      case "office:annotation-end":
        this.#close(attributes["office:name"] ?? "")
        return []
      case "draw:frame":
        return this.#frame(node)
      default:
        if (blockNames.has(node.name) || (node.name.startsWith("draw:") && childrenOf(node).length > 0)) {
          this.#boxes.push(...(blockNames.has(node.name) ? this.#block(node) : this.#blocks(children)))
          return []
        }
        return this.#inline(children, around)
    }
  }

  /** A link; one to a heading names it, after its number. A link to a table or a frame has no place to lead to. */
  #link(href: string, children: Array<ElementContent>): ReadonlyArray<ElementContent> {
    const [, name = "", kind] = /^#(.*)\|(\w+)$/.exec(href) ?? []
    if (kind === undefined) return [element("a", children, { href })]
    if (kind === "outline")
      return [element("a", children, { href: `#${anchorOf(decoded(name).replace(/^(?:\d+\.)+/, ""))}` })]
    this.#context.report(`the link to a ${kind} is left out: ${decoded(name)}`)
    return children
  }

  #note(node: XmlElement): ReadonlyArray<ElementContent> {
    const label = String(this.#notes.length + 1)
    const place = this.#notes.push(element("div", [])) - 1
    const around = this.#boxes
    this.#boxes = []
    const content = this.#blocks(child(node, "text:note-body")?.children ?? [])
    this.#notes[place] = marked({ kind: "footnotes", label }, [...content, ...this.#boxes])
    this.#boxes = around
    return [markedInline({ kind: "footnote", label })]
  }

  #frame(node: XmlElement): ReadonlyArray<ElementContent> {
    const box = child(node, "draw:text-box")
    if (box !== undefined) this.#boxes.push(...boxed(this.#blocks(box.children)))
    const object = child(node, "draw:object")?.attributes["xlink:href"] ?? ""
    const formula = this.#context.formula(object)
    if (formula !== undefined)
      return formula === "" ? [] : [markedInline({ kind: "math", value: formula, display: false })]
    const table = child(child(node, "draw:object"), "table:table")
    if (table !== undefined) this.#boxes.push(this.#table(table))
    const alt = xmlText(child(node, "svg:desc") ?? child(node, "svg:title") ?? "").trim()
    for (const image of childrenOf(node, "draw:image")) {
      const href = image.attributes["xlink:href"] ?? ""
      const src = this.#context.picture(href)
      if (src !== undefined) return [element("img", [], { src, alt })]
      this.#context.report(href === "" ? "a picture is left out" : `the picture ${href} is left out`)
    }
    if (object !== "") this.#context.report("an embedded object is left out")
    return box === undefined && alt !== "" ? [text(alt)] : []
  }

  #comment(node: XmlElement): ReadonlyArray<ElementContent> {
    const [author, at] = ["dc:creator", "dc:date"].map((name) => xmlText(child(node, name) ?? "").trim())
    const said = childrenOf(node, "text:p", "text:list").map((each) => xmlText(each).trim())
    const index = this.#context.comments.push({
      author: author ?? "",
      text: said.join("\n\n"),
      quote: "",
      resolved: node.attributes["loext:resolved"] === "true",
      replies: [],
      ...(at === undefined || at === "" ? {} : { at })
    })
    const name = node.attributes["office:name"]
    if (name !== undefined && this.#open.size < 50) this.#open.set(name, { quote: "", index: index - 1 })
    return []
  }

  #close(name: string): void {
    const found = this.#open.get(name)
    const comment = this.#context.comments[found?.index ?? -1]
    this.#open.delete(name)
    if (found === undefined || comment === undefined) return
    this.#context.comments[found.index] = { ...comment, quote: found.quote.trim().slice(0, maxQuote) }
  }

  #table(node: XmlElement): Element {
    const rows = (holder: XmlElement, isHead: boolean): ReadonlyArray<Element> =>
      childrenOf(holder).flatMap((each): ReadonlyArray<Element> => {
        if (isXml(each, "table:table-row")) {
          const row = element(
            "tr",
            childrenOf(each).flatMap((cell) => this.#cell(cell, isHead))
          )
          const times = textOf(row).trim() === "" ? 1 : Math.min(count(each, "table:number-rows-repeated"), maxRows)
          return Array.from({ length: times }, () => structuredClone(row))
        }
        return each.name.startsWith("table:table-") ? rows(each, isHead || each.name === "table:table-header-rows") : []
      })
    const head = childrenOf(node, "table:table-header-rows").flatMap((each) => rows(each, true))
    const rest = childrenOf(node).filter(({ name }) => name !== "table:table-header-rows")
    const body = rows({ ...node, children: rest }, false)
    return element("table", [...(head.length === 0 ? [] : [element("thead", [...head])]), element("tbody", [...body])])
  }

  #cell(cell: XmlElement, isHead: boolean): ReadonlyArray<Element> {
    if (!isXml(cell, "table:table-cell")) return []
    const wide = count(cell, "table:number-columns-spanned")
    const high = count(cell, "table:number-rows-spanned")
    const made = element(isHead ? "th" : "td", joinBlocks(this.#blocks(cell.children)), {
      ...(wide > 1 ? { colSpan: wide } : {}),
      ...(high > 1 ? { rowSpan: high } : {})
    })
    const times = textOf(made).trim() === "" ? 1 : Math.min(count(cell, "table:number-columns-repeated"), maxRows)
    return Array.from({ length: times }, () => structuredClone(made))
  }
}
