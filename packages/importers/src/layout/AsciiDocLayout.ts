/** Converts a folder with AsciiDoc texts to a folder of markdown. */
import type { Conflict, Unavailable } from "@lectern/core/errors/Errors"
import {
  decode,
  encode,
  type FolderFile,
  humanize,
  type Problem,
  type StreamedFile,
  sizeOf
} from "@lectern/core/git-layout/Folder"
import {
  basename,
  decodePath,
  directory,
  encodePath,
  isMarkdown,
  join,
  relative
} from "@lectern/core/internal/content/git-layout/Paths"
import { cutSuffix, isExternal, meaning } from "@lectern/core/internal/content/git-layout/Resolver"
import { rewrite } from "@lectern/core/internal/text/markdown/References"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { breathe } from "../archive/Landing.js"
import { type AsciiDocPage, includePath } from "../asciidoc/AsciiDocPage.js"
import { compute, maxBytes } from "../Source.js"
import { asciiDocTask } from "../Tasks.js"
import { type Layout, linkToFiles, pageFile, problemOf } from "./Layout.js"

const extension = /\.(?:adoc|asciidoc)$/i

/** Whether a path belongs to an AsciiDoc text. */
export const isAsciiDoc = (path: string): boolean => extension.test(path)

/** Whether a text is only part of others, by the naming conventions of AsciiDoc. */
const isPart = (path: string): boolean => /(?:^|\/)(?:_|partials\/|_includes\/)/.test(path)

/** How many times a text is read again because of includes that could not be predicted. */
const maxRounds = 20

const directive = /^include::([^[\n{]+)\[/gm

type File = FolderFile | StreamedFile

const bytesOf = (file: File): Effect.Effect<Uint8Array, Unavailable> =>
  "bytes" in file
    ? Effect.succeed(file.bytes)
    : Stream.runCollect(file.stream).pipe(
        Effect.map((chunks) => {
          const found = new Uint8Array(file.size)
          let at = 0
          for (const chunk of chunks) {
            found.set(chunk.subarray(0, Math.max(0, file.size - at)), at)
            at += chunk.length
          }
          return found
        })
      )

/**
 * Converts the AsciiDoc texts in a folder to pages. Links between them become links between the pages, includes are
 * resolved within the folder, and a text that is included in another one does not become a page. All other files are
 * kept.
 */
export const asciiDocLayout = Effect.fnUntraced(function* (
  files: ReadonlyArray<File>,
  onRead: (done: number, total: number) => void
): Effect.fn.Return<Layout, Conflict | Unavailable, Workers> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const problems: Array<Problem> = []
  const known = new Map<string, string | null>()
  const textOf = Effect.fnUntraced(function* (path: string) {
    const before = known.get(path)
    if (before !== undefined) return before
    const file = byPath.get(path)
    const read = file === undefined || sizeOf(file) > maxBytes.page ? undefined : decode(yield* bytesOf(file))
    if (file !== undefined && read === undefined) {
      problems.push(
        problemOf(path, `expected at most ${maxBytes.page} bytes, got ${sizeOf(file)}; it is left out`, "error")
      )
    } else if (read !== undefined && "problem" in read) {
      problems.push({ ...problemOf(path, `${read.problem}; it is left out`, "error"), line: read.line })
    }
    const text = read !== undefined && "text" in read ? read.text : null
    known.set(path, text)
    return text
  })

  /** Reads a text and everything that it literally says it includes. */
  const foreseen = Effect.fnUntraced(function* (path: string, text: string) {
    const found = new Map<string, string | null>()
    const waiting = [[path, text] as const]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const [, target = ""] of next[1].matchAll(directive)) {
        const at = includePath(target.trim(), next[0])
        if (at === undefined || at === path || found.has(at)) continue
        const inner = yield* textOf(at)
        found.set(at, inner)
        if (inner !== null) waiting.push([at, inner])
      }
    }
    return found
  })

  const read = Effect.fnUntraced(function* (path: string, text: string) {
    const files = yield* foreseen(path, text)
    let page = yield* compute(asciiDocTask, { path, text, files })
    for (let round = 0; page.missing.length > 0 && round < maxRounds; round++) {
      for (const missing of page.missing) files.set(missing, yield* textOf(missing))
      page = yield* compute(asciiDocTask, { path, text, files })
    }
    return page
  })

  const paths = files.map(({ path }) => path).filter(isAsciiDoc)
  const wanted = paths.filter((path) => !isPart(path))
  const pages = new Map<string, AsciiDocPage>()
  const includers = new Map<string, string>()
  for (const [index, path] of wanted.entries()) {
    yield* breathe
    onRead(index, wanted.length)
    const target = path.replace(extension, ".md")
    if (byPath.has(target)) {
      problems.push(problemOf(path, `${target} already exists; it is left out`))
      continue
    }
    const text = yield* textOf(path)
    if (text === null) continue
    const found = yield* Effect.either(read(path, text))
    if (found._tag === "Left") {
      if (found.left._tag === "Unavailable") return yield* found.left
      problems.push(problemOf(path, `${found.left.message}; it is left out`, "error"))
      continue
    }
    pages.set(path, found.right)
    for (const part of found.right.included) {
      if (part !== path && includers.get(path) !== part && !includers.has(part)) includers.set(part, path)
    }
  }
  for (const part of includers.keys()) pages.delete(part)
  for (const path of paths) {
    if (isPart(path) && !includers.has(path)) problems.push(problemOf(path, "no text includes it; it is left out"))
  }

  const stems = new Map([...pages.keys()].map((path) => [path.replace(extension, ""), path]))
  /** The page that a path leads to: that of its text, or of the text that includes it. */
  const inPages = (path: string): string | undefined => {
    const stem = path.replace(/\.(?:adoc|asciidoc|asc|html?)$/i, "")
    let found = stems.get(stem)
    const seen = new Set<string>()
    let part = [".adoc", ".asciidoc"].map((end) => stem + end).find((each) => includers.has(each))
    while (found === undefined && part !== undefined && !seen.has(part)) {
      seen.add(part)
      part = includers.get(part)
      if (part !== undefined && pages.has(part)) found = part
    }
    return found?.replace(extension, ".md")
  }
  const targetOf = (path: string): string => (byPath.has(path) && !isAsciiDoc(path) ? path : (inPages(path) ?? path))
  const made: Array<File> = []
  for (const [path, page] of pages) {
    const own = path.replace(extension, ".md")
    for (const problem of page.problems) problems.push(problemOf(path, problem))
    const references = yield* compute(referencesTask, page.markdown)
    const markdown = linkToFiles(page.markdown, references, own, targetOf)
    const title = page.title === "" ? humanize(basename(own).replace(/\.md$/, "")) : page.title
    made.push(pageFile(own, title, markdown, page.description))
  }

  /** A markdown file whose links to AsciiDoc texts lead to their pages. */
  const relinked = Effect.fnUntraced(function* (file: File) {
    const read = "bytes" in file && isMarkdown(file.path) ? decode(file.bytes) : undefined
    if (read === undefined || !("text" in read) || !/\.(?:adoc|asciidoc)/i.test(read.text)) return file
    const references = yield* compute(referencesTask, read.text)
    const replacements = references.flatMap(({ end, kind, raw, start }) => {
      const { path, suffix } = cutSuffix(raw)
      const written = decodePath(meaning(path, kind))
      const at = isExternal(written) || !isAsciiDoc(written) ? undefined : join(directory(file.path), written)
      const found = at === undefined ? undefined : inPages(at)
      return found === undefined ? [] : [{ start, end, text: encodePath(relative(file.path, found)) + suffix }]
    })
    return { path: file.path, bytes: encode(rewrite(read.text, replacements)) }
  })
  const others = yield* Effect.forEach(
    files.filter(({ path }) => !isAsciiDoc(path)),
    relinked
  )
  return { files: [...others, ...made], problems }
})
