/** Converts a document of an EPUB to a page. */
import { keyOf } from "../archive/Links.js"
import { readWhole } from "../html/HtmlPage.js"
import type { PageText } from "../markdown/MarkdownText.js"
import { documentTree } from "./Xhtml.js"

/** Converts a document. Its links and images become keys of paths in the book. */
export const readEpubPage = (bytes: Uint8Array, path: string): PageText => {
  const { losses, markdown, title } = readWhole(documentTree(bytes), keyOf(path))
  return { title: title === "" ? undefined : title, markdown, problems: losses }
}
