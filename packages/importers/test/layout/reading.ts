/** Reading documents as folders, and the folders as trees. */

import type { TreePage } from "@lectern/core/content/SpaceTree"
import type { FolderFile, StreamedFile } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { layerInline } from "@lectern/core/workers/Workers"
import { Effect } from "effect"
import { readDocument, readTexts } from "../../src/Documents.js"
import type { Layout } from "../../src/layout/Layout.js"

const texts = (files: ReadonlyArray<FolderFile | StreamedFile>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.flatMap((file) =>
      "bytes" in file && file.path.endsWith(".md") ? [[file.path, new TextDecoder().decode(file.bytes)]] : []
    )
  )

const tree = (pages: ReadonlyArray<TreePage>, depth = 0): ReadonlyArray<string> =>
  pages.flatMap(({ pages: below, title }) => ["  ".repeat(depth) + title, ...tree(below, depth + 1)])

const seen = ({ files, problems, title }: Layout) => {
  const read = readLayout(files)
  return {
    title,
    texts: texts(files),
    paths: files.map(({ path }) => path).sort(),
    tree: tree(read.tree.pages),
    problems: [...problems, ...read.problems].map(({ file, message }) => `${file}: ${message}`)
  }
}

/** Reads a document. */
export const document = (name: string, bytes: Uint8Array) =>
  Effect.runPromise(Effect.provide(Effect.map(readDocument(name, bytes), seen), layerInline))

/** Why a document is refused. */
export const refusal = (name: string, bytes: Uint8Array): Promise<string> =>
  Effect.runPromise(Effect.provide(Effect.flip(readDocument(name, bytes)), layerInline)).then(({ message }) => message)

/** Reads a folder of texts. */
export const folder = (files: Readonly<Record<string, string>>) => {
  const encoder = new TextEncoder()
  const all = Object.entries(files).map(([path, text]) => ({ path, bytes: encoder.encode(text) }))
  return Effect.runPromise(Effect.provide(Effect.map(readTexts(all), seen), layerInline))
}
