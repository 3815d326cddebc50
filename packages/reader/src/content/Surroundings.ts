/** Resolves the references of a page, from the pages, files and icons that were looked up for it. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import type { DocumentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import { pictureAddress, safeAddress, trusted } from "../html/Html.js"
import { wordsIn } from "../words/Words.js"
import type { Surroundings } from "./PageBody.js"
import type { Link, Picture } from "./Rendering.js"

/** A file that a page refers to. */
export interface LinkedFile {
  readonly href: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly dimensions?: { readonly width: number; readonly height: number } | undefined
}

/** The targets of a page's references, as plain data: pages and files by their ids, and the SVGs of icons by name. */
export interface Found {
  readonly pages: ReadonlyMap<string, Link>
  readonly files: ReadonlyMap<string, LinkedFile>
  readonly icons: ReadonlyMap<string, string>
}

/** The ids of pages and the names of icons. */
export interface Named {
  readonly pages: ReadonlySet<string>
  readonly icons: ReadonlySet<string>
}

const names = /\/pages\/([^/?#\s"'()<>\]]+)|\bfa-([\w-]+)/g

const collector = () => {
  const pages = new Set<string>()
  const icons = new Set<string>()
  const inData = (value: unknown): void => {
    if (typeof value === "string") {
      for (const [, page, icon] of value.matchAll(names)) {
        if (page !== undefined) pages.add(page)
        if (icon !== undefined) icons.add(icon)
      }
    } else if (typeof value === "object" && value !== null) {
      if ("page" in value && typeof value.page === "string") pages.add(value.page)
      for (const part of Object.values(value)) inData(part)
    }
  }
  const inNodes = (nodes: ReadonlyArray<ContentNode>): void => {
    for (const { data, nodes: inside } of nodes) {
      if (data !== undefined) inData(data)
      if (inside !== undefined) inNodes(inside)
    }
  }
  return { inData, inNodes, named: { pages, icons } }
}

/** The pages and icons that some nodes name, and perhaps more. */
export const namedIn = (nodes: ReadonlyArray<ContentNode>): Named => {
  const { inNodes, named } = collector()
  inNodes(nodes)
  return named
}

/** The pages and icons that some texts name, and perhaps more. */
export const namedInTexts = (texts: ReadonlyArray<string>): Named => {
  const { inData, named } = collector()
  inData(texts)
  return named
}

/** Resolves references in a language. */
export const surroundingsOf = (language: string, { files, icons, pages }: Found): Surroundings => {
  const page = (id: string, anchor?: string): Link | undefined => {
    const found = pages.get(id)
    if (found === undefined || anchor === undefined) return found
    return { ...found, href: `${found.href}#${encodeURIComponent(anchor)}` }
  }
  const link = (reference: DocumentReference): Link | undefined => {
    switch (reference.kind) {
      case "page":
        return page(reference.page)
      case "anchor":
        return reference.page === undefined
          ? { href: `#${encodeURIComponent(reference.anchor)}` }
          : page(reference.page, reference.anchor)
      case "file": {
        const found = files.get(reference.file)
        return found === undefined ? undefined : { href: found.href, title: found.name, size: found.size, isFile: true }
      }
      case "url": {
        const href = safeAddress(reference.url)
        return href === undefined || href === "" ? undefined : { href }
      }
      case "reusable-content":
        return undefined
    }
  }
  const picture = (reference: DocumentReference): Picture | undefined => {
    if (reference.kind === "file") {
      const found = files.get(reference.file)
      if (found === undefined || !found.contentType.startsWith("image/")) return undefined
      return { src: found.href, ...found.dimensions }
    }
    const src = reference.kind === "url" ? pictureAddress(reference.url) : undefined
    return src === undefined || src === "" ? undefined : { src }
  }
  const icon = (name: string) => {
    const svg = icons.get(name)
    return svg === undefined ? undefined : trusted(svg)
  }
  return { language, words: wordsIn(language), link, picture, icon }
}
