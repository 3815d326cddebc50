/** Converts what was copied elsewhere, as the clipboard holds it, to markdown. */
import type { Element, Root } from "hast"
import { plainDocument } from "../google-docs/Styles.js"
import { attribute, elements, find, isBlank, isElement, rewrite } from "../html/Hast.js"
import { readPart } from "../html/HtmlPage.js"
import { parseHtml } from "../html/Parse.js"

/** A picture that was copied with its bytes. */
export interface CopiedPicture {
  /** The address in the markdown, in whose place the picture's own is put. */
  readonly placeholder: string
  /** The picture as a `data:` URL. */
  readonly data: string
}

/** What was copied. */
export interface Copied {
  readonly markdown: string
  readonly pictures: ReadonlyArray<CopiedPicture>
}

/** Nothing says where a copy is from, so that its relative links lead nowhere. */
const nowhere = "about:blank"

/** Google's documents and tables are copied in an element that makes its text bold only by its name. */
const isWrapper = (node: Element): boolean =>
  (isElement(node, "b") && /font-weight:\s*normal/i.test(attribute(node, "style"))) ||
  node.tagName === "google-sheets-html-origin"

const isSpreadsheet = (html: string): boolean => /<google-sheets-html-origin|office:excel/.test(html)

const isOfGoogle = (html: string): boolean => /docs-internal-guid|<google-sheets-html-origin/.test(html)

const bodyOf = (tree: Root): Root | Element => find(tree, (node) => isElement(node, "body")) ?? tree

/** Lists that stand directly in a list belong to the item before them. */
const nestLists = (root: Root): void => {
  for (const list of elements(root)) {
    if (!isElement(list, "ul", "ol")) continue
    let item: Element | undefined
    list.children = list.children.filter((child) => {
      if (isElement(child, "li")) item = child
      else if (isElement(child, "ul", "ol") && item !== undefined) {
        item.children.push(child)
        return false
      }
      return true
    })
  }
}

/** Editors put the text of each item into a paragraph, also where the list shows no space between items. */
const openItems = (root: Root): void => {
  for (const item of elements(root)) {
    const [text, ...others] = isElement(item, "li") ? item.children.filter((child) => !isBlank(child)) : []
    if (isElement(text, "p") && others.every((each) => isElement(each, "ul", "ol")))
      item.children = [...text.children, ...others]
  }
}

/** The first row of a table that was copied from a spreadsheet is its head. */
const markHead = (root: Root): void => {
  const row = find(root, (node) => isElement(node, "tr"))
  for (const cell of row?.children ?? []) if (isElement(cell) && cell.tagName === "td") cell.tagName = "th"
}

/** Takes the bytes of pictures out of a tree. */
const takePictures = (root: Root): ReadonlyArray<CopiedPicture> => {
  const pictures: Array<CopiedPicture> = []
  for (const node of elements(root)) {
    const data = attribute(node, "src")
    if (!isElement(node, "img") || !/^data:image\//i.test(data)) continue
    const placeholder = `import:/copied/${pictures.length + 1}/`
    pictures.push({ placeholder, data })
    node.properties.src = placeholder
  }
  return pictures
}

/** Converts the `text/html` of a clipboard; never fails. */
export const readClipboard = (html: string): Copied => {
  const tree = parseHtml(html)
  if (isSpreadsheet(html)) markHead(tree)
  rewrite(tree, (node) => (isWrapper(node) ? node.children : undefined))
  nestLists(tree)
  openItems(tree)
  const pictures = takePictures(tree)
  const { children } = isOfGoogle(html) ? plainDocument(tree) : bodyOf(tree)
  const text: Root = { type: "root", children: children.filter((child) => !isElement(child, "head")) }
  const markdown = readPart(text, nowhere)
  return { markdown, pictures: pictures.filter(({ placeholder }) => markdown.includes(placeholder)) }
}
