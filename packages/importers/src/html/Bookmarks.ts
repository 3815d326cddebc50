/** Cards of links, which repeat their address in every line and show pictures of the other site. */
import type { ElementContent, Root } from "hast"
import { attribute, classes, element, find, isElement, lineOf, rewrite } from "./Hast.js"

/** Classes of the cards of Notion and Ghost. */
const card = /^(?:kg-)?bookmark(?:-container)?$/

/** Makes one link of each card, with the description of the other page below it. */
export const readBookmarks = (root: Root): void =>
  rewrite(root, (node): ReadonlyArray<ElementContent> | undefined => {
    if (!isElement(node, "a") || !classes(node).some((name) => card.test(name))) return undefined
    const part = (name: string): string => {
      const found = find(node, (each) => classes(each).some((own) => own.endsWith(name)))
      return found === undefined ? "" : lineOf(found)
    }
    const href = attribute(node, "href")
    const [title, said] = [part("bookmark-title"), part("bookmark-description")]
    const below: ReadonlyArray<ElementContent> = said === "" ? [] : [element("br", []), { type: "text", value: said }]
    const link = element("a", [{ type: "text", value: title || part("bookmark-href") || href }], { href })
    return [element("p", [link, ...below])]
  })
