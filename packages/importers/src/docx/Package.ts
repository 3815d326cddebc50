/** Opens a Word document: an archive of XML files (parts) that refer to each other by relationships. */

import { directory, join } from "@lectern/core/internal/content/git-layout/Paths"
import { openZip } from "@lectern/core/internal/content/git-layout/Zip"
import { strToU8, zipSync } from "fflate"
import { childrenOf, parseXml, type XmlElement, xmlText } from "../xml/Xml.js"
import { namespaces, written } from "./Names.js"

/** The target of a reference from a part. */
export interface Relationship {
  /** The last segment of its type, such as `footnotes`. */
  readonly type: string
  /** The path of a part, or an external URL. */
  readonly target: string
  readonly external: boolean
}

/** An opened document. */
export interface Package {
  /** The path of the main document part. */
  readonly main: string
  /** The relationships of a part, by their ids. */
  readonly relationships: (path: string) => ReadonlyMap<string, Relationship>
  /** Whether the document has a part. */
  readonly has: (path: string) => boolean
  /** The root element of a part; `undefined` if the part is missing. */
  readonly part: (path: string | undefined) => XmlElement | undefined
  /** The path of the part of this type that the main part refers to. */
  readonly related: (type: string) => string | undefined
  /** The document with some parts replaced; `undefined` removes a part. */
  readonly with: (parts: ReadonlyMap<string, XmlElement | undefined>) => Uint8Array
}

const limits = { entries: 10_000, file: 50 * 1024 * 1024, total: 200 * 1024 * 1024, ratio: 1_000 }

const kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

const relationsPath = (path: string): string => {
  const folder = directory(path)
  const name = path.slice(folder === "" ? 0 : folder.length + 1)
  return `${folder === "" ? "" : `${folder}/`}_rels/${name}.rels`
}

const read = (path: string, bytes: Uint8Array): XmlElement => {
  const root = parseXml(bytes, namespaces)
  if (typeof root === "string") throw new Damaged(`${path}: ${root}`)
  return root
}

/** Why a document cannot be read, in one sentence. */
export class Damaged extends Error {}

const relationshipsIn = (root: XmlElement | undefined, folder: string): ReadonlyMap<string, Relationship> =>
  new Map(
    childrenOf(root, "Relationship").map(({ attributes }) => {
      const { Id: id = "", Target: target = "", TargetMode: mode, Type: type = "" } = attributes
      const external = mode === "External"
      const path = external ? target : ((target.startsWith("/") ? join("", target) : join(folder, target)) ?? "")
      return [id, { type: type.slice(type.lastIndexOf("/") + 1), target: path, external }] as const
    })
  )

/** Whether the bytes are a Word document. */
export const isDocx = (bytes: Uint8Array): boolean => {
  const archive = openZip(bytes, limits)
  if (archive.paths.includes("word/document.xml")) return true
  const types = archive.paths.includes("[Content_Types].xml") ? archive.read("[Content_Types].xml") : ""
  return typeof types !== "string" && new TextDecoder().decode(types).includes(kind)
}

/**
 * Opens a document. Throws {@link Damaged} if it is not a Word document, or if a part is too large, damaged or not XML.
 */
export const openPackage = (bytes: Uint8Array): Package => {
  const archive = openZip(bytes, limits)
  const problem = archive.problems.find(({ severity }) => severity === "error")
  if (problem !== undefined)
    throw new Damaged(problem.file === "" ? problem.message : `${problem.file}: ${problem.message}`)
  const files = new Map<string, Uint8Array>()
  for (const path of archive.paths) {
    const content = archive.read(path)
    if (typeof content === "string") throw new Damaged(`${path}: ${content}`)
    files.set(path, content)
  }
  const part = (path: string | undefined): XmlElement | undefined => {
    const found = path === undefined ? undefined : files.get(path)
    return found === undefined || path === undefined ? undefined : read(path, found)
  }
  const relationships = (path: string): ReadonlyMap<string, Relationship> =>
    relationshipsIn(part(path === "" ? "_rels/.rels" : relationsPath(path)), directory(path))
  const stated = [...relationships("").values()].find(({ type }) => type === "officeDocument")?.target ?? ""
  const main = files.has(stated) && isDocx(bytes) ? stated : "word/document.xml"
  if (!files.has(main)) throw new Damaged("expected a Word document (.docx)")
  const own = relationships(main)
  return {
    main,
    relationships,
    part,
    has: (path) => files.has(path),
    related: (type) => [...own.values()].find((each) => each.type === type && !each.external)?.target,
    with: (parts) => {
      const kept = [...files].filter(([path]) => !parts.has(path))
      const changed = [...parts].flatMap(([path, root]) =>
        root === undefined ? [] : [[path, strToU8(documentText(root))] as const]
      )
      return zipSync(Object.fromEntries([...kept, ...changed]), { level: 0 })
    }
  }
}

const documentText = (root: XmlElement): string => {
  const parts: Array<string> = ['<?xml version="1.0" encoding="UTF-8"?>']
  const declarations = Object.entries(written).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`)
  write({ ...root }, parts, declarations.join(""))
  return parts.join("")
}

const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escaped = (text: string): string =>
  text
    .replaceAll(illegal, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

/**
 * A name whose prefix is declared; in any other, the colon is replaced, since an undeclared prefix is not valid XML.
 */
const safe = (name: string): string => {
  const prefix = name.slice(0, Math.max(0, name.indexOf(":")))
  return prefix === "" || prefix === "xml" || prefix in written ? name : name.replaceAll(":", ".")
}

const write = ({ attributes, children, name }: XmlElement, parts: Array<string>, declarations = ""): void => {
  const stated = Object.entries(attributes).map(([key, value]) => ` ${safe(key)}="${escaped(value)}"`)
  parts.push(`<${safe(name)}${declarations}${stated.join("")}>`)
  const text = name === "w:t" || name === "w:instrText" ? xmlText({ name, attributes, children }) : undefined
  if (text !== undefined) parts.push(escaped(text))
  else for (const each of children) if (typeof each !== "string") write(each, parts)
  parts.push(`</${safe(name)}>`)
}
