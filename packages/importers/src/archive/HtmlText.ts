/** The HTML pages of an archive. */

import { readHtml } from "../html/HtmlPage.js"
import { decodeHtml } from "../html/Parse.js"
import type { PageText } from "../markdown/MarkdownText.js"
import { keyOf } from "./Links.js"

/** Reads an HTML page; links and pictures of its text lead to paths in the archive, written as keys. */
export const readHtmlText = (bytes: Uint8Array, path: string): PageText => {
  const { title, description, markdown } = readHtml(decodeHtml(bytes), keyOf(path))
  return { title: title === "" ? undefined : title, description, markdown, problems: [] }
}
