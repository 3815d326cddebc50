/**
 * The two forms of a reference. In a file it is a relative path; stored, it is the id of its target (`/pages/<id>`,
 * `/files/<id>`, `/reusable-contents/<id>`), so that it survives renames and moves.
 */

import { localReferences } from "../../text/markdown/ReferenceSearch.js"
import { type ReferenceKind, type Replacement, rewrite } from "../../text/markdown/References.js"
import type { DialectName } from "../dialects/DialectName.js"
import { readingFor } from "../dialects/Dialects.js"
import type { TreeReference } from "../sync/SpaceTree.js"
import { encodePath, relative } from "./Paths.js"
import { cutSuffix, meaning, type Resolve } from "./Resolver.js"

/**
 * The spellings of references in a file: for each id form, the paths as written, without suffix, in order of
 * occurrence; the last one applies to all that follow. Only paths that were not the canonical relative path are listed.
 */
export type Spellings = Readonly<Record<string, ReadonlyArray<string>>>

/** A text in its stored form. `spellings` is absent when every reference was canonical. */
export interface StoredText {
  readonly markdown: string
  readonly spellings?: Spellings
}

/** The id form of a part of a space. */
export const idForm = (kind: TreeReference["kind"], id: string): string =>
  kind === "page" ? `/pages/${id}` : kind === "file" ? `/files/${id}` : `/reusable-contents/${id}`

/** The relative path from one file to another, as written by default. */
export const canonical = (from: string, to: string): string => encodePath(relative(from, to))

const shorten = (spelled: ReadonlyArray<string>): ReadonlyArray<string> => {
  let length = spelled.length
  while (length > 1 && spelled[length - 1] === spelled[length - 2]) length--
  return spelled.slice(0, length)
}

/**
 * The stored form of a file's text: each reference becomes the id form that `idOf` returns for its target, with its
 * suffix; a reference whose target has no id stays as written. `ownPath` is the path of the file.
 */
export const toStored = (
  markdown: string,
  found: ReadonlyArray<TreeReference>,
  idOf: (kind: TreeReference["kind"], key: string) => string | undefined,
  ownPath: string
): StoredText => {
  const replacements: Array<Replacement> = []
  const spelled = new Map<string, { readonly paths: Array<string>; odd: boolean }>()
  for (const { start, end, kind, key, suffix } of found) {
    const id = idOf(kind, key)
    if (id === undefined) continue
    const form = idForm(kind, id)
    const path = markdown.slice(start, end - suffix.length)
    const entry = spelled.get(form) ?? { paths: [], odd: false }
    entry.paths.push(path)
    entry.odd ||= key.endsWith("/") || path !== canonical(ownPath, key)
    spelled.set(form, entry)
    replacements.push({ start, end, text: form + suffix })
  }
  const spellings = [...spelled].filter(([, entry]) => entry.odd).map(([form, entry]) => [form, shorten(entry.paths)])
  const stored = rewrite(markdown, replacements)
  return spellings.length === 0 ? { markdown: stored } : { markdown: stored, spellings: Object.fromEntries(spellings) }
}

/** The context that the file form depends on, in the folder that it is written to. */
export interface FileContext {
  /** The path of the file that the text is written to. */
  readonly ownPath: string
  /** The path of the target of an id form (`/pages/<id>`); `undefined` when it is not in the folder. */
  readonly pathOf: (form: string) => string | undefined
  readonly resolve: Resolve
  /** The dialect of the text, if it is another one than GitBook's. */
  readonly dialect?: DialectName | undefined
}

const stored = /^\/(?:pages|files|reusable-contents)\/[^/?#\\]+$/

const spell = (context: FileContext, path: string, spelling: string | undefined, kind: ReferenceKind): string => {
  if (spelling !== undefined && context.resolve(meaning(spelling, kind), context.ownPath) === path) return spelling
  return canonical(context.ownPath, path)
}

/**
 * The text of a file: id forms become relative paths again, spelled as before if that still leads to the same target.
 * Id forms that lead nowhere stay.
 */
export const toFile = (markdown: string, spellings: Spellings, context: FileContext): string => {
  if (!/\/(?:pages|files|reusable-contents)\//.test(markdown)) return markdown
  const seen = new Map<string, number>()
  const replacements: Array<Replacement> = []
  for (const { start, end, raw, kind } of localReferences(markdown, readingFor(context.dialect))) {
    const { path: form, suffix } = cutSuffix(raw)
    const path = stored.test(form) ? context.pathOf(form) : undefined
    if (path === undefined) continue
    const count = seen.get(form) ?? 0
    seen.set(form, count + 1)
    const spelled = Object.hasOwn(spellings, form) ? spellings[form]! : []
    const spelling = spelled[Math.min(count, spelled.length - 1)]
    replacements.push({ start, end, text: spell(context, path, spelling, kind) + suffix })
  }
  return rewrite(markdown, replacements)
}
