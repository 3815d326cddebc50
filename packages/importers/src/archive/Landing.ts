/** Passes the pages of an archive, and the files they link to, to a sink. */
import type { Conflict, Invalid, Unavailable } from "@lectern/core/errors/Errors"
import { humanize } from "@lectern/core/git-layout/Folder"
import type { ImportPlace, ImportRequest, ImportSink } from "@lectern/core/imports/Importer"
import { basename } from "@lectern/core/internal/content/git-layout/Paths"
import type { Resolve } from "@lectern/core/internal/content/git-layout/Resolver"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { PageText } from "../markdown/MarkdownText.js"
import { compute, maxBytes, unreadable } from "../Source.js"
import type { Archive } from "./Archive.js"
import type { FindAnchor } from "./Headings.js"
import { keyOf, linkToKeys } from "./Links.js"
import type { Report } from "./Report.js"
import { isText, textName } from "./Texts.js"

/** A place in the page order; a place without a path has only a title. */
export interface PlannedPage {
  readonly path?: string | undefined
  readonly title?: string | undefined
  readonly slug?: string | undefined
  readonly places: ReadonlyArray<PlannedPage>
}

/** The pages to import from an archive, and how to read them. */
export interface Plan {
  readonly places: ReadonlyArray<PlannedPage>
  /** Reads the page at the path of a place. Returns `undefined` if it cannot be read, after reporting that. */
  readonly read: (path: string) => Effect.Effect<PageText | undefined, Conflict | Unavailable, Workers>
  readonly resolve: Resolve
  /** As in `LinkContext`. */
  readonly anchorOf?: FindAnchor
  /** The name to give a file, if it differs from the name in the archive. */
  readonly fileName?: (path: string) => string | undefined
}

/** Lists all places, parents before their children. */
export const flatten = (places: ReadonlyArray<PlannedPage>): ReadonlyArray<PlannedPage> => {
  const found: Array<PlannedPage> = []
  const visit = (place: PlannedPage): void => {
    found.push(place)
    place.places.forEach(visit)
  }
  places.forEach(visit)
  return found
}

const titleOf = (path: string): string => humanize(textName(path))

/** Yields to the event loop, since converting pages never waits for anything. */
export const breathe = Effect.async<void>((resume) => {
  const timer = setTimeout(() => resume(Effect.void), 0)
  return Effect.sync(() => clearTimeout(timer))
})

/**
 * The outline of the imported pages. Places without a page and without children are removed, and the children of a page
 * that already has a place move up.
 */
const outlineOf = (
  places: ReadonlyArray<PlannedPage>,
  titles: ReadonlyMap<string, string>
): ReadonlyArray<ImportPlace> => {
  const placed = new Set<string>()
  const walk = (inner: ReadonlyArray<PlannedPage>): ReadonlyArray<ImportPlace> =>
    inner.flatMap(({ path, title, places: own }): ReadonlyArray<ImportPlace> => {
      const stated = path === undefined ? undefined : titles.get(path)
      if (path !== undefined && placed.has(path)) return walk(own)
      if (path !== undefined) placed.add(path)
      const below = walk(own)
      if (path !== undefined && stated !== undefined) {
        return [{ key: keyOf(path), ...(title === undefined || title === stated ? {} : { title }), places: below }]
      }
      const shown = title ?? (path === undefined ? undefined : titleOf(path))
      return below.length === 0 ? [] : shown === undefined ? below : [{ title: shown, places: below }]
    })
  return walk(places)
}

/**
 * Converts the pages of a plan one after another, links them, then passes on the files that they link to. Fails if
 * there are no pages, or more than the request allows.
 */
export const land = Effect.fnUntraced(function* (
  archive: Archive,
  { anchorOf, places, read, resolve, fileName }: Plan,
  request: ImportRequest,
  sink: ImportSink,
  report: Report
): Effect.fn.Return<ReadonlyArray<ImportPlace>, Conflict | Invalid | Unavailable, Workers> {
  const planned = flatten(places).filter((place) => place.path !== undefined)
  const pages = new Set(planned.map(({ path }) => path ?? ""))
  if (pages.size === 0) return yield* unreadable("expected an archive with pages, found none")
  if (pages.size > request.maxPages) {
    return yield* unreadable(`expected at most ${request.maxPages} pages, got ${pages.size}`)
  }
  yield* sink.found(pages.size)
  const files = new Set<string>()
  const use = (path: string): "page" | "file" | "none" => {
    if (pages.has(path)) return "page"
    if (!archive.paths.has(path) || isText(path)) return "none"
    files.add(path)
    return "file"
  }
  const titles = new Map<string, string>()
  for (const { path = "", title, slug } of planned) {
    if (titles.has(path)) continue
    yield* breathe
    const text = yield* read(path)
    if (text === undefined) continue
    for (const problem of text.problems) report(`${path}: ${problem}`)
    const { problems: _, title: stated, slug: own = slug, description, icon, emoji } = text
    const shown = stated ?? title ?? titleOf(path)
    titles.set(path, shown)
    const found = yield* compute(referencesTask, text.markdown)
    yield* sink.page({
      key: keyOf(path),
      title: shown,
      markdown: linkToKeys(text.markdown, found, path, { anchorOf, resolve, use, report }),
      ...(own === undefined ? {} : { slug: own }),
      ...(description === undefined ? {} : { description }),
      ...(icon === undefined ? {} : { icon }),
      ...(emoji === undefined ? {} : { emoji })
    })
  }
  if (titles.size === 0) return yield* unreadable("expected an archive with pages, found none that can be read")
  yield* sink.found(titles.size + files.size)
  let left: number = maxBytes.files
  for (const path of files) {
    const bytes = archive.bytes(path)
    if (bytes === undefined) continue
    left -= bytes.length
    if (left < 0) {
      report(`${path}: the files are too large in total; the rest is left out`)
      break
    }
    yield* sink.file({ key: keyOf(path), name: fileName?.(path) ?? basename(path), bytes: Stream.make(bytes) })
  }
  return outlineOf(places, titles)
})
