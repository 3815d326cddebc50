/** Converts admonitions, callouts and alerts of documentation generators to hints. */
import type { Element, ElementContent, Root } from "hast"
import { type HintStyle, hintStyle, iconStyle } from "../HintStyles.js"
import {
  attribute,
  classes,
  element,
  elements,
  find,
  hasClass,
  isBlank,
  isBlock,
  isElement,
  lineOf,
  marked,
  rewrite,
  textOf
} from "./Hast.js"

const families: ReadonlyArray<RegExp> = [
  /^theme-admonition(?:-(\w+))?$/,
  /^admonition(?:-(\w+))?$/,
  /^admonitionblock$/,
  /^markdown-alert(?:-(\w+))?$/,
  /^custom-(?:block|container)$/,
  /^hint-container$/,
  /^callout(?:-(\w+))?$/,
  /^starlight-aside(?:--(\w+))?$/,
  /^confluence-information-macro(?:-(\w+))?$/,
  /^alert(?:--?(\w+))?$/
]
const heads =
  /^(?:admonition-title|admonitionHeading|custom-block-title|custom-container-title|hint-container-title|markdown-alert-title|starlight-aside__title|alert-heading|callout-title|panelHeader|title$)/
const icons = /^(?:admonitionIcon|aui-icon|icon$|callout-icon|starlight-aside__icon)/

/**
 * Classes that make an element an admonition without any other class: classes of DocBook and of manuals written by
 * hand.
 */
const alone = /^(?:note|tip|hint|caution|warning|important|danger|attention|seealso)$/

/** Version notes of Sphinx and Javadoc, which say since or until when something exists. */
const versions: Readonly<Record<string, HintStyle>> = {
  versionadded: "info",
  versionchanged: "info",
  deprecated: "warning",
  deprecatedRemoved: "warning",
  "deprecated-removed": "warning",
  versionremoved: "warning",
  "deprecation-block": "warning",
  deprecationBlock: "warning",
  "preview-block": "info"
}

const has = (node: Element, pattern: RegExp): boolean => classes(node).some((name) => pattern.test(name))

/** Whether a class is that of an admonition, rather than of a part of one. */
const isKind = (name: string): boolean =>
  families.some((family) => {
    const match = family.exec(name)
    return match !== null && (match[1] === undefined || hintStyle(match[1]) !== undefined)
  })

const drawnStyle = (node: Element): HintStyle | undefined => {
  const first = isElement(node, "div") ? node.children.find((child) => isElement(child)) : undefined
  const sign =
    first === undefined ? undefined : find({ type: "root", children: [first] }, (each) => isElement(each, "svg"))
  const label = sign === undefined || lineOf(first!) !== "" ? "" : attribute(sign, "ariaLabel").toLowerCase()
  return classes(node).some((name) => /^(?:border|rounded)/.test(name)) ? hintStyle(label) : undefined
}

/** The style of the hint that an element becomes; `undefined` if it is not an admonition. */
const styleOf = (node: Element): HintStyle | undefined => {
  if (!isElement(node, "div", "aside", "blockquote", "section", "figure", "details")) return undefined
  const names = classes(node)
  const version = names.map((name) => versions[name]).find((style) => style !== undefined)
  if (version !== undefined) return version
  const panel = attribute(node, "dataPanelType")
  if (panel !== "") return hintStyle(panel) ?? "info"
  const labelled = names.includes("block") ? node.children.find((child) => !isBlank(child)) : undefined
  if (isElement(labelled, "span") && hasClass(labelled, "deprecatedLabel")) return "warning"
  const kinds = names.filter((name) => alone.test(name))
  if (kinds.length === 1 && (names.length === 1 || isElement(node, "details"))) return hintStyle(kinds[0]!)
  if (isElement(node, "details")) return undefined
  const isPanel = names.includes("panel") && !names.some((name) => /^(?:code|preformatted)$/.test(name))
  if (isPanel && node.children.some((each) => isElement(each) && hasClass(each, "panelContent"))) return "info"
  if (!names.some(isKind)) return drawnStyle(node)
  const told = [
    attribute(node, "dataCalloutType"),
    ...names,
    ...names.flatMap((name) => families.map((family) => family.exec(name)?.[1] ?? "")),
    ...(names.includes("admonitionblock") ? [headOf(node)] : [])
  ]
  // `callout` and `aside` do not imply a style.
  const kind = told.find((each) => each !== "callout" && each !== "aside" && hintStyle(each) !== undefined)
  const icon = find(node, (each) => hasClass(each, "icon"))
  return kind === undefined ? (iconStyle(icon === undefined ? "" : lineOf(icon)) ?? "info") : hintStyle(kind)
}

/** The cells of an admonition that is a table: an icon or a title, and the text. */
const cellsOf = (node: Element): ReadonlyArray<Element> | undefined => {
  const shown = node.children.filter((child) => !isBlank(child))
  const [table] = shown
  if (shown.length !== 1 || !isElement(table, "table")) return undefined
  const cells = [...elements(table, (each) => !isElement(each, "td", "th"))].filter((each) =>
    isElement(each, "td", "th")
  )
  const [first] = cells
  const isHead = first !== undefined && (has(first, icons) || (lineOf(first) === "" && signOf(first) !== undefined))
  return isHead && cells.length <= 3 ? cells : undefined
}

const signOf = (node: Element): Element | undefined => find(node, (each) => isElement(each, "img", "i"))

/** The title of an admonition that is a table, or the alternative text of its icon. */
const headOf = (node: Element): string => {
  const head = cellsOf(node)?.[0]
  if (head === undefined) return ""
  const sign = signOf(head)
  const text = lineOf(head)
  return text !== "" || sign === undefined ? text : attribute(sign, "alt") || attribute(sign, "title")
}

/** The text of a title, without icons. */
const said = (head: Element): string =>
  lineOf(head, (each) => isElement(each, "svg") || (has(each, icons) && textOf(each).trim() === ""))

const above = (text: string): ReadonlyArray<ElementContent> =>
  text === "" ? [] : [element("p", [element("strong", [{ type: "text", value: text }])])]

/** Whether an element consists of an icon. */
const isIcon = (node: Element): boolean => {
  const whole: Root = { type: "root", children: [node] }
  return (
    !/[\p{L}\p{N}]/u.test(lineOf(node)) &&
    find(whole, (each) => isElement(each, "svg", "i") || has(each, icons)) !== undefined &&
    find(whole, (each) => isElement(each, "img") || each.data?.mark !== undefined) === undefined
  )
}

/**
 * The content of an admonition without its icon, with its title in bold. A removed block still ends the line before it.
 */
const content = (node: Element): Array<ElementContent> => {
  let head: string | undefined
  const kept = node.children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (!isElement(child)) return [child]
    const isHead = has(child, heads) && !isElement(child, "span") && head === undefined
    if (!isHead && !isIcon(child)) return [child]
    if (isHead) head = said(child)
    return isBlock(child) ? [element("br", [])] : []
  })
  return [...above(head ?? ""), ...kept]
}

/** {@link content} for an admonition that may be a table. */
const shown = (node: Element): Array<ElementContent> => {
  const [first, ...rest] = cellsOf(node) ?? []
  if (first === undefined) return content(node)
  const below = rest.flatMap((cell) =>
    isElement(cell, "th") ? above(said(cell)) : content(element("div", cell.children))
  )
  return [...above(said(first)), ...below]
}

/** Converts admonitions to hints, including nested ones. Collapsible ones stay collapsible inside a hint. */
export const markHints = (root: Root | Element): void =>
  rewrite(root, (each) => {
    const style = styleOf(each)
    if (style === undefined) return undefined
    const folded = isElement(each, "details")
    const inner = folded ? [{ ...each, properties: {} }] : shown(each)
    const hint = marked({ kind: "tag", name: "hint", attributes: { style } }, inner)
    markHints(hint)
    return [hint]
  })
