/** How the cost of a call grows with the size of its space. */

import type { PageId } from "@lectern/core/content/Page"
import type { SpaceTree } from "@lectern/core/content/SpaceTree"
import { ContentEdits, type EditOptions } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import { type Measure, type Row, timed } from "../Harness.js"
import { newWorkspace, pagesOf, pathOf, spaceOfTree, treeOf, type Workspace, within } from "../Workspace.js"

const small = 100
/** The number of pages of the larger of two spaces. */
export const large = 10_000
/** The length of each page, in bytes. */
export const bytes = 2_000

/** A space of some size, and the ids of some pages spread over it. */
export interface Sample {
  readonly workspace: Workspace
  readonly space: SpaceId
  readonly size: number
  readonly pages: ReadonlyArray<PageId>
}

/** How many pages of each space are used in turn, so that the large space has no more of them than the small one. */
export const used = small

/** The index of the `i`th used page in a space of this size. */
export const placeOf = (size: number, i: number): number => ((i % used) * Math.floor(size / used)) % size

/** A new space of this size, in its own workspace. */
export const sampleOf = Effect.fnUntraced(function* (size: number, tree: SpaceTree = treeOf(size, bytes)) {
  const workspace = yield* newWorkspace
  const space = yield* spaceOfTree(workspace, `${size} pages`, tree)
  const pages = (yield* pagesOf(workspace, space, used, (i) => placeOf(size, i))).map(({ id }) => id)
  const sample: Sample = { workspace, space, size, pages }
  return sample
})

/** A row for one call in a large and in a small space. */
export const growth = (name: string, subject: string, measureOf: (sample: Sample) => Measure): Row => ({
  name,
  subject: `${subject}, ${large.toLocaleString("en-US")} pages`,
  baseline: `${small} pages`,
  unit: "µs",
  target: { of: "ratio", kind: "at most", value: 1.5 },
  rounds: 9,
  prepare: Effect.gen(function* () {
    return { subject: measureOf(yield* sampleOf(large)), baseline: measureOf(yield* sampleOf(small)) }
  })
})

const calls = 500

/** Reads a page with its body, at a revision: pages read there are not cached. */
export const readPage: Row = growth("read-page", "read a page", ({ pages, space, workspace }) =>
  within(
    workspace,
    Effect.gen(function* () {
      const contents = yield* Contents
      const revision = yield* contents.head(space)
      return yield* timed(calls, (i) => contents.page(space, pages[i % used]!, { revision }))
    })
  )
)

/** Looks up a page by its path, likewise. */
export const pageByPath: Row = growth("page-by-path", "look up a page by path", ({ size, space, workspace }) =>
  within(
    workspace,
    Effect.gen(function* () {
      const contents = yield* Contents
      const revision = yield* contents.head(space)
      return yield* timed(calls, (i) => contents.pageByPath(space, pathOf(placeOf(size, i)), { revision }))
    })
  )
)

/** Replaces the text of one of the used pages of a sample. */
export const editPage = ({ pages, space }: Sample, i: number, markdown: string, where: EditOptions = {}) =>
  Effect.flatMap(ContentEdits, (edits) =>
    edits.apply(
      space,
      { changes: [{ operation: "update_page", page: pages[i % used]!, document: { markdown } }] },
      where
    )
  )

/** Replaces the body of a page: writes a revision and its rows, and updates the search index. */
export const writePage: Row = growth("write-page", "write a page", (sample) => {
  let edit = 0
  return within(
    sample.workspace,
    timed(100, (i) => Effect.suspend(() => editPage(sample, i, markdownOf(large + edit++, bytes))))
  )
})
