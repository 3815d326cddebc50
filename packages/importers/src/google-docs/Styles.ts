/** Interprets the classes of Google's HTML, which express in CSS what HTML has elements for. */
import type { Element, ElementContent, Root } from "hast"
import type { Container } from "postcss"
import parse from "postcss-safe-parser"
import { highlighted } from "../html/Formats.js"
import { attribute, classes, element, elements, hasClass, isBlank, isElement, lineOf, textOf } from "../html/Hast.js"

interface Style {
  readonly bold: boolean
  readonly italic: boolean
  readonly struck: boolean
  readonly underlined: boolean
  readonly highlighted: boolean
  readonly code: boolean
  readonly script: "sup" | "sub" | undefined
}

/** The declarations of a rule, and its position in the style sheet. */
interface Rule {
  readonly place: number
  readonly values: ReadonlyMap<string, string>
}

const mono = /Courier|Consolas|Mono|Inconsolata|Source Code|Menlo/i

const valuesOf = (rule: Container): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  rule.each((node) => {
    if (node.type === "decl") values.set(node.prop.toLowerCase(), node.value)
  })
  return values
}

/** The computed style of an element from its matching rules; the last one wins. */
const styleOf = (rules: ReadonlyArray<Rule>): Style => {
  const values = new Map(rules.toSorted((left, right) => left.place - right.place).flatMap((rule) => [...rule.values]))
  const value = (name: string): string => values.get(name) ?? ""
  const script = value("vertical-align")
  return {
    script: script === "super" ? "sup" : script === "sub" ? "sub" : undefined,
    bold: /^(?:bold|bolder|[7-9]00)$/.test(value("font-weight")),
    italic: /^(?:italic|oblique)/.test(value("font-style")),
    struck: /line-through/.test(`${value("text-decoration")} ${value("text-decoration-line")}`),
    underlined: /underline/.test(`${value("text-decoration")} ${value("text-decoration-line")}`),
    highlighted: highlighted.test(`background-color: ${value("background-color")}`),
    code: mono.test(value("font-family"))
  }
}

/** The rules for each class of a document. */
const rulesOf = (root: Root): ReadonlyMap<string, ReadonlyArray<Rule>> => {
  const found = new Map<string, Array<Rule>>()
  let place = 0
  for (const each of elements(root)) {
    if (!isElement(each, "style")) continue
    parse(textOf(each)).each((rule) => {
      if (rule.type !== "rule") return
      const known = { place: place++, values: valuesOf(rule) }
      for (const selector of new Set(rule.selectors)) {
        const name = /^[a-z]*\.([\w-]+)$/i.exec(selector)?.[1]
        if (name === undefined) continue
        const rules = found.get(name)
        if (rules === undefined) found.set(name, [known])
        else rules.push(known)
      }
    })
  }
  return found
}

/** Parses `style` attributes; each distinct value is parsed once. */
const inlineRules = (): ((style: string) => ReadonlyArray<Rule>) => {
  const known = new Map<string, ReadonlyArray<Rule>>()
  return (style) => {
    if (style === "") return []
    const found = known.get(style) ?? [{ place: Number.POSITIVE_INFINITY, values: valuesOf(parse(style)) }]
    known.set(style, found)
    return found
  }
}

const heading = /^h[1-6]$/

/** Replaces Google's styled spans with strong, em, del and code, and restores nested lists and the title. */
export const plainDocument = (root: Root): Root => {
  const rules = rulesOf(root)
  const inline = inlineRules()
  const spaced = (node: Element, name: string): ReadonlyArray<ElementContent> =>
    lineOf(node) === "" ? node.children : [element(name, node.children)]
  const styled = (node: Element, inHeading: boolean, inLink: boolean): ReadonlyArray<ElementContent> => {
    let holder = element("span", walk(node.children, inHeading, inLink))
    const style = styleOf([
      ...classes(node).flatMap((name) => rules.get(name) ?? []),
      ...inline(attribute(node, "style"))
    ])
    const wrap = (name: string): void => {
      holder = element("span", [...spaced(holder, name)])
    }
    if (style.code && !inHeading) wrap("code")
    if (style.script !== undefined) wrap(style.script)
    if (style.struck) wrap("del")
    const isLink = inLink || holder.children.some((each) => isElement(each, "a"))
    if (style.underlined && !isLink) wrap("u")
    if (style.highlighted && !isLink) wrap("mark")
    if (style.italic) wrap("em")
    if (style.bold && !inHeading) wrap("strong")
    return holder.children
  }
  const walk = (children: ReadonlyArray<ElementContent>, inHeading: boolean, inLink = false): Array<ElementContent> =>
    codeBlocks(
      nestLists(
        children.flatMap((child): ReadonlyArray<ElementContent> => {
          if (!isElement(child)) return [child]
          if (isElement(child, "style", "script")) return []
          if (isElement(child, "span")) return styled(child, inHeading, inLink)
          if (isElement(child, "p") && hasClass(child, "title"))
            return [{ ...child, tagName: "h1", children: walk(child.children, true) }]
          const isLink = inLink || isElement(child, "a")
          return [{ ...child, children: walk(child.children, inHeading || heading.test(child.tagName), isLink) }]
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

/** Nests lists: Google writes the levels of a list one after another. */
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

const isEmptyLine = (node: ElementContent): node is Element =>
  isElement(node, "p") &&
  /^\u200b?$/.test(lineOf(node)) &&
  [...elements(node)].every((each) => isElement(each, "span", "br"))

/** Joins two or more consecutive paragraphs that are entirely code, with empty ones between, into a code block. */
export const codeBlocks = (children: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const found: Array<ElementContent> = []
  let lines: Array<Element> = []
  const close = (): void => {
    const end = lines.findLastIndex(isCodeLine) + 1
    const empty = lines.splice(end)
    if (lines.length < 2) found.push(...lines, ...empty)
    else {
      const text = lines.map((line) => textOf(line).replaceAll("\u00a0", " ")).join("\n")
      found.push(element("pre", [element("code", [{ type: "text", value: text }])]))
    }
    lines = []
  }
  for (const child of children) {
    if (isCodeLine(child) || (lines.length > 0 && isEmptyLine(child))) lines.push(child)
    else {
      close()
      found.push(child)
    }
  }
  close()
  return found
}
