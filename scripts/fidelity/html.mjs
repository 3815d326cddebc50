/** Queries HTML trees of parse5 with CSS selectors. */
import { compile } from "css-select"
import { parse, parseFragment } from "parse5"

const isTag = (node) => node.tagName !== undefined
const childrenOf = (node) => node.childNodes ?? []

/** The value of an attribute; `undefined` if the element does not have it. */
export const attribute = (node, name) => node.attrs?.find((each) => each.name === name)?.value

function* elementsOf(nodes) {
  const stack = [...nodes].reverse()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isTag(node)) yield node
    const children = childrenOf(node)
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index])
  }
}

const first = (nodes, test) => {
  for (const each of elementsOf(nodes)) if (test(each)) return each
  return null
}

const adapter = {
  isTag,
  existsOne: (test, nodes) => first(nodes, test) !== null,
  findOne: (test, nodes) => first(nodes, test),
  findAll: (test, nodes) => [...elementsOf(nodes)].filter(test),
  getAttributeValue: attribute,
  hasAttrib: (node, name) => attribute(node, name) !== undefined,
  getChildren: childrenOf,
  getName: ({ tagName }) => tagName,
  getParent: ({ parentNode }) => parentNode ?? null,
  getSiblings: (node) => (node.parentNode ? childrenOf(node.parentNode) : [node]),
  getText: (node) => textOf(node),
  removeSubsets: (nodes) => nodes
}

const compiled = new Map()

/** A test whether an element matches any of some selectors; it fails for an empty list. */
export const matcher = (...selectors) => {
  const text = selectors.flat().join(", ")
  if (text === "") return () => false
  if (!compiled.has(text)) compiled.set(text, compile(text, { adapter, cacheResults: false }))
  return compiled.get(text)
}

/** Every element below a node that matches a selector, in document order. */
export const all = (node, selector) => [...elementsOf(childrenOf(node))].filter(matcher(selector))

/** The first element below a node that matches a selector, or `undefined`. */
export const find = (node, selector) => first(childrenOf(node), matcher(selector)) ?? undefined

/** The text of a node as it is written. */
export const textOf = (node) => {
  const parts = []
  const stack = [node]
  for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
    if (each.nodeName === "#text") parts.push(each.value)
    const children = childrenOf(each)
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index])
  }
  return parts.join("")
}

/** The text of a node on one line. */
export const lineOf = (node) => textOf(node).replaceAll(/\s+/g, " ").trim()

const declared = /charset\s*=\s*["']?\s*([\w-]+)/i

const decode = (bytes, contentType) => {
  const label =
    declared.exec(contentType)?.[1] ?? declared.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 2048)))?.[1]
  try {
    return new TextDecoder(label ?? "utf-8").decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Parses the bytes of a page. */
export const parsePage = (bytes, contentType = "") => parse(decode(bytes, contentType))

/** Parses an HTML fragment. */
export const parsePiece = (html) => parseFragment(html)
