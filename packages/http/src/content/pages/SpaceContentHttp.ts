import { RevisionId } from "@lectern/core/content/RevisionId"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { type GroupHandlers, versioned } from "../../foundation/dispatcher/Handlers.js"
import { expected } from "../../foundation/params/HeaderParams.js"
import type { RevisionsApi, SpaceContentApi } from "./SpaceContentApi.js"

interface OfSpace {
  readonly path: { readonly spaceId: SpaceId }
}

/** The handlers of {@link SpaceContentApi}. Content at the head changes only with its version. */
export const handlers = Effect.gen(function* () {
  const contents = yield* Contents
  const edits = yield* ContentEdits
  const search = yield* Search
  const open = ({ path }: OfSpace) => contents.open(path.spaceId)
  const all: GroupHandlers<typeof SpaceContentApi> = {
    searchSpaceContent: ({ path, urlParams }) => search.space(path.spaceId, urlParams),
    getCurrentRevision: (input) => versioned(open(input), (opened) => opened.current(input.urlParams)),
    updateSpaceContent: ({ path, payload, headers }) => edits.apply(path.spaceId, payload, expected(headers)),
    listPages: (input) => versioned(open(input), (opened) => opened.pages(input.urlParams)),
    listFiles: (input) => versioned(open(input), (opened) => opened.files(input.urlParams, input.urlParams)),
    getFileById: (input) => versioned(open(input), (opened) => opened.file(input.path.fileId, input.urlParams)),
    getPageById: (input) => versioned(open(input), (opened) => opened.page(input.path.pageId, input.urlParams)),
    getPageByPath: (input) =>
      versioned(open(input), (opened) => opened.pageByPath(input.path.pagePath, input.urlParams))
  }
  return all
})

interface OfRevision {
  readonly path: OfSpace["path"] & { readonly revisionId: string }
}

/** The handlers of {@link RevisionsApi}. A revision never changes, except for its computed pages. */
export const revisionHandlers = Effect.gen(function* () {
  const contents = yield* Contents
  const revisions = yield* Revisions
  const open = ({ path }: OfRevision) => contents.open(path.spaceId, { revision: RevisionId.make(path.revisionId) })
  const all: GroupHandlers<typeof RevisionsApi> = {
    listRevisionsForSpace: ({ path, urlParams }) => revisions.list(path.spaceId, urlParams),
    getRevisionById: (input) => versioned(open(input), (opened) => opened.current(input.urlParams)),
    listPagesInRevisionById: (input) => versioned(open(input), (opened) => opened.pages(input.urlParams)),
    listFilesInRevisionById: (input) =>
      versioned(open(input), (opened) => opened.files(input.urlParams, input.urlParams)),
    getFileInRevisionById: (input) =>
      versioned(open(input), (opened) => opened.file(input.path.fileId, input.urlParams)),
    getPageInRevisionById: (input) =>
      versioned(open(input), (opened) => opened.page(input.path.pageId, input.urlParams)),
    getPageInRevisionByPath: (input) =>
      versioned(open(input), (opened) => opened.pageByPath(input.path.pagePath, input.urlParams)),
    getRevisionSemanticChanges: (input) => {
      const { revisionId, spaceId } = input.path
      const { compare, ...query } = input.urlParams
      return versioned(open(input), () =>
        compare === undefined
          ? revisions.changes(spaceId, revisionId, query)
          : revisions.compare(spaceId, compare, revisionId, query)
      )
    },
    compareItemInRevision: (input) =>
      versioned(open(input), () => {
        const { itemId, revisionId, spaceId } = input.path
        return revisions.compareItem(spaceId, revisionId, itemId, input.urlParams.compare)
      }),
    restoreRevision: ({ path, payload }) => revisions.restore(path.spaceId, path.revisionId, payload),
    nameRevision: ({ path, payload }) => revisions.name(path.spaceId, path.revisionId, payload),
    deleteRevisionName: ({ path }) => revisions.removeName(path.spaceId, path.revisionId)
  }
  return all
})
