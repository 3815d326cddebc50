/** Converts the HTML pages of an archive. */

import { measureHtml } from "../html/HtmlPage.js"
import { decodeHtml } from "../html/Parse.js"
import { shortfall } from "../html/Words.js"
import type { PageText } from "../markdown/MarkdownText.js"
import { keyOf } from "./Links.js"

/** Converts an HTML page. Its links and images become keys of paths in the archive. */
export const readHtmlText = (bytes: Uint8Array, path: string): PageText => {
  const { title, description, markdown, words } = measureHtml(decodeHtml(bytes), keyOf(path))
  const missing = shortfall(words)
  const problems = missing === undefined ? [] : [missing]
  return { title: title === "" ? undefined : title, description, markdown, problems }
}
