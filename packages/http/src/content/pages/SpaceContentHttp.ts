import { RevisionId } from "@lectern/core/content/RevisionId"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
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
  const version = ({ path }: OfSpace) => contents.version(path.spaceId)
  const all: GroupHandlers<typeof SpaceContentApi> = {
    searchSpaceContent: ({ path, urlParams }) => search.space(path.spaceId, urlParams),
    getCurrentRevision: { version, answer: ({ path, urlParams }) => contents.current(path.spaceId, urlParams) },
    updateSpaceContent: ({ path, payload, headers }) => edits.apply(path.spaceId, payload, expected(headers)),
    listPages: { version, answer: ({ path, urlParams }) => contents.pages(path.spaceId, undefined, urlParams) },
    listFiles: {
      version,
      answer: ({ path, urlParams }) => contents.files(path.spaceId, undefined, urlParams, urlParams)
    },
    getFileById: {
      version,
      answer: ({ path, urlParams }) => contents.file(path.spaceId, path.fileId, undefined, urlParams)
    },
    getPageById: {
      version,
      answer: ({ path, urlParams }) => contents.page(path.spaceId, path.pageId, undefined, urlParams)
    },
    getPageByPath: {
      version,
      answer: ({ path, urlParams }) => contents.pageByPath(path.spaceId, path.pagePath, undefined, urlParams)
    }
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
  const version = ({ path }: OfRevision) =>
    contents.version(path.spaceId, { revision: RevisionId.make(path.revisionId) })
  const all: GroupHandlers<typeof RevisionsApi> = {
    getRevisionById: {
      version,
      answer: ({ path, urlParams }) => contents.revision(path.spaceId, path.revisionId, urlParams)
    },
    listPagesInRevisionById: {
      version,
      answer: ({ path, urlParams }) => contents.pages(path.spaceId, { revision: path.revisionId }, urlParams)
    },
    listFilesInRevisionById: {
      version,
      answer: ({ path, urlParams }) => contents.files(path.spaceId, { revision: path.revisionId }, urlParams, urlParams)
    },
    getPageInRevisionById: {
      version,
      answer: ({ path, urlParams }) =>
        contents.page(path.spaceId, path.pageId, { revision: path.revisionId }, urlParams)
    },
    getRevisionSemanticChanges: {
      version,
      answer: ({ path: { revisionId, spaceId }, urlParams: { compare, ...query } }) =>
        compare === undefined
          ? revisions.changes(spaceId, revisionId, query)
          : revisions.compare(spaceId, compare, revisionId, query)
    }
  }
  return all
})
