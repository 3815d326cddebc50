/** Reads the metadata of an EPUB: its documents in reading order, and its table of contents. */

import { decodePath, directory, join } from "@lectern/core/internal/content/git-layout/Paths"
import { openZip, type ZipLimits } from "@lectern/core/internal/content/git-layout/Zip"
import type { Element } from "hast"
import { attribute, elements, isElement, lineOf } from "../html/Hast.js"
import { child, childrenOf, descendants, type Namespaces, parseXml, type XmlElement, xmlText } from "../xml/Xml.js"
import { parseXhtml } from "./Xhtml.js"

/** An entry of the table of contents. */
export interface BookEntry {
  readonly title: string
  /** The document that it links to, if any. */
  readonly path?: string
  readonly fragment: boolean
  readonly entries: ReadonlyArray<BookEntry>
}

/** A book. */
export interface Book {
  readonly title: string
  /** The folder that most of its documents are in. */
  readonly root: string
  /** The paths of the documents to read, in order. */
  readonly documents: ReadonlyArray<string>
  readonly contents: ReadonlyArray<BookEntry>
  readonly problems: ReadonlyArray<string>
}

/** 50,000 entries, 20 MB per file, 1 GB in total, and a compression ratio of at most 1,000 per file. */
export const bookLimits: ZipLimits = {
  entries: 50_000,
  file: 20 * 1024 * 1024,
  total: 1024 * 1024 * 1024,
  ratio: 1_000
}

const namespaces: Namespaces = new Map([
  ["urn:oasis:names:tc:opendocument:xmlns:container", ""],
  ["http://www.idpf.org/2007/opf", ""],
  ["http://www.daisy.org/z3986/2005/ncx/", ""],
  ["http://purl.org/dc/elements/1.1/", "dc"]
])

const depthLimit = 30
const documentType = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document|application\/x-dtbook\+xml)$/

interface Target {
  readonly path: string
  readonly fragment: boolean
}

/** Resolves a reference in a file. */
const target = (href: string, from: string): Target | undefined => {
  const [written = "", fragment] = href.split("#", 2)
  const path = written === "" ? from : join(directory(from), decodePath(written))
  return path === undefined || /^[a-z][a-z0-9+.-]*:/i.test(href)
    ? undefined
    : { path, fragment: fragment !== undefined && fragment !== "" }
}

const entryOf = (
  title: string,
  href: string,
  from: string,
  entries: ReadonlyArray<BookEntry>
): ReadonlyArray<BookEntry> => {
  const found = href === "" ? undefined : target(href, from)
  const shown = title.replaceAll(/\s+/g, " ").trim()
  if (shown === "") return entries
  return [{ title: shown, fragment: false, ...found, entries }]
}

/** The table of contents of EPUB 2. */
const ncxEntries = (node: XmlElement | undefined, from: string, depth = 0): ReadonlyArray<BookEntry> =>
  depth > depthLimit
    ? []
    : childrenOf(node, "navPoint").flatMap((point) =>
        entryOf(
          xmlText(child(point, "navLabel") ?? ""),
          child(point, "content")?.attributes.src ?? "",
          from,
          ncxEntries(point, from, depth + 1)
        )
      )

/** The table of contents of EPUB 3, in nested lists. */
const navEntries = (list: Element | undefined, from: string, depth = 0): ReadonlyArray<BookEntry> =>
  list === undefined || depth > depthLimit
    ? []
    : list.children.flatMap((item): ReadonlyArray<BookEntry> => {
        if (!isElement(item, "li")) return []
        const inner = item.children.find((each) => isElement(each, "ol", "ul"))
        const label = [...elements(item, (each) => !isElement(each, "ol", "ul"))].find((each) =>
          isElement(each, "a", "span")
        )
        const href = isElement(label, "a") ? attribute(label, "href") : ""
        const own = navEntries(isElement(inner) ? inner : undefined, from, depth + 1)
        return entryOf(label === undefined ? "" : lineOf(label), href, from, own)
      })

const navList = (bytes: Uint8Array): Element | undefined => {
  const navs = [...elements(parseXhtml(bytes))].filter((each) => isElement(each, "nav"))
  const toc = navs.find((each) => attribute(each, "epub:type").split(" ").includes("toc")) ?? navs[0]
  return toc === undefined ? undefined : [...elements(toc)].find((each) => isElement(each, "ol", "ul"))
}

/** Reads the metadata of a book, or describes the problem with it. */
export const readBook = (bytes: Uint8Array): Book | { readonly problem: string } => {
  const archive = openZip(bytes, bookLimits)
  const paths = new Set(archive.paths)
  if (paths.size === 0) return { problem: archive.problems[0]?.message ?? "expected an EPUB" }
  const part = (path: string): XmlElement | string => {
    const found = paths.has(path) ? archive.read(path) : "it does not exist"
    const root = typeof found === "string" ? found : parseXml(found, namespaces)
    return typeof root === "string" ? `${path}: ${root}` : root
  }
  const container = part("META-INF/container.xml")
  if (typeof container === "string") return { problem: `expected an EPUB: ${container}` }
  const file = [...descendants(container)].find(({ name }) => name === "rootfile")?.attributes["full-path"] ?? ""
  const root = part(file)
  if (typeof root === "string") return { problem: `expected an EPUB: ${root}` }

  const problems = archive.problems.map((each) => (each.file === "" ? each.message : `${each.file}: ${each.message}`))
  const manifest = new Map<
    string,
    { readonly path: string; readonly type: string; readonly roles: ReadonlyArray<string> }
  >()
  for (const { attributes } of childrenOf(child(root, "manifest"), "item")) {
    const path = target(attributes.href ?? "", file)?.path
    const roles = (attributes.properties ?? "").split(/\s+/)
    if (path !== undefined) manifest.set(attributes.id ?? "", { path, type: attributes["media-type"] ?? "", roles })
  }
  const locked = lockedPaths(paths.has("META-INF/encryption.xml") ? part("META-INF/encryption.xml") : undefined)
  const spine = child(root, "spine")
  const nav = [...manifest.values()].find(({ roles }) => roles.includes("nav"))?.path
  const navBytes = nav === undefined || !paths.has(nav) ? undefined : archive.read(nav)
  const list = navBytes === undefined || typeof navBytes === "string" ? undefined : navList(navBytes)
  const ncx =
    manifest.get(spine?.attributes.toc ?? "")?.path ??
    [...manifest.values()].find(({ type }) => type === "application/x-dtbncx+xml")?.path
  let contents: ReadonlyArray<BookEntry> = nav === undefined ? [] : navEntries(list, nav)
  if (contents.length === 0 && ncx !== undefined) {
    const found = part(ncx)
    if (typeof found === "string") problems.push(found)
    else contents = ncxEntries(child(found, "navMap"), ncx)
  }
  const documents: Array<string> = []
  for (const { attributes } of childrenOf(spine, "itemref")) {
    const item = manifest.get(attributes.idref ?? "")
    if (item === undefined || documents.includes(item.path)) continue
    if (locked.has(item.path)) return { problem: "the book is protected, and cannot be read" }
    if (item.path === nav && contents.length > 0) continue
    if (!paths.has(item.path)) problems.push(`${item.path}: it does not exist; it is left out`)
    else if (!documentType.test(item.type))
      problems.push(`${item.path}: it is ${item.type}, not a text; it is left out`)
    else documents.push(item.path)
  }
  if (documents.length === 0) return { problem: "expected an EPUB with texts, found none" }
  const title = xmlText(child(child(root, "metadata"), "dc:title") ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return { title, root: directory(file), documents, contents, problems }
}

const lockedPaths = (encryption: XmlElement | string | undefined): ReadonlySet<string> =>
  encryption === undefined || typeof encryption === "string"
    ? new Set()
    : new Set(
        [...descendants(encryption)]
          .filter(({ name }) => /(?:^|:)CipherReference$/.test(name))
          .map(({ attributes }) => decodePath(attributes.URI ?? ""))
      )
