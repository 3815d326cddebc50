/** Writes HTML elements with markdown inside, for content that markdown has no syntax for. */
import type { BlockContent, Parent } from "mdast"
import type { State, Handle as Write } from "mdast-util-to-markdown"

/** An element that contains markdown, between blank lines. */
export interface HtmlElement extends Parent {
  readonly type: "htmlElement"
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  children: Array<BlockContent>
}

declare module "mdast" {
  interface RootContentMap {
    htmlElement: HtmlElement
  }
  interface BlockContentMap {
    htmlElement: HtmlElement
  }
}

declare module "mdast-util-to-markdown" {
  interface ConstructNameMap {
    htmlElement: "htmlElement"
  }
}

/** A new element. */
export const htmlElement = (
  name: string,
  children: Array<BlockContent>,
  attributes: HtmlElement["attributes"] = {}
): HtmlElement => ({ type: "htmlElement", name, attributes, children })

type Info = Parameters<Write>[3]

const write = (node: HtmlElement, state: State, info: Info): string => {
  const values = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${value}"`)
  const open = `<${node.name}${values.join("")}>`
  const close = `</${node.name}>`
  if (node.children.length === 0) return open + close
  const parts = node.children.filter((child) => child.type === "htmlElement")
  if (parts.length === node.children.length) {
    return [open, ...parts.map((part) => write(part, state, info)), close].join("\n")
  }
  const exit = state.enter("htmlElement")
  const inner = state.containerFlow(node, info)
  exit()
  return inner === "" ? open + close : `${open}\n\n${inner}\n\n${close}`
}

/** Writes an {@link HtmlElement}. Attribute values are numbers and plain words. */
export const writeElement: Write = (node: HtmlElement, _parent, state, info) => write(node, state, info)
