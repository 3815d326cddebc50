/** The classes of Google's documents, which say in CSS what HTML has elements for. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, classes, element, elements, hasClass, isBlank, isElement, lineOf, textOf } from "../html/Hast.js"

interface Style {
  readonly bold: boolean
  readonly italic: boolean
  readonly struck: boolean
  readonly code: boolean
}

const plain: Style = { bold: false, italic: false, struck: false, code: false }
const rule = /\.([\w-]+)\s*\{([^{}]*)\}/g
const mono = /font-family:[^;]*(?:Courier|Consolas|Mono|Inconsolata|Source Code|Menlo)/i

const read = (css: string): Style => ({
  bold: /font-weight:\s*(?:bold|[7-9]00)/.test(css),
  italic: /font-style:\s*italic/.test(css),
  struck: /text-decoration:[^;]*line-through/.test(css),
  code: mono.test(css)
})

/** The styles of the classes of a document. */
const stylesOf = (root: Root): ReadonlyMap<string, Style> => {
  const found = new Map<string, Style>()
  for (const each of elements(root)) {
    if (!isElement(each, "style")) continue
    for (const [, name, css] of textOf(each).matchAll(rule)) found.set(name!, read(css!))
  }
  return found
}

const heading = /^h[1-6]$/

/** What Google's documents are, in elements: strong, em, del and code for styled spans, nested lists, a title. */
export const plainDocument = (root: Root): Root => {
  const styles = stylesOf(root)
  const styleOf = (node: Element): Style => {
    const all = [...classes(node).map((name) => styles.get(name) ?? plain), read(attribute(node, "style"))]
    return {
      bold: all.some(({ bold }) => bold),
      italic: all.some(({ italic }) => italic),
      struck: all.some(({ struck }) => struck),
      code: all.some(({ code }) => code)
    }
  }
  const spaced = (node: Element, name: string): ReadonlyArray<ElementContent> =>
    lineOf(node) === "" ? node.children : [element(name, node.children)]
  const styled = (node: Element, inHeading: boolean): ReadonlyArray<ElementContent> => {
    let holder = element("span", walk(node.children, inHeading))
    const style = styleOf(node)
    const wrap = (name: string): void => {
      holder = element("span", [...spaced(holder, name)])
    }
    if (style.code && !inHeading) wrap("code")
    if (style.struck) wrap("del")
    if (style.italic) wrap("em")
    if (style.bold && !inHeading) wrap("strong")
    return holder.children
  }
  const walk = (children: ReadonlyArray<ElementContent>, inHeading: boolean): Array<ElementContent> =>
    codeBlocks(
      nestLists(
        children.flatMap((child): ReadonlyArray<ElementContent> => {
          if (!isElement(child)) return [child]
          if (isElement(child, "style", "script")) return []
          if (isElement(child, "span")) return styled(child, inHeading)
          if (isElement(child, "p") && hasClass(child, "title"))
            return [{ ...child, tagName: "h1", children: walk(child.children, true) }]
          return [{ ...child, children: walk(child.children, inHeading || heading.test(child.tagName)) }]
        })
      )
    )
  const body =
    [...elements(root)].find((each) => attribute(each, "id") === "contents") ??
    [...elements(root)].find((each) => isElement(each, "body"))
  const content = walk(body?.children ?? [], false)
  const head = [...elements(root)].find((each) => isElement(each, "head"))
  return { type: "root", children: [...(head === undefined ? [] : [head]), element("main", content)] }
}

const listClass = /^lst-kix_(\w+)-(\d)$/

const kindOf = (node: Element): { readonly id: string; readonly level: number } | undefined => {
  if (!isElement(node, "ul", "ol")) return undefined
  for (const name of classes(node)) {
    const match = listClass.exec(name)
    if (match !== null) return { id: match[1]!, level: Number(match[2]) }
  }
  return undefined
}

/** Google writes the levels of a list one after the other; here they are put into each other. */
const nestLists = (children: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const found: Array<ElementContent> = []
  let open: Array<{ readonly id: string; readonly level: number; readonly list: Element }> = []
  for (const child of children) {
    const kind = isElement(child) ? kindOf(child) : undefined
    if (!isElement(child) || kind === undefined) {
      if (!isBlank(child)) open = []
      found.push(child)
      continue
    }
    open = open.filter(({ level }) => level <= kind.level)
    const top = open.at(-1)
    if (top !== undefined && top.level === kind.level && top.list.tagName === child.tagName && top.id === kind.id) {
      top.list.children.push(...child.children)
      continue
    }
    open = open.filter(({ level }) => level < kind.level)
    const outer = open.at(-1)?.list.children.findLast((each) => isElement(each, "li"))
    if (isElement(outer)) outer.children.push(child)
    else found.push(child)
    open.push({ ...kind, list: child })
  }
  return found
}

const isCodeLine = (node: ElementContent): node is Element =>
  isElement(node, "p") &&
  lineOf(node) !== "" &&
  node.children.every((child) => isBlank(child) || isElement(child, "code", "br"))

/** Two and more paragraphs that are all code are a block of code. */
const codeBlocks = (children: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const found: Array<ElementContent> = []
  let lines: Array<Element> = []
  const close = (): void => {
    if (lines.length < 2) found.push(...lines)
    else {
      const text = lines.map((line) => textOf(line).replaceAll("\u00a0", " ")).join("\n")
      found.push(element("pre", [element("code", [{ type: "text", value: text }])]))
    }
    lines = []
  }
  for (const child of children) {
    if (isCodeLine(child)) lines.push(child)
    else {
      close()
      found.push(child)
    }
  }
  close()
  return found
}
