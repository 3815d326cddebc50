/** Reads the texts of a folder: the metadata of their pages, and their references. */

import { unescape } from "../../text/markdown/Parser.js"
import { localReferences, opaqueRanges, references } from "../../text/markdown/ReferenceSearch.js"
import { mayReferLocally, type Reference } from "../../text/markdown/References.js"
import type { DialectName } from "../dialects/DialectName.js"
import { readingFor } from "../dialects/Dialects.js"
import { FileId } from "../files/File.js"
import type { PageCover } from "../pages/PageParts.js"
import type { TreeReference } from "../sync/SpaceTree.js"
import { lineCounter, type Problem } from "./Folder.js"
import type { SoughtFragment } from "./Missed.js"
import { encodePath } from "./Paths.js"
import { cutSuffix, isExternal, meaning, type Resolve } from "./Resolver.js"

/** The part of the space that a path of the folder is, if it is one. */
export type Part =
  | { readonly kind: "page" | "file" | "reusable-content"; readonly key: string }
  | { readonly kind: "unlisted"; readonly key: string }
  | { readonly kind: "skipped" }
  | { readonly kind: "folder" }

/** The context that texts are read in. `use` returns the part at a path, and remembers that it is referenced. */
export interface TextContext {
  readonly resolve: Resolve
  readonly use: (path: string) => Part
  readonly report: (problem: Problem) => void
  /** The dialect of the texts, if it is another one than GitBook's. */
  readonly dialect?: DialectName | undefined
  /** Takes note of a fragment, which can only be looked for once all texts are read. */
  readonly seek: (fragment: SoughtFragment) => void
}

interface Target {
  readonly path: string
  readonly suffix: string
}

const targetOf = (reference: Reference, file: string, resolve: Resolve): Target | "external" | undefined => {
  const { raw, kind, destination } = reference
  if (destination === "" || destination.startsWith("#") || destination.startsWith("?") || isExternal(destination)) {
    return "external"
  }
  const cut = cutSuffix(raw)
  const path = resolve(meaning(cut.path, kind), file)
  if (path !== undefined) return { path, suffix: cut.suffix }
  const whole = cut.suffix === "" ? undefined : resolve(destination, file)
  return whole === undefined ? undefined : { path: whole, suffix: "" }
}

const embed = /(?<!\\)!\[\[([^[\]\n|#]{1,500})[^[\]\n]{0,500}\]\]/g

/** The files that a text embeds in the way of Obsidian, which is not markdown. */
const embedsIn = (text: string): ReadonlyArray<{ readonly index: number; readonly name: string }> => {
  if (!text.includes("![[")) return []
  const isOpaque = opaqueRanges(text)
  return [...text.matchAll(embed)]
    .filter(({ index }) => !isOpaque(index))
    .map(({ 1: name = "", index }) => ({ index, name: name.trim() }))
}

/** A link to a place in its own text. */
const ownFragment = /(?:\]\(|\]:|\bhref[ \t]*=)[ \t]*[<"']?#/i

/**
 * The references of a file's text to other parts of the folder. A reference that leads nowhere, or to a text that is
 * not a page, is reported as a problem and stays as written.
 */
export const readReferences = (text: string, file: string, context: TextContext): ReadonlyArray<TreeReference> => {
  const lineOf = lineCounter(text)
  for (const { index, name } of embedsIn(text)) {
    const message = `![[${name}]] stays as text; write ![](${encodePath(name)}) to show the file`
    context.report({ file, line: lineOf(index), message, severity: "warning" })
  }
  const reading = readingFor(context.dialect)
  const hasOwn = ownFragment.test(text)
  if (!hasOwn && !mayReferLocally(text)) return []
  const found: Array<TreeReference> = []
  for (const reference of hasOwn ? references(text, reading) : localReferences(text, reading)) {
    const { destination } = reference
    const seek = (page: string, suffix: string): void => {
      const at = suffix.indexOf("#")
      const fragment = at < 0 ? "" : unescape(suffix.slice(at + 1))
      if (fragment === "" || fragment === "top") return
      context.seek({ file, line: lineOf(reference.start), page, destination, fragment })
    }
    const target = targetOf(reference, file, context.resolve)
    if (target === "external") {
      if (destination.startsWith("#")) seek(file, destination)
      continue
    }
    const warn = (message: string): void =>
      context.report({ file, line: lineOf(reference.start), message, severity: "warning", kind: "dead-link" })
    if (target === undefined) {
      warn(`${destination} does not exist`)
      continue
    }
    const part = context.use(target.path)
    if (part.kind === "page") seek(part.key, target.suffix)
    if (part.kind === "folder") warn(`${destination} is a folder without a page`)
    else if (part.kind !== "skipped") {
      if (part.kind === "unlisted") warn(`${target.path} is not a page: the table of contents does not list it`)
      const { start, end } = reference
      const kind = part.kind === "unlisted" ? "file" : part.kind
      found.push({ start, end, kind, key: part.key, suffix: target.suffix })
    }
  }
  return found
}

/** A cover whose pictures, if they are files of the folder, are references by key. */
export const readCover = (cover: PageCover, file: string, context: TextContext): PageCover => {
  const picture = (ref: PageCover["ref"]): PageCover["ref"] => {
    if (ref?.kind !== "url" || isExternal(ref.url)) return ref
    const path = context.resolve(ref.url, file)
    const part = path === undefined ? undefined : context.use(path)
    return part?.kind === "file" ? { kind: "file", file: FileId.make(part.key) } : ref
  }
  const ref = picture(cover.ref)
  const refDark = picture(cover.refDark)
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(refDark === undefined ? {} : { refDark }),
    yPos: cover.yPos
  }
}
