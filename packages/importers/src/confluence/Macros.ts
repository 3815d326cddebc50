/** The macros of Confluence by their names, and their parts. */
import type { Element } from "hast"
import { attribute, element, isElement, textOf } from "../html/Hast.js"

/** The first child of an element with one of the given names. */
export const child = (node: Element, ...names: ReadonlyArray<string>): Element | undefined =>
  node.children.find((each): each is Element => isElement(each, ...names))

/** The part of a macro with this name, such as its body. */
export const part = (node: Element, name: string): Element | undefined =>
  node.children.find((each): each is Element => isElement(each) && attribute(each, "dataPart") === name)

/** A parameter of a macro as text; empty if it has none of that name. */
export const parameter = (macro: Element, name: string): string => {
  const found = macro.children.find((each) => isElement(each, "ac:parameter") && attribute(each, "ac:name") === name)
  return found === undefined ? "" : textOf(found).trim()
}

/** The hint styles of the macros that are hints. */
export const hints: Readonly<Record<string, string>> = {
  info: "info",
  note: "warning",
  tip: "tip",
  warning: "danger",
  panel: "info"
}

/** Macros that show content from elsewhere, or none. */
export const silent: ReadonlySet<string> = new Set([
  "toc",
  "display-footnotes",
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
export const transparent: ReadonlySet<string> = new Set([
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

/** Macros that show one of the macros in them at a time. */
export const tabSets: ReadonlySet<string> = new Set([
  "ui-tabs",
  "auitabs",
  "deck",
  "tabs-group",
  "tab-group",
  "localtabgroup"
])

/** Whether an element is a link. */
export const isLinkElement = (node: Element): boolean => isElement(node, "ac:link")

/** Macros whose text the reader draws as they would. */
export const drawn = /mermaid/

const languages: Readonly<Record<string, string>> = { "c#": "csharp", js: "javascript", py: "python", none: "text" }

/** Macros whose name says in which language their text is, such as `plantuml` and `mermaid-cloud`. */
const named = /plantuml|mermaid|graphviz|markdown|sql|html|css/

/** The text of a macro as code. */
export const codeOf = (macro: Element, name: string): Element => {
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
