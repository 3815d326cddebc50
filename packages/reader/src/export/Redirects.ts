/** Redirects for static hosts: a list for hosts that support one, and pages for the others. */
import { html, trusted } from "../html/Html.js"
import { inlineSource } from "../html/InlineSource.js"
import { encodedPath } from "../site/Addresses.js"
import { directionOf, wordsIn } from "../words/Words.js"
import { type FileNames, relativeTo } from "./ExportedPaths.js"
import { redirectPolicy, withPolicy } from "./ExportedPolicy.js"

/** A path of a site, and the file that it leads to. */
export interface Leading {
  readonly from: string
  readonly to: string
}

/** Goes on to where a page leads, with the query and the fragment of the request, which a refresh would drop. */
const script = "location.replace(document.links[0].href+location.search+location.hash)"

/** The source that allows the script of pages that redirect. */
export const redirectSource = inlineSource(script)

const page = (from: string, to: string, language: string): string => {
  const words = wordsIn(language)
  const address = relativeTo(from, to)
  return `${withPolicy(
    html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><noscript><meta http-equiv="refresh" content="0; url=${address}"></noscript><link rel="canonical" href="${address}"><title>${words.moved}</title></head><body><p>${words.moved} <a href="${address}">${words.goOn}</a></p><script>${trusted(script)}</script></body></html>`
      .text,
    redirectPolicy(redirectSource)
  )}\n`
}

/** The files that redirect to current pages: `_redirects`, which several hosts support, and a page for each path. */
export const redirectFiles = (
  all: ReadonlyArray<Leading>,
  names: FileNames,
  basePath: string,
  language: string
): ReadonlyArray<{ readonly path: string; readonly text: string }> => {
  const free = all.filter(({ from }) => !names.has(`${from}.html`))
  if (free.length === 0) return []
  const lines = free.map(({ from, to }) => `${basePath}${encodedPath(from)} ${basePath}${encodedPath(to)} 301`)
  return [
    { path: "_redirects", text: `${lines.join("\n")}\n` },
    ...free.map(({ from, to }) => {
      const file = names.give(`~/from/${from}`, `${from}.html`)
      return { path: file, text: page(file, to, language) }
    })
  ]
}
