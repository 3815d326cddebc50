/** How the cost of one call grows with the size of the space that it is made in. */

import type { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Effect } from "effect"
import { markdownOf } from "../Corpus.js"
import { type Measure, type Row, timed } from "../Harness.js"
import { newSpace, newWorkspace, pathOf, type Workspace, within } from "../Workspace.js"

const small = 100
/** How many pages the larger of two spaces has. */
export const large = 10_000
/** How long each page is. */
export const bytes = 2_000

/** A space of one size and the ids of some of its pages, spread over it. */
export interface Sample {
  readonly workspace: Workspace
  readonly space: SpaceId
  readonly size: number
  readonly pages: ReadonlyArray<PageId>
}

/** How many pages of each size are used in turn: as many of the large space as the small one has. */
export const used = small

/** Which page of a space is the `i`th that is used. */
export const placeOf = (size: number, i: number): number => ((i % used) * Math.floor(size / used)) % size

/** A new space of a size, in a workspace of its own. */
export const sampleOf = Effect.fnUntraced(function* (size: number) {
  const workspace = yield* newWorkspace
  const space = yield* newSpace(workspace, size, bytes)
  const pages = yield* within(
    workspace,
    Effect.flatMap(Contents, (contents) =>
      Effect.forEach(Array.from({ length: used }).keys(), (i) =>
        Effect.map(contents.pageByPath(space, pathOf(placeOf(size, i))), ({ id }) => id)
      )
    )
  )
  const sample: Sample = { workspace, space, size, pages }
  return sample
})

/** A row of one call in a large space and in a small one. */
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

/** One page read with its body. */
export const readPage: Row = growth("read-page", "read a page", ({ pages, space, workspace }) =>
  within(
    workspace,
    Effect.flatMap(Contents, (contents) =>
      timed(calls, (i) => contents.page(space, pages[i % used]!, undefined, { format: "markdown" }))
    )
  )
)

/** One page looked up by its path. */
export const pageByPath: Row = growth("page-by-path", "look up a page by path", ({ size, space, workspace }) =>
  within(
    workspace,
    Effect.flatMap(Contents, (contents) => timed(calls, (i) => contents.pageByPath(space, pathOf(placeOf(size, i)))))
  )
)

/** One page given a new body: a revision, its rows, and search brought up to date. */
export const writePage: Row = growth("write-page", "write a page", ({ pages, space, workspace }) => {
  let edit = 0
  return within(
    workspace,
    Effect.flatMap(ContentEdits, (edits) =>
      timed(100, (i) =>
        edits.apply(space, {
          changes: [
            {
              operation: "update_page",
              page: pages[i % used]!,
              document: { markdown: markdownOf(large + edit++, bytes) }
            }
          ]
        })
      )
    )
  )
})
