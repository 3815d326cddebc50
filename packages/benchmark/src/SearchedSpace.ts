/** A space to search, and the same pages in raw FTS5. */
import { join } from "node:path"
import { sections } from "@lectern/core/internal/text/markdown/Sections"
import { documents } from "@lectern/core/internal/text/search-index/PageIndex"
import { Search } from "@lectern/core/search/Search"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import { markdownOf, titleOf } from "./Corpus.js"
import * as RawFts from "./peers/RawFts.js"
import { base, emptySpace, newWorkspace, pathOf, type Workspace, within } from "./Workspace.js"

/** A searched space. */
export interface SearchedSpace {
  readonly workspace: Workspace
  readonly space: SpaceId
  readonly raw: RawFts.RawFts
}

/** How many pages are indexed per transaction. */
const pagesAtOnce = 100

const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `page-${i}`, title: titleOf(i), path: pathOf(i) }))

/** The entry in the index for the `i`th page with the text of the page number `text`. */
export const indexedPage = (
  { organization, space }: { readonly organization: string; readonly space: string },
  i: number,
  text: number,
  bytes: number
) => {
  const page = `page-${i}`
  const markdown = markdownOf(text, bytes)
  return { page, documents: documents({ organization, space, page, path: pathOf(i), title: titleOf(i), markdown }) }
}

/** Adds `count` pages of about `bytes` each to the search index. */
export const indexPages = (place: Parameters<typeof indexedPage>[0], count: number, bytes: number) =>
  Effect.flatMap(SearchIndex, (index) =>
    Effect.forEach(Array.from({ length: Math.ceil(count / pagesAtOnce) }).keys(), (batch) => {
      const first = batch * pagesAtOnce
      const numbers = Array.from({ length: Math.min(pagesAtOnce, count - first) }, (_, i) => first + i)
      return index.replacePages(
        place.space,
        numbers.map((i) => indexedPage(place, i, i, bytes))
      )
    })
  )

/**
 * A space in a file whose index has `pageCount` pages of about `bytes` each, and raw FTS5 over their sections in
 * another file. The space itself has no pages, since a search does not read them.
 */
export const searchedSpace = Effect.fnUntraced(function* (pageCount: number, bytes: number) {
  const workspace = yield* newWorkspace
  const space = yield* emptySpace(workspace, "Searched")
  const pages = pagesOf(pageCount)
  yield* indexPages({ organization: workspace.organization, space }, pageCount, bytes).pipe(
    Effect.provide(SqliteStorage.layer({ filename: workspace.filename }))
  )
  const filename = join(workspace.folder, "peer.db")
  RawFts.create(filename, {
    space,
    user: workspace.user,
    pages,
    sections: pages.flatMap((page, i) =>
      sections(markdownOf(i, bytes)).map(({ anchor, heading, text }, section) => ({
        page: page.id,
        section,
        anchor,
        title: `${titleOf(i)} ${heading}`.trim(),
        heading: heading === "" ? titleOf(i) : heading,
        text
      }))
    )
  })
  const raw = yield* Effect.acquireRelease(
    Effect.sync(() => RawFts.open(filename, base)),
    (peer) => Effect.sync(() => peer.close())
  )
  const searched: SearchedSpace = { workspace, space, raw }
  return searched
})

/** Fails if raw FTS5 finds pages and Lectern does not; beyond that, their results may differ. */
export const checkSearched = ({ raw, space, workspace }: SearchedSpace, query: string): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const { count = 0 } = yield* within(
      workspace,
      Effect.flatMap(Search, (service) => service.space(space, { query }))
    )
    const peer = raw.search(workspace.user, space, query)?.count ?? 0
    if (peer > 0 && count === 0) return yield* Effect.dieMessage(`${query}: ${count} pages, ${peer} of the peer`)
  })
