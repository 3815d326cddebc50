/** Makes the URLs on a page absolute and removes tracking redirects. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, element, find, isElement, lineOf, marked, rewrite } from "./Hast.js"
import { statedSource } from "./Images.js"

/** How the URLs of a page are resolved. */
export interface Addressing {
  /** The base of relative URLs. */
  readonly base: string
  /** The page's own URL, without fragment. */
  readonly own: string
  /** Maps an absolute URL to the target that a link or image should lead to. */
  readonly rename: (address: string) => string
  /** The anchor for an id on the page; empty for its top. */
  readonly anchor: (id: string) => string
}

const schemes = /^(?:https?|mailto|tel|ftp|import):$/

/** An absolute URL; `undefined` if it is not valid or not a web address. */
export const absolute = (written: string, base: string): string | undefined => {
  const address = URL.canParse(written.trim(), base) ? new URL(written.trim(), base) : undefined
  return address !== undefined && schemes.test(address.protocol) ? unwrapped(address).href : undefined
}

/** The target of a Google redirect. */
const unwrapped = (address: URL): URL => {
  const google = /^(?:www\.)?google\.[a-z.]+$/.test(address.hostname) && address.pathname === "/url"
  const inner = google ? (address.searchParams.get("q") ?? address.searchParams.get("url")) : null
  return inner !== null && /^https?:/.test(inner) && URL.canParse(inner) ? new URL(inner) : address
}

const widest = (srcset: string): string => {
  const candidates = srcset.split(/,\s+/).map((each) => each.trim().split(/\s+/))
  const size = (each: ReadonlyArray<string>): number => Number.parseFloat(each[1] ?? "1") || 0
  return candidates.reduce((best, each) => (size(each) > size(best) ? each : best))[0] ?? ""
}

/** The source of an `img`, which may be the largest of several. */
const sourceOf = (image: Element): string =>
  statedSource(image) || widest(attribute(image, "srcSet") || attribute(image, "dataSrcset")) || attribute(image, "src")

const embedded = (address: string): string | undefined => {
  const { hostname, pathname, searchParams } = new URL(address)
  const id =
    pathname
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? ""
  if (/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(hostname) && pathname.startsWith("/embed/")) {
    const list = searchParams.get("list")
    return id === "videoseries" && list !== null
      ? `https://www.youtube.com/playlist?list=${list}`
      : `https://www.youtube.com/watch?v=${id}`
  }
  if (hostname === "player.vimeo.com") return `https://vimeo.com/${id}`
  return /^https?:/.test(address) ? address : undefined
}

const media = (node: Element, base: string): string | undefined => {
  const inner = find(node, (each) => isElement(each, "source"))
  const written =
    attribute(node, "src") || attribute(node, "dataSrc") || (inner === undefined ? "" : attribute(inner, "src"))
  return written === "" ? undefined : absolute(written, base)
}

/** The distinct URLs found on a page. */
export interface FoundAddresses {
  readonly links: ReadonlyArray<string>
  readonly images: ReadonlyArray<string>
  /** Whether every frame, film and sound has an address that a page can show. */
  readonly isComplete: boolean
}

/** Makes the links, images and embedded media of a page absolute, and returns their URLs. */
export const markAddresses = (root: Root | Element, addressing: Addressing): FoundAddresses => {
  const links = new Set<string>()
  const images = new Set<string>()
  let isComplete = true
  const { base, own } = addressing
  const image = (node: Element): Array<ElementContent> => {
    const at = sourceOf(node)
    const address = at === "" ? undefined : absolute(at, base)
    const alt = attribute(node, "alt")
    if (address === undefined) return alt === "" ? [] : [{ type: "text", value: alt }]
    images.add(address)
    const title = attribute(node, "title")
    return [element("img", [], { src: addressing.rename(address), alt, ...(title === "" ? {} : { title }) })]
  }
  const link = (node: Element): Array<ElementContent> => {
    rewrite(node, change)
    const written = attribute(node, "href").trim()
    if (written === "") return node.children
    const address = absolute(written, base)
    if (address === undefined) return node.children
    if (lineOf(node) === "" && find(node, (each) => isElement(each, "img")) === undefined) return node.children
    const hash = address.indexOf("#")
    if (hash >= 0 && address.slice(0, hash) === own) {
      const id = decoded(address.slice(hash + 1))
      const anchor = addressing.anchor(id)
      const href = anchor === "" ? addressing.rename(own) : `#${anchor}`
      return id === "" ? node.children : [{ ...node, properties: { href } }]
    }
    links.add(address)
    const title = attribute(node, "title")
    return [{ ...node, properties: { href: addressing.rename(address), ...(title === "" ? {} : { title }) } }]
  }
  /** Unwraps links in a heading that show the whole heading, since those link to the heading itself. */
  const heading = (node: Element): Array<ElementContent> => {
    const itself = (each: Element): boolean => isElement(each, "a") && lineOf(each) === lineOf(node)
    rewrite(node, (each) => (itself(each) && attribute(each, "href").startsWith("#") ? each.children : undefined))
    rewrite(node, change)
    return [node]
  }
  const embed = (node: Element): Array<ElementContent> | undefined => {
    const address = media(node, base)
    const url = address === undefined ? undefined : embedded(address)
    if (url !== undefined) return [marked({ kind: "tag", name: "embed", attributes: { url } })]
    if (address?.startsWith("import:") === true)
      return [marked({ kind: "tag", name: "file", attributes: { src: addressing.rename(address) } })]
    const isEmpty = /^(?:about:.*)?$/.test(attribute(node, "src")) && attribute(node, "srcDoc") === ""
    if (!isEmpty || isElement(node, "video", "audio")) isComplete = false
    return []
  }
  const change = (node: Element): Array<ElementContent> | undefined => {
    if (isElement(node, "img")) return image(node)
    if (isElement(node, "a")) return link(node)
    if (isElement(node, "iframe", "video", "audio")) return embed(node)
    if (/^h[1-6]$/.test(node.tagName)) return heading(node)
    if (!isElement(node, "picture")) return undefined
    const shown = find(node, (each) => isElement(each, "img"))
    const source = find(node, (each) => isElement(each, "source"))
    if (shown === undefined) return []
    if (sourceOf(shown) !== "" || source === undefined) return image(shown)
    return image({ ...shown, properties: { ...shown.properties, src: widest(attribute(source, "srcSet")) } })
  }
  rewrite(root, change)
  return { links: [...links], images: [...images], isComplete }
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
