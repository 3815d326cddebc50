/** Converts the HTML pages of an archive. */

import { measureHtml } from "../html/HtmlPage.js"
import { decodeHtml } from "../html/Parse.js"
import type { PageText } from "../markdown/MarkdownText.js"
import { keyOf } from "./Links.js"

/** Converts an HTML page. Its links and images become keys of paths in the archive. */
export const readHtmlText = (bytes: Uint8Array, path: string): PageText => {
  const { title, description, markdown, losses } = measureHtml(decodeHtml(bytes), keyOf(path))
  return { title: title === "" ? undefined : title, description, markdown, problems: losses }
}
