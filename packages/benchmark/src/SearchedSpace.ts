/** A space to search, and the same pages in raw FTS5. */
import { join } from "node:path"
import { sections } from "@lectern/core/internal/markdown/Sections"
import { Search } from "@lectern/core/search/Search"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Effect } from "effect"
import { markdownOf, titleOf } from "./Corpus.js"
import * as RawFts from "./peers/RawFts.js"
import { base, newSpace, newWorkspace, pathOf, type Workspace, within } from "./Workspace.js"

/** A searched space. */
export interface SearchedSpace {
  readonly workspace: Workspace
  readonly space: SpaceId
  readonly raw: RawFts.RawFts
}

/** A space of `pageCount` pages of about `bytes` each, in a file, and raw FTS5 over their sections in another. */
export const searchedSpace = Effect.fnUntraced(function* (pageCount: number, bytes: number) {
  const workspace = yield* newWorkspace
  const space = yield* newSpace(workspace, pageCount, bytes)
  const pages = yield* within(
    workspace,
    Effect.gen(function* () {
      const contents = yield* Contents
      return yield* Effect.forEach(Array.from({ length: pageCount }).keys(), (i) =>
        contents.pageByPath(space, pathOf(i))
      )
    })
  )
  const filename = join(workspace.folder, "peer.db")
  RawFts.create(filename, {
    space,
    user: workspace.user,
    pages: pages.map((page, i) => ({ id: page.id, title: page.title, path: pathOf(i) })),
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

/** Fails where raw FTS5 finds pages and Lectern none: they differ in what else they find. */
export const checkSearched = ({ raw, space, workspace }: SearchedSpace, query: string): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const { count = 0 } = yield* within(
      workspace,
      Effect.flatMap(Search, (service) => service.space(space, { query }))
    )
    const peer = raw.search(workspace.user, space, query)?.count ?? 0
    if (peer > 0 && count === 0) return yield* Effect.dieMessage(`${query}: ${count} pages, ${peer} of the peer`)
  })
