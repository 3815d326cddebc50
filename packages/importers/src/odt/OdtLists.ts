/** Converts the lists of an OpenDocument text, whose numbering continues across anything between their parts. */
import type { Element, ElementContent } from "hast"
import { element } from "../html/Hast.js"
import { childrenOf, isXml, type XmlElement, type XmlNode } from "../xml/Xml.js"
import type { OdtStyles } from "./OdtStyles.js"

/** The current numbers of a list, from the outermost level inwards. */
type Counts = ReadonlyArray<number>

interface OpenList {
  readonly style: string | undefined
  readonly level: number
  readonly counts: Array<number>
  readonly continues: boolean
}

const isParagraph = (node: ElementContent | undefined): node is Element =>
  node?.type === "element" && node.tagName === "p"

/** The content of an item; if it is a single paragraph, without that paragraph. */
const tight = (content: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const [first, ...rest] = content
  return isParagraph(first) && !rest.some(isParagraph) ? [...first.children, ...rest] : [...content]
}

const integer = (text: string | undefined): number | undefined => {
  const found = Number(text ?? Number.NaN)
  return Number.isInteger(found) ? found : undefined
}

/** Converts lists; `blocks` converts the content of their items. */
export class OdtLists {
  readonly #styles: OdtStyles
  readonly #blocks: (nodes: ReadonlyArray<XmlNode>) => Array<ElementContent>
  readonly #byStyle = new Map<string, Counts>()
  readonly #byId = new Map<string, Counts>()
  /** The lists that enclose the current one. */
  readonly #around: Array<OpenList> = []

  constructor(styles: OdtStyles, blocks: (nodes: ReadonlyArray<XmlNode>) => Array<ElementContent>) {
    this.#styles = styles
    this.#blocks = blocks
  }

  /** Converts a list and its nested lists. A list that only numbers headings becomes those headings. */
  read(node: XmlElement): ReadonlyArray<ElementContent> {
    const outer = this.#around.at(-1)
    const { "text:style-name": own, "text:continue-list": after, "text:continue-numbering": again } = node.attributes
    const style = own ?? outer?.style
    const before = this.#byId.get(after ?? " ") ?? (again === "true" ? this.#byStyle.get(style ?? "") : undefined)
    const place: OpenList =
      outer === undefined
        ? { style, level: 1, counts: [...(before ?? [])], continues: before !== undefined }
        : { ...outer, style, level: outer.level + 1 }
    const { start } = this.#styles.level(style, place.level)
    const index = place.level - 1
    if (!place.continues) place.counts.length = index
    let next = (place.counts[index] ?? (start ?? 1) - 1) + 1
    const found: Array<ElementContent> = []
    let list: Element | undefined
    for (const item of childrenOf(node, "text:list-item", "text:list-header")) {
      const isCounted =
        isXml(item, "text:list-item") &&
        !isXml(
          item.children.find((each) => isXml(each)),
          "text:list"
        )
      if (isCounted) {
        const stated = integer(item.attributes["text:start-value"])
        if (stated !== undefined && stated !== next) list = undefined
        next = stated ?? next
        place.counts[index] = next
      }
      this.#around.push({ ...place, continues: place.continues && !isCounted })
      const content = this.#blocks(item.children)
      this.#around.pop()
      if (isCounted) place.counts.length = Math.max(index + 1, 0)
      if (content.some((each) => each.type === "element" && /^h[1-6]$/.test(each.tagName))) {
        found.push(...content)
        list = undefined
      } else if (isCounted) {
        const numbered = start === undefined ? {} : next === 1 ? {} : { start: next }
        if (list === undefined) {
          list = element(start === undefined ? "ul" : "ol", [], numbered)
          found.push(list)
        }
        list.children.push(element("li", tight(content)))
      } else {
        const last = list?.children.at(-1)
        if (last?.type === "element") last.children.push(...content)
        else found.push(...content)
      }
      if (isCounted) next++
    }
    if (place.level === 1) {
      this.#byStyle.set(style ?? "", place.counts)
      this.#byId.set(node.attributes["xml:id"] ?? "", place.counts)
    }
    return found
  }
}
