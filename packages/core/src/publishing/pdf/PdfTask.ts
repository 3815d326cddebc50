/** Converts the pages of a PDF, with the targets of their texts' references, as a task. */

import type { Task } from "../../foundation/workers/Workers.js"
import type { PdfImage, PdfPage, PdfTarget } from "../../text/blocks/BlockDocument.js"
import type { DocumentReference } from "../../text/markdown/DocumentReference.js"
import type { JsonObject } from "../../text/openapi/Json.js"
import { readSpec, type SpecBytes } from "../../text/openapi/NamedSpecs.js"
import type { SpecName } from "../../text/openapi/SpecNames.js"
import { type Making, type SourcePage, type Surroundings, toPages } from "./PdfPages.js"

/** The maximum bytes of one picture, and of all pictures of a document; others are only linked to. */
const pictureLimit = 8 * 1024 * 1024
const picturesLimit = 64 * 1024 * 1024

/** A file that texts may refer to. */
export interface ReferredFile {
  readonly url: string
  readonly size: number
  readonly isImage: boolean
}

/** Pages to be typeset, with the URLs of other pages and of files by their ids, and specifications by `specKey`. */
export interface PdfTexts extends Making {
  readonly sources: ReadonlyArray<SourcePage>
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, ReferredFile>
  readonly specs: ReadonlyMap<string, SpecBytes>
}

/** The key of a specification that texts name. */
export const specKey = ({ kind, name }: SpecName): string => `${kind}:${name}`

/** Converted pages, and the ids of the files in them. */
export interface PdfPages {
  readonly pages: ReadonlyArray<PdfPage>
  readonly shown: ReadonlyArray<string>
}

const outward = /^(?:https?:\/\/|mailto:)/i

/**
 * The targets outside the document that texts refer to, and the pictures among them that the document shows, which are
 * added to `shown`.
 */
const surroundingsOf = ({ files, pages, specs }: PdfTexts, shown: Set<string>): Surroundings => {
  let left = picturesLimit
  const outside = (reference: DocumentReference): PdfTarget | undefined => {
    if (reference.kind === "url") return outward.test(reference.url) ? { kind: "url", url: reference.url } : undefined
    if (reference.kind === "reusable-content") return undefined
    const url = reference.kind === "file" ? files.get(reference.file)?.url : pages.get(reference.page ?? "")
    if (url === undefined) return undefined
    return { kind: "url", url: reference.kind === "anchor" ? `${url}#${encodeURIComponent(reference.anchor)}` : url }
  }
  const picture = (reference: DocumentReference): Pick<PdfImage, "file" | "url"> => {
    if (reference.kind === "url") return outward.test(reference.url) ? { url: reference.url } : {}
    const id = reference.kind === "file" ? reference.file : ""
    const file = files.get(id)
    if (file === undefined) return {}
    if (shown.has(id)) return { file: id }
    if (!file.isImage || file.size > Math.min(pictureLimit, left)) return { url: file.url }
    left -= file.size
    shown.add(id)
    return { file: id }
  }
  const read = new Map<string, JsonObject | undefined>()
  const spec = (name: SpecName): JsonObject | undefined => {
    const key = specKey(name)
    const bytes = specs.get(key)
    if (bytes !== undefined && !read.has(key)) read.set(key, readSpec(bytes))
    return read.get(key)
  }
  return { outside, picture, spec }
}

/** Converts texts to pages. */
export const pagesTask: Task<PdfTexts, PdfPages> = {
  name: "pdf/pages",
  size: ({ sources, specs }) =>
    sources.reduce((length, { before = "", text }) => length + text.length + before.length, 0) +
    [...specs.values()].reduce((length, { bytes }) => length + bytes.length, 0),
  run: (texts) => {
    const shown = new Set<string>()
    const pages = toPages(texts.sources, surroundingsOf(texts, shown), texts)
    return { pages, shown: [...shown] }
  }
}
