/** Reads the pages of a site from its source, by following links from the start of the import. */
import { parsePage } from "./html.mjs"
import { plainReader } from "./plain.mjs"

/** The key of a URL: without fragment, query, index file and trailing slash. */
export const keyOfAddress = (address) => {
  const url = new URL(address)
  url.hash = ""
  url.search = ""
  url.pathname = url.pathname.replace(/\/(?:index|default)\.x?html?$/i, "/").replace(/(?<=.)\/+$/, "")
  return url.href
}

const maxRedirects = 5

/** The response to a URL after its redirects. */
const follow = (answer, address) => {
  let url = address
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const found = answer(url)
    if (found === undefined || found.status < 300 || found.status >= 400) return { url, ...found }
    url = new URL(found.headers.location ?? "", url).href
  }
  return { status: 508, url }
}

/**
 * Every page below a URL, by its key, with its plain reading. `answer` returns the response to a URL with the `url`
 * that it led to, or `undefined` if there is none. `other` has the keys of pages that are not part of the manual,
 * `aliases` the keys that redirects lead to. Pages in other languages are not followed.
 */
export const readSource = (answer, start, site) => {
  const reader = plainReader(site)
  const folder = new URL("./", start).href
  const pages = new Map()
  const other = new Set()
  const aliases = new Map()
  const seen = new Set()
  const waiting = [start]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const asked = keyOfAddress(next)
    if (seen.has(asked)) continue
    seen.add(asked)
    const { bytes, headers, status, url } = follow(answer, next)
    if (status !== 200 || !/html/.test(headers["content-type"] ?? "")) continue
    const key = keyOfAddress(url)
    if (key !== asked) aliases.set(asked, key)
    if (pages.has(key) || other.has(key)) continue
    const path = new URL(url).pathname
    const relative = `/${url.slice(folder.length).split(/[?#]/, 1)[0]}`
    const counts = !site.skip.some((each) => each.test(path)) && (site.only === undefined || site.only.test(relative))
    const page = reader.page(parsePage(bytes, headers["content-type"]))
    if (page.refresh !== undefined) {
      const to = new URL(page.refresh, url).href
      aliases.set(key, keyOfAddress(to))
      waiting.push(to)
      continue
    }
    const base = page.base === undefined ? url : new URL(page.base, url).href
    const absolute = (href) => (URL.canParse(href, base) ? new URL(href, base).href : undefined)
    if (counts) pages.set(key, { key, url, path, ...page, up: page.up === undefined ? undefined : absolute(page.up) })
    else other.add(key)
    const isElsewhere = site.only !== undefined && !counts
    for (const href of isElsewhere ? [] : page.addresses) {
      const to = absolute(href)
      if (to?.startsWith(folder)) waiting.push(to)
    }
  }
  return { pages, other, aliases }
}
