/** A space to search, and the same pages in raw FTS5. */
import { join } from "node:path"
import { sections } from "@lectern/core/internal/markdown/Sections"
import { documents } from "@lectern/core/internal/search-index/PageIndex"
import { Search } from "@lectern/core/search/Search"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import { markdownOf, titleOf } from "./Corpus.js"
import * as RawFts from "./peers/RawFts.js"
import { base, newWorkspace, pathOf, type Workspace, within } from "./Workspace.js"

/** A searched space. */
export interface SearchedSpace {
  readonly workspace: Workspace
  readonly space: SpaceId
  readonly raw: RawFts.RawFts
}

/** How many pages are indexed per transaction. */
const pagesAtOnce = 100

/**
 * A space in a file whose index has `pageCount` pages of about `bytes` each, and raw FTS5 over their sections in
 * another file. The space itself has no pages, since a search does not read them.
 */
export const searchedSpace = Effect.fnUntraced(function* (pageCount: number, bytes: number) {
  const workspace = yield* newWorkspace
  const { id: space } = yield* within(
    workspace,
    Effect.flatMap(Spaces, (spaces) => spaces.create(workspace.organization, { title: "Searched" }))
  )
  const pages = Array.from({ length: pageCount }, (_, i) => ({ id: `page-${i}`, title: titleOf(i), path: pathOf(i) }))
  const indexed = pages.map(({ id: page, path, title }, i) => ({
    page,
    documents: () =>
      documents({ organization: workspace.organization, space, page, path, title, markdown: markdownOf(i, bytes) })
  }))
  yield* Effect.flatMap(SearchIndex, (index) =>
    Effect.forEach(Array.from({ length: Math.ceil(pageCount / pagesAtOnce) }).keys(), (batch) =>
      index.replacePages(
        space,
        indexed
          .slice(batch * pagesAtOnce, (batch + 1) * pagesAtOnce)
          .map(({ documents, page }) => ({ page, documents: documents() }))
      )
    )
  ).pipe(Effect.provide(SqliteStorage.layer({ filename: workspace.filename })))
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
