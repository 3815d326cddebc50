/** Fingerprints the blocks of a page by their content, to find the content that the pages of a site have in common. */
import type { Element, Nodes, Root } from "hast"
import { attribute, isBlock, isElement } from "./Hast.js"

const silent: ReadonlySet<string> = new Set(["head", "noscript", "script", "style", "template"])

/** Whether an element is never shown. */
export const isSilent = (node: Nodes): boolean => node.type === "element" && silent.has(node.tagName)

/** Two halves of a fingerprint that is being computed. */
interface Print {
  high: number
  low: number
  /** Whether the block contains words or images. */
  shows: boolean
}

const mixText = (print: Print, text: string): void => {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    print.high = Math.imul(print.high ^ code, 0x01000193)
    print.low = Math.imul(print.low + code, 0x85ebca6b) ^ (print.low >>> 13)
  }
}

const mix = (print: Print, { high, low, shows }: Print): void => {
  print.high = Math.imul(print.high ^ high, 0x01000193)
  print.low = Math.imul(print.low + low, 0x85ebca6b) ^ (print.low >>> 13)
  print.shows ||= shows
}

const number = ({ high, low }: Print): number => (high >>> 0) * 0x20_0000 + (low >>> 11)

const fileOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1)

/**
 * A fingerprint of each block below a node that shows something. Two blocks have the same fingerprint if they contain
 * the same words and images in the same structure, whatever their attributes; a heading never equals another block,
 * such as a menu entry. It takes linear time.
 */
export const fingerprints = (root: Root | Element): ReadonlyMap<Element, number> => {
  const found = new Map<Element, number>()
  const visit = (node: Root | Element, print: Print): void => {
    for (const child of node.children) {
      if (child.type === "text") {
        for (const word of child.value.split(/\s+/)) {
          if (word === "") continue
          mixText(print, word)
          print.shows = true
        }
      } else if (child.type === "element" && !isSilent(child)) {
        if (isElement(child, "img")) {
          mixText(print, fileOf(attribute(child, "src")))
          print.shows = true
        }
        if (!isBlock(child)) {
          visit(child, print)
          continue
        }
        const own: Print = { high: 0x811c9dc5 | 0, low: child.tagName.length, shows: false }
        if (/^h[1-6]$/.test(child.tagName)) mixText(own, child.tagName)
        visit(child, own)
        if (own.shows) found.set(child, number(own))
        mix(print, own)
      }
    }
  }
  visit(root, { high: 0, low: 0, shows: false })
  return found
}
