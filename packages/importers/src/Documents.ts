/** @since 0.1.0 */
import { type Conflict, type Invalid, invalid, type Unavailable } from "@lectern/core/errors/Errors"
import type { FolderFile, StreamedFile } from "@lectern/core/git-layout/Folder"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import type { Layout } from "./layout/Layout.js"
import { maxBytes } from "./Source.js"

export type { Layout } from "./layout/Layout.js"

/** Called with the number of texts of a document or folder read so far. */
export type OnRead = (done: number, total: number) => void

type Read = (
  name: string,
  bytes: Uint8Array,
  onRead: OnRead
) => Effect.Effect<Layout, Conflict | Invalid | Unavailable, Workers>

const formats: Readonly<Record<string, { readonly limit: number; readonly load: () => Promise<Read> }>> = {
  docx: {
    limit: maxBytes.document,
    load: async () => {
      const { documentLayout } = await import("./layout/DocumentLayout.js")
      const { docxTask } = await import("./Tasks.js")
      return (name, bytes) => documentLayout(docxTask, name, bytes)
    }
  },
  odt: {
    limit: maxBytes.document,
    load: async () => {
      const { documentLayout } = await import("./layout/DocumentLayout.js")
      const { odtTask } = await import("./Tasks.js")
      return (name, bytes) => documentLayout(odtTask, name, bytes)
    }
  },
  epub: { limit: maxBytes.archive, load: async () => (await import("./layout/EpubLayout.js")).epubLayout },
  adoc: { limit: maxBytes.page, load: () => asciiDoc() },
  asciidoc: { limit: maxBytes.page, load: () => asciiDoc() }
}

const asciiDoc = async (): Promise<Read> => {
  const { asciiDocLayout } = await import("./layout/AsciiDocLayout.js")
  return (path, bytes, onRead) =>
    asciiDocLayout([{ path, bytes }], onRead).pipe(
      Effect.filterOrFail(
        ({ files }) => files.length > 0,
        ({ problems }) => invalid(path, problems[0]?.message ?? "it cannot be read")
      )
    )
}

const formatOf = (name: string) => formats[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""]

/** Whether {@link readDocument} reads files with this name: `.docx`, `.odt`, `.epub`, `.adoc` or `.asciidoc`. */
export const isDocument = (name: string): boolean => formatOf(name) !== undefined

/** The maximum size of a document with this name, in bytes. */
export const documentLimit = (name: string): number => formatOf(name)?.limit ?? 0

/**
 * Reads a document as a folder of markdown. Fails with `Invalid`, whose field is the file name, if it is damaged,
 * hostile or not of the format its name implies, and with `Conflict` if reading it takes too much time or memory.
 */
export const readDocument = (
  name: string,
  bytes: Uint8Array,
  onRead: OnRead = () => {}
): Effect.Effect<Layout, Conflict | Invalid | Unavailable, Workers> =>
  Effect.suspend(() => {
    const format = formatOf(name)
    if (format === undefined) return invalid(name, "expected a .docx, .odt, .epub or .adoc file")
    if (bytes.length > format.limit) return invalid(name, `expected at most ${format.limit} bytes, got ${bytes.length}`)
    return Effect.flatMap(Effect.promise(format.load), (read) => read(name, bytes, onRead))
  })

/** Whether a folder has texts that {@link readTexts} converts to pages. */
export const hasTexts = (paths: Iterable<string>): boolean => {
  for (const path of paths) if (/\.(?:adoc|asciidoc)$/i.test(path)) return true
  return false
}

/**
 * Converts the AsciiDoc texts in a folder to markdown pages; all other files stay unchanged. Streamed files are read
 * only if a text includes them.
 */
export const readTexts = (
  files: ReadonlyArray<FolderFile | StreamedFile>,
  onRead: OnRead = () => {}
): Effect.Effect<Layout, Conflict | Unavailable, Workers> =>
  Effect.flatMap(
    Effect.promise(() => import("./layout/AsciiDocLayout.js")),
    ({ asciiDocLayout }) => asciiDocLayout(files, onRead)
  )
