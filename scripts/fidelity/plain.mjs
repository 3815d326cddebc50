/**
 * A plain reading of a page: everything that its HTML shows, except what a list of selectors excludes. It shares no
 * code with the importer.
 */
import { all, attribute, find, lineOf, matcher, textOf } from "./html.mjs"
import { codeOf, keyOf, wordsOf } from "./words.mjs"

const unseen = new Set(
  "script style noscript template head title svg iframe object canvas select option datalist button textarea input map".split(
    " "
  )
)
const inline = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " "
  )
)

/** Matches admonitions. */
const admonition = matcher(
  ".admonition",
  ".admonitionblock",
  ".theme-admonition",
  ".custom-block",
  ".markdown-alert",
  "div.note",
  "div.tip",
  "div.warning",
  "div.caution",
  "div.important"
)
const label = matcher(
  ".admonition-title",
  ".admonitionblock td.icon",
  "[class*=admonitionHeading]",
  ".custom-block-title",
  ".markdown-alert-title",
  "div.note > h3",
  "div.tip > h3",
  "div.warning > h3",
  "div.caution > h3",
  "div.important > h3"
)
const kinds = new Set(
  "note notes tip tips warning warnings caution important danger info information hint attention error success question".split(
    " "
  )
)

/** Matches footnote references, which the import renumbers. */
const mark = matcher(
  "a.footnote",
  "a.para",
  "a.footnote-reference",
  "a.footnote-ref",
  "a.fn-backref",
  "a.footnote-backref",
  "sup > a[href^='#']",
  "dl.footnote > dt.label",
  "table.footnote td.label"
)
const isMark = (node) => mark(node) && /^\W*\w{0,3}\W*$/u.test(textOf(node))

const hidden = (node) =>
  attribute(node, "hidden") !== undefined ||
  /display:\s*none|visibility:\s*hidden/i.test(attribute(node, "style") ?? "")

const rowsOf = (table, isChrome) =>
  all(table, "tr")
    .map((row) => row.childNodes.filter(({ tagName }) => tagName === "td" || tagName === "th"))
    .filter((cells) => cells.some((cell) => !isChrome(cell) && lineOf(cell) !== ""))

/** Identifies a table by its number of rows and its first words. */
export const tableKey = (rows, text) => `${rows} rows: ${wordsOf(text).slice(0, 8).join(" ")}`

/** Creates a reader for the pages of a site; see `sites.mjs` for the facts about the site. */
export const plainReader = (site) => {
  const isChrome = matcher(site.chrome)
  const isLayout = matcher(
    "table:has(h1, h2, h3, h4, h5, h6)",
    "[role=presentation]",
    ".admonitionblock table",
    ".highlighttable",
    site.layoutTables ?? []
  )
  const isCode = matcher("pre", site.code ?? [])
  const isShown = matcher(site.shown ?? [])
  const skipped = (node) =>
    unseen.has(node.tagName) || (hidden(node) && !isShown(node)) || isChrome(node) || isMark(node)

  /** The text of an element as it is displayed, with line breaks around blocks. */
  const shown = (node) => {
    const parts = []
    const visit = (each) => {
      if (each.nodeName === "#text") parts.push(each.value)
      else if (each.tagName === "br") parts.push("\n")
      else if (each.tagName === undefined || !skipped(each)) {
        const block = each.tagName !== undefined && !inline.has(each.tagName)
        if (block) parts.push("\n")
        for (const child of each.childNodes ?? []) visit(child)
        if (block) parts.push("\n")
      }
    }
    for (const child of node.childNodes ?? []) visit(child)
    return parts.join("")
  }

  const isData = (table) => {
    if (isLayout(table) || find(table, "table") !== undefined) return false
    const rows = rowsOf(table, skipped)
    return rows.length > 0 && rows.some((cells) => cells.length > 1)
  }

  /** Reads everything below a node. */
  const read = (root) => {
    const text = []
    const found = { headings: [], codes: [], tables: [], links: [], pictures: [], hints: 0 }
    const visit = (node) => {
      if (node.nodeName === "#text") text.push(node.value)
      if (node.tagName === undefined) return visitAll(node)
      if (node.tagName === "br") return text.push("\n")
      if (skipped(node)) return undefined
      if (label(node) && kinds.has(keyOf(lineOf(node)) || keyOf(attribute(find(node, "img") ?? node, "alt") ?? "")))
        return undefined
      if (admonition(node)) found.hints++
      const block = !inline.has(node.tagName)
      if (block) text.push("\n")
      note(node)
      visitAll(node)
      if (block) text.push("\n")
      return undefined
    }
    const note = (node) => {
      const { tagName } = node
      if (/^h[1-6]$/.test(tagName) && !label(node)) {
        const heading = keyOf(shown(node))
        if (heading !== "") found.headings.push(heading)
      } else if (tagName === "table" && isData(node)) {
        found.tables.push(tableKey(rowsOf(node, skipped).length, shownRows(node)))
      } else if (tagName === "a" && /^(?!javascript:)./i.test(attribute(node, "href") ?? "")) {
        const words = keyOf(shown(node))
        if (words !== "") found.links.push(words)
      } else if (tagName === "img") {
        const name = pictureName(attribute(node, "src") ?? "")
        if (name !== undefined) found.pictures.push(name)
      }
      if (isCode(node)) {
        const code = codeOf(shownCode(node))
        if (code.trim() !== "") found.codes.push(code)
      }
    }
    const visitAll = (node) => {
      for (const child of node.childNodes ?? []) visit(child)
    }
    const shownRows = (table) =>
      rowsOf(table, skipped)
        .map((cells) => cells.map(shown).join("\n"))
        .join("\n")
    const shownCode = (node) => {
      const parts = []
      const walk = (each) => {
        if (each.nodeName === "#text") parts.push(each.value)
        else if (each.tagName === "br") parts.push("\n")
        else if (each.tagName === "img") parts.push(attribute(each, "alt") ?? "")
        else if (each.tagName === undefined || !skipped(each)) for (const child of each.childNodes ?? []) walk(child)
      }
      walk(node)
      return parts.join("")
    }
    visit(root)
    return { text: text.join(""), ...found }
  }

  const upOf = (document) => {
    if (site.up === undefined) return undefined
    const links = all(document, site.up)
    return links.length === 0 ? undefined : attribute(links.at(-1), "href")
  }

  /** The target of an immediate redirect in a page. */
  const refreshOf = (document) => {
    const stated = find(document, "meta[http-equiv=refresh i]")
    return /^\s*0\s*;\s*url=\s*['"]?([^'"\s]+)/i.exec(attribute(stated ?? document, "content") ?? "")?.[1]
  }

  /** Reads a page. */
  const page = (document) => {
    const html = find(document, "html")
    const body = find(document, "body") ?? document
    const title = find(document, "head title")
    const heading = all(body, "h1, h2, h3").find((each) => !within(each, skipped) && lineOf(each) !== "")
    return {
      ...read(body),
      title: title === undefined ? "" : lineOf(title),
      heading: heading === undefined ? "" : shown(heading).replaceAll(/\s+/g, " ").trim(),
      language: attribute(html ?? body, "lang"),
      up: upOf(document),
      base: attribute(find(document, "base[href]") ?? body, "href"),
      refresh: refreshOf(document),
      addresses: all(document, "a[href], area[href], frame[src], iframe[src]").map(
        (each) => attribute(each, "href") ?? attribute(each, "src")
      )
    }
  }
  return { page, piece: read }
}

const within = (node, test) => {
  for (let each = node; each?.tagName !== undefined; each = each.parentNode) if (test(each)) return true
  return false
}

/** The file name in the URL of an image; `undefined` for an embedded image. */
export const pictureName = (address) => {
  if (address === "" || address.startsWith("data:")) return undefined
  const path = address.split(/[?#]/, 1)[0]
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)).toLowerCase()
}
