/**
 * Puts formats where markdown can express them. `**` next to a letter does not open or close a format if there is
 * punctuation on its other side, which is common in scripts without spaces.
 */
import type { Delete, Emphasis, Nodes, Parents, PhrasingContent, Strong } from "mdast"
import { inlineHtml } from "./Flat.js"

type Format = Strong | Emphasis | Delete

const tags = { strong: "strong", emphasis: "em", delete: "del" } as const

const isFormat = (node: Nodes | undefined): node is Format => node !== undefined && node.type in tags

type Side = "first" | "last"

const characterAt = (text: string, side: Side): string =>
  [...(side === "first" ? text.slice(0, 2) : text.slice(-2))].at(side === "first" ? 0 : -1) ?? ""

const isSign = (character: string): boolean => /^[\p{P}\p{S}\s]?$/u.test(character)

/**
 * Whether the character next to a format, at one end of its neighbour, is a letter or the like. Parsers disagree about
 * symbols such as emoji, so that these count as letters here, and as signs inside a format.
 */
const isBound = (neighbour: Nodes | undefined, side: Side): boolean =>
  neighbour?.type === "text" && !/^[\p{P}\s$+<=>^`|~]?$/u.test(characterAt(neighbour.value, side))

/** The character at one end of a format; a sign for anything that markdown begins and ends with signs. */
const edgeOf = (format: Format, side: Side): string => {
  const edge = format.children.at(side === "first" ? 0 : -1)
  return edge?.type === "text" ? characterAt(edge.value, side) : "*"
}

/** Signs that need not have the format of the words next to them, and spaces. */
const movable = {
  first: /^[\s\p{Ps}\p{Pi}"'¡¿,.:;!?、。，：；！？…·—–-]+/u,
  last: /[\s\p{Pe}\p{Pf}"',.:;!?、。，：；！？…·—–-]+$/u
}

/** Takes the signs at one end of a format out of it. */
const takeSigns = (format: Format, side: Side): string => {
  const edge = format.children.at(side === "first" ? 0 : -1)
  if (edge?.type !== "text") return ""
  const signs = movable[side].exec(edge.value)?.[0] ?? ""
  edge.value = side === "first" ? edge.value.slice(signs.length) : edge.value.slice(0, edge.value.length - signs.length)
  if (edge.value === "") format.children.splice(format.children.indexOf(edge), 1)
  return signs
}

const asHtml = (format: Format): ReadonlyArray<PhrasingContent> => {
  const tag = tags[format.type]
  settleFormats(format)
  return [inlineHtml(`<${tag}>`, tag), ...format.children, inlineHtml(`</${tag}>`, tag)]
}

/** Markdown for a format between two neighbours. Signs may move from it into the neighbours, which are then texts. */
const between = (
  parent: Parents,
  before: Nodes | undefined,
  format: Format,
  after: Nodes | undefined
): ReadonlyArray<PhrasingContent> => {
  const [only, ...more] = format.children
  if (only?.type === "link" && more.length === 0 && (isBound(before, "last") || isBound(after, "first"))) {
    // The brackets of a link are signs, between which a format can always be.
    return [{ ...only, children: [{ ...format, children: only.children }] }]
  }
  for (const [neighbour, side, there] of [
    [before, "first", "last"],
    [after, "last", "first"]
  ] as const) {
    if (neighbour?.type !== "text" || !isBound(neighbour, there) || !isSign(edgeOf(format, side))) continue
    const signs = takeSigns(format, side)
    neighbour.value = side === "first" ? neighbour.value + signs : signs + neighbour.value
    if (format.children.length === 0) return []
    if (isBound(neighbour, there) && isSign(edgeOf(format, side))) return asHtml(format)
  }
  // `*` beside `*` must be written `_`, which needs a sign on its other side.
  const isStar = (node: Nodes): boolean => node.type === "strong" || node.type === "emphasis"
  const isBeside = [before ?? parent, after ?? parent].some(isStar) && isStar(format)
  return isBeside && (isBound(before, "last") || isBound(after, "first")) ? asHtml(format) : [format]
}

/** Rewrites the formats below a node so that all of them can be written without character references. */
export const settleFormats = (node: Parents): void => {
  const found: Array<Nodes> = []
  const { children } = node
  for (let at = 0; at < children.length; at++) {
    const child = children[at]!
    if (!isFormat(child)) found.push(child)
    else for (const each of between(node, found.at(-1), child, children[at + 1])) found.push(each)
  }
  node.children = found as Array<PhrasingContent>
  for (const each of found) if ("children" in each) settleFormats(each)
}
