/** Reduces the lists, definitions, tables and headings of HTML to shapes that markdown can express. */
import type { Element, ElementContent, Root } from "hast"
import { signCheckboxes } from "./Checkboxes.js"
import { brokenLines, isBroken } from "./CodeText.js"
import { definitions } from "./Definitions.js"
import { figure } from "./Figures.js"
import { loosen, readStyles } from "./Formats.js"
import { attribute, classes, element, elements, find, isBlank, isBlock, isElement, rewrite, textOf } from "./Hast.js"
import { items, joinLists, splitLists, task } from "./Lists.js"
import { callouts, isCallouts, table } from "./Tables.js"

const inline = new Set(
  "b strong i em u s del strike sub sup label font big small mark ins cite abbr code kbd q".split(" ")
)
/** The maximum nesting of lists and quotes; deeper ones become siblings. */
const maxNesting = 12
/** The reading above a text, in the brackets that browsers without ruby show if the page has them. */
const readings = (ruby: Element): ReadonlyArray<ElementContent> | undefined => {
  if (find(ruby, (each) => isElement(each, "rp")) !== undefined) return undefined
  return ruby.children.map((each) =>
    isElement(each, "rt") ? { ...each, children: [{ type: "text", value: `(${textOf(each).trim()})` }] } : each
  )
}

/** Code with links in it as pieces of code in links, and pieces of code between them. */
const linkedCode = (code: Element): ReadonlyArray<ElementContent> | undefined => {
  if (find(code, (each) => isElement(each, "a") && attribute(each, "href") !== "") === undefined) return undefined
  const found: Array<ElementContent> = []
  let text = ""
  const close = (): void => {
    if (text.trim() === "") found.push({ type: "text", value: text === "" ? "" : " " })
    else found.push(element("code", [{ type: "text", value: text }]))
    text = ""
  }
  const read = (node: Element): void => {
    for (const child of node.children) {
      if (child.type === "text") text += child.value
      else if (isElement(child, "a") && attribute(child, "href") !== "" && textOf(child).trim() !== "") {
        close()
        found.push({ ...child, children: [element("code", [{ type: "text", value: textOf(child) }])] })
      } else if (isElement(child)) read(child)
    }
  }
  read(code)
  close()
  return found.filter((each) => each.type !== "text" || each.value !== "")
}

const unwrapped = (node: Element): ReadonlyArray<ElementContent> | undefined => {
  if (isElement(node, "ruby")) return readings(node)
  const holdsBlock = inline.has(node.tagName) && node.data === undefined && find(node, isBlock) !== undefined
  if (holdsBlock) return [element("div", node.children)]
  if (isElement(node, "a") && find(node, isBlock) !== undefined) return [element("div", pushLink(node))]
  if (isBroken(node)) {
    const written = textOf(node)
    const space = (isThere: boolean): ReadonlyArray<ElementContent> => (isThere ? [{ type: "text", value: " " }] : [])
    const lines = brokenLines(node).flatMap((line, index) => [
      ...(index === 0 ? [] : [element("br", [])]),
      ...(line === "" ? [] : [element("code", [{ type: "text", value: line }])])
    ])
    return [...space(/^\s/.test(written)), ...lines, ...space(/\s$/.test(written))]
  }
  return isElement(node, "code") && node.data === undefined ? linkedCode(node) : undefined
}

/** Moves all headings down one level if the text has headings of level 1 besides the title. */
const shiftHeadings = (root: Root): void => {
  if (find(root, (each) => isElement(each, "h1")) === undefined) return
  for (const each of elements(root)) {
    const level = /^h([1-5])$/.exec(each.tagName)?.[1]
    if (level !== undefined) each.tagName = `h${Number(level) + 1}`
  }
}

const tidy = (root: Root | Element): void => {
  for (const child of root.children) {
    if (child.type === "text")
      child.value = child.value.replaceAll("\u00a0", " ").replaceAll(/[\u200b\ufeff\u00ad]/g, "")
    else if (isElement(child)) tidy(child)
  }
}

/** The children of a link around blocks, with a link in each block: links in markdown are in lines. */
const pushLink = (link: Element): Array<ElementContent> => {
  const found: Array<ElementContent> = []
  let line: Array<ElementContent> = []
  const close = (): void => {
    if (line.every(isBlank)) found.push(...line)
    else found.push({ ...link, children: line })
    line = []
  }
  for (const child of link.children) {
    if (!isElement(child) || (!isBlock(child) && find(child, isBlock) === undefined)) {
      line.push(child)
      continue
    }
    close()
    found.push({ ...child, children: pushLink({ ...link, children: child.children }) })
  }
  close()
  return found
}

/**
 * Reduces the content of a node to constructs of markdown. The title must have been removed from it. Returns the losses,
 * each as the end of a sentence that begins with the page.
 */
export const shape = (root: Root): ReadonlyArray<string> => {
  /** Replaces an emptied block with a line break, so that it still separates lines. */
  const change = (nesting: number, tables: number) => (node: Element) => {
    const found = shaped(nesting, tables)(node)
    return found?.length === 0 && isBlock(node) ? [element("br", [])] : found
  }
  const shaped =
    (nesting: number, tables: number) =>
    (node: Element): ReadonlyArray<ElementContent> | undefined => {
      const again = (found: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> => {
        const holder = element("div", [...found])
        rewrite(holder, change(nesting, tables))
        return holder.children
      }
      const made =
        unwrapped(node) ??
        figure(node) ??
        (isCallouts(node) ? callouts(node) : isElement(node, "dl") && definitions(node))
      if (made) return again(made)
      if (isElement(node, "table")) {
        signCheckboxes(node)
        const found = table(node, tables)
        for (const each of found) if (isElement(each, "table")) rewrite(each, change(nesting, tables + 1))
        return found.flatMap((each) => (isElement(each, "table") ? [each] : again([each])))
      }
      const nests = isElement(node, "ul", "ol", "blockquote") && node.data === undefined
      if (nests && nesting >= maxNesting) {
        return again([
          element(
            "div",
            node.children.map((child) => (isElement(child, "li") ? { ...child, tagName: "div" } : child))
          )
        ])
      }
      if (isElement(node, "ul", "ol")) items(node)
      if (isElement(node, "li")) task(node)
      if (/^h[1-6]$/.test(node.tagName)) {
        if (textOf(node).trim() === "" && find(node, (each) => isElement(each, "img")) === undefined) return []
        rewrite(node, (each) => (isElement(each, "br") ? [{ type: "text", value: " " }] : undefined))
      }
      if (!nests) return undefined
      rewrite(node, change(nesting + 1, tables))
      return [node]
    }
  for (const each of elements(root)) if (/^(?:menu|dir)$/.test(each.tagName)) each.tagName = "ul"
  tidy(root)
  readStyles(root)
  loosen(root)
  shiftHeadings(root)
  joinLists(root)
  splitLists(root)
  rewrite(root, change(0, 0))
  const isBelow = find(root, (each) => isElement(each, "ol") && Number(attribute(each, "start")) < 0) !== undefined
  return isBelow ? ["a numbered list that begins below 0 is numbered from 1"] : []
}

/** Whether an element is a section, by its tag or class. */
export const isSection = (node: Element): boolean =>
  isElement(node, "section") || classes(node).some((name) => /^sect(?:ion|\d)$/.test(name))
