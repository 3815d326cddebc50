/** A document of an EPUB as a page. */
import { keyOf } from "../archive/Links.js"
import { readWhole } from "../html/HtmlPage.js"
import type { PageText } from "../markdown/MarkdownText.js"
import { documentTree } from "./Xhtml.js"

/** Reads a document; links and pictures of its text lead to paths in the book, written as keys. */
export const readEpubPage = (bytes: Uint8Array, path: string): PageText => {
  const { markdown, title } = readWhole(documentTree(bytes), keyOf(path))
  return { title: title === "" ? undefined : title, markdown, problems: [] }
}
