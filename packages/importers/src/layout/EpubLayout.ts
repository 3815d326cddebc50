/** Converts an EPUB to a folder of markdown: a page for each document, in the order of the table of contents. */

import { type Conflict, type Invalid, invalid, type Unavailable } from "@lectern/core/errors/Errors"
import { encode, type FolderFile, humanize, type Problem } from "@lectern/core/git-layout/Folder"
import { basename, encodePath } from "@lectern/core/internal/content/git-layout/Paths"
import { openZip } from "@lectern/core/internal/content/git-layout/Zip"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import { breathe } from "../archive/Landing.js"
import { type Book, type BookEntry, bookLimits } from "../epub/Book.js"
import { link, type PageText } from "../markdown/MarkdownText.js"
import { compute, maxBytes } from "../Source.js"
import { epubBookTask, epubPageTask } from "../Tasks.js"
import { type Layout, linkToFiles, pageFile, problemOf } from "./Layout.js"

/** A place in the tree: a page of the book, or a title that groups some. */
interface BookNode {
  readonly path?: string | undefined
  readonly title: string
  readonly places: Array<BookNode>
}

/**
 * The tree of a book: its table of contents, with each document at its first entry. A document that the table of
 * contents omits follows its predecessor in reading order.
 */
const placesOf = ({ contents, documents }: Book): ReadonlyArray<BookNode> => {
  const known = new Set(documents)
  const placed = new Map<string, { readonly place: BookNode; readonly among: Array<BookNode> }>()
  const add = (entries: ReadonlyArray<BookEntry>, among: Array<BookNode>): void => {
    for (const { entries: inner, path, title } of entries) {
      const own = path !== undefined && known.has(path) && !placed.has(path) ? path : undefined
      if (own === undefined && (path !== undefined || inner.length === 0)) {
        add(inner, among)
        continue
      }
      const place: BookNode = { path: own, title, places: [] }
      among.push(place)
      if (own !== undefined) placed.set(own, { place, among })
      add(inner, place.places)
    }
  }
  const top: Array<BookNode> = []
  add(contents, top)
  let before: string | undefined
  for (const path of documents) {
    const last = placed.get(before ?? "")
    if (!placed.has(path)) {
      const place: BookNode = { path, title: "", places: [] }
      const among = last?.among ?? top
      among.splice(last === undefined ? 0 : among.indexOf(last.place) + 1, 0, place)
      placed.set(path, { place, among })
    }
    before = path
  }
  return top
}

/** A path in the book, relative to the folder of its texts. */
const inside = ({ root }: Book, path: string): string =>
  root !== "" && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path

/** The distinct paths of the pages made from documents. */
const pathsOf = (book: Book): ReadonlyMap<string, string> => {
  const taken = new Set<string>(["SUMMARY.md"])
  return new Map(
    book.documents.map((path) => {
      const bare = inside(book, path).replace(/\.\w+$/, "")
      let found = `${bare}.md`
      for (let count = 2; taken.has(found); count++) found = `${bare}-${count}.md`
      taken.add(found)
      return [path, found]
    })
  )
}

/** Reads a book. Fails with `Invalid`, which names the file, if it is damaged, protected or not a book. */
export const epubLayout = Effect.fnUntraced(function* (
  name: string,
  bytes: Uint8Array,
  onRead: (done: number, total: number) => void
): Effect.fn.Return<Layout, Conflict | Invalid | Unavailable, Workers> {
  const book = yield* compute(epubBookTask, bytes)
  if ("problem" in book) return yield* invalid(name, book.problem)
  const archive = openZip(bytes, bookLimits)
  const inArchive = new Set(archive.paths)
  const problems: Array<Problem> = book.problems.map((problem) => problemOf(name, problem))
  const paths = pathsOf(book)
  const texts = new Map<string, PageText>()
  const used = new Set<string>()
  for (const [index, path] of book.documents.entries()) {
    yield* breathe
    onRead(index, book.documents.length)
    const content = archive.read(path)
    const size = typeof content === "string" ? 0 : content.length
    const reason =
      typeof content === "string"
        ? content
        : size > maxBytes.page
          ? `expected at most ${maxBytes.page} bytes, got ${size}`
          : ""
    if (typeof content === "string" || reason !== "") {
      problems.push(problemOf(`${name}: ${path}`, `${reason}; it is left out`, "error"))
      continue
    }
    const read = yield* Effect.either(compute(epubPageTask, { bytes: content, path }))
    if (read._tag === "Right") {
      texts.set(path, read.right)
      problems.push(...read.right.problems.map((problem) => problemOf(`${name}: ${path}`, problem)))
    } else if (read.left._tag === "Conflict") problems.push(problemOf(`${name}: ${path}`, read.left.message, "error"))
    else return yield* read.left
  }
  const places = placesOf(book)
  const label = new Map<string, string>()
  const visit = ({ path, places: inner, title }: BookNode): void => {
    if (path !== undefined) label.set(path, title)
    inner.forEach(visit)
  }
  places.forEach(visit)
  const shows = (path: string): boolean =>
    (texts.get(path)?.markdown ?? "") !== "" || texts.get(path)?.title !== undefined
  const titleOf = (path: string): string =>
    texts.get(path)?.title || label.get(path) || humanize(basename(path).replace(/\.\w+$/, ""))
  const files: Array<FolderFile> = []
  for (const [path, text] of texts) {
    if (!shows(path)) continue
    const own = paths.get(path) ?? path
    const targetOf = (target: string): string => {
      if (!paths.has(target) && inArchive.has(target)) used.add(target)
      return paths.get(target) ?? inside(book, target)
    }
    const references = yield* compute(referencesTask, text.markdown)
    files.push(pageFile(own, titleOf(path), linkToFiles(text.markdown, references, own, targetOf)))
  }
  for (const path of used) {
    const content = archive.read(path)
    if (typeof content === "string") problems.push(problemOf(`${name}: ${path}`, `${content}; it is left out`, "error"))
    else files.push({ path: inside(book, path), bytes: content })
  }
  const lines: Array<string> = ["# Table of contents", ""]
  const list = ({ path, places: inner, title }: BookNode, depth: number): void => {
    const own = path !== undefined && shows(path) ? paths.get(path) : undefined
    const isShown = own !== undefined || inner.length > 0
    const shown = title === "" && path !== undefined ? titleOf(path) : title
    const text = own === undefined ? link(shown, "").slice(1, -3) : link(shown, encodePath(own))
    if (isShown) lines.push(`${"  ".repeat(depth)}* ${text}`)
    for (const each of inner) list(each, depth + 1)
  }
  for (const each of places) list(each, 0)
  if (files.length === 0) return yield* invalid(name, "expected an EPUB with texts, found none")
  return {
    files: [{ path: "SUMMARY.md", bytes: encode(`${lines.join("\n")}\n`) }, ...files],
    problems,
    ...(book.title === "" ? {} : { title: book.title })
  }
})
