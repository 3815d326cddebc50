/** Small folders of MkDocs, written for the tests, and their outlines in short. */

import type { DialectOutline } from "@lectern/core/internal/content/dialects/Dialect"
import { mkdocs } from "@lectern/core/internal/content/dialects/mkdocs/MkDocs"
import type { Entry } from "@lectern/core/internal/content/git-layout/Outline"

/** The outline of a folder of the given texts; those that are only named are empty. */
export const outlineOf = (
  texts: Readonly<Record<string, string>>,
  others: ReadonlyArray<string> = []
): DialectOutline | undefined => {
  const files = new Map([...Object.entries(texts), ...others.map((path) => [path, ""] as const)])
  return mkdocs.outline({ paths: new Set(files.keys()), text: (path) => files.get(path) })
}

const target = ({ target }: Entry): string =>
  target === undefined
    ? ""
    : ` -> ${target.kind === "url" ? target.url : target.kind === "page" ? target.page : target.file}`

/** Entries in short: type, path, label or title, and the target of a link; those below others are indented. */
export const lines = (entries: ReadonlyArray<Entry>, indent = ""): ReadonlyArray<string> =>
  entries.flatMap((entry) => [
    `${indent}${entry.type === "document" ? (entry.path ?? "empty") : entry.type} ${entry.label === undefined ? `(${entry.title})` : entry.label}${target(entry)}`,
    ...lines(entry.entries, `${indent}  `)
  ])
