/** The links of wikis on GitHub: `[[Page Name]]` and `[[Text|Page Name]]`. */
import type { MarkdownIt as Parser, StateInline } from "markdown-it"
import { escapeInline } from "../../../text/markdown/Heading.js"
import { basename, decodePath, encodePath } from "../../git-layout/Paths.js"

const picture = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif)$/i
const external = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)/i

/** What a link of a wiki says: the text that it shows, its destination, and whether that is a picture. */
interface WikiLink {
  readonly text: string
  readonly destination: string
  readonly isPicture: boolean
}

/** The destination of the name of a page, whose spaces are dashes in addresses, or of an address. */
const destinationOf = (target: string): string => {
  if (external.test(target)) return target.replaceAll(/[\s()<>]/g, encodeURIComponent)
  const hash = target.indexOf("#")
  const [name, anchor] = hash < 0 ? [target, ""] : [target.slice(0, hash), target.slice(hash)]
  return encodePath(name.trim().replaceAll(/\s+/g, "-")) + anchor
}

const readLink = (inner: string): WikiLink | undefined => {
  const [first = "", ...rest] = inner.split("|").map((each) => each.trim())
  if (!/\p{L}/u.test(first)) return undefined
  if (!picture.test(first)) return { text: first, destination: destinationOf(rest[0] || first), isPicture: false }
  const alt = rest.find((each) => each.startsWith("alt="))?.slice("alt=".length) ?? ""
  return { text: alt, destination: destinationOf(first), isPicture: true }
}

const pattern = /\[\[([^[\]\n]{1,500})\]\](?![[(:])/y
const inWord = /[\p{L}\p{N}\])]/u

const wikiLink = (state: StateInline, silent: boolean): boolean => {
  const { pos, src } = state
  if (src.charCodeAt(pos) !== 91 || src.charCodeAt(pos + 1) !== 91) return false
  if (pos > 0 && inWord.test(src[pos - 1]!)) return false
  pattern.lastIndex = pos
  const found = pattern.exec(src)
  const link = found === null ? undefined : readLink(found[1] ?? "")
  if (found === null || link === undefined || pattern.lastIndex > state.posMax) return false
  if (!silent && link.isPicture) {
    const image = state.push("image", "img", 0)
    image.attrs = [
      ["src", link.destination],
      ["alt", ""]
    ]
    const alt = new state.Token("text", "", 0)
    alt.content = link.text
    image.children = link.text === "" ? [] : [alt]
    image.content = link.text
  } else if (!silent) {
    state.push("link_open", "a", 1).attrs = [["href", link.destination]]
    state.push("text", "", 0).content = link.text
    state.push("link_close", "a", -1)
  }
  state.pos += found[0].length
  return true
}

/** Makes a parser read the links of wikis. What is in double brackets inside a word or without letters stays text. */
export const withWikiLinks = (parser: Parser): void => {
  parser.inline.ruler.before("link", "wiki_link", wikiLink)
}

/** The title of a page from its name: `Getting-Started` becomes `Getting Started`. */
export const wikiTitle = (name: string): string => name.replaceAll("-", " ").trim() || name

/** The name of a page of a wiki by which links find it: names with the same result refer to the same page. */
export const wikiName = (name: string): string =>
  basename(name)
    .replace(/\.(?:md|markdown)$/i, "")
    .trim()
    .replaceAll(/\s+/g, "-")
    .toLowerCase()

const pageAddress =
  /(?<=[\s(<"']|^)(?:https?:\/\/[^\s()/<>]{1,200})?\/[^\s()/<>]{1,100}\/[^\s()/<>]{1,100}\/wiki\/([^\s()<>"'#/]{1,500})/g

/** The sidebar of a wiki with links of markdown in place of its own, on the same lines, and pages by their names. */
export const plainSidebar = (sidebar: string, isPage: (name: string) => boolean): string =>
  sidebar
    .replaceAll(/\[\[([^[\]\n]{1,500})\]\](?![[(:])/g, (whole, inner: string) => {
      const link = readLink(inner)
      return link === undefined || link.isPicture ? whole : `[${escapeInline(link.text)}](${link.destination})`
    })
    .replaceAll(pageAddress, (whole, name: string) => (isPage(wikiName(decodePath(name))) ? name : whole))
