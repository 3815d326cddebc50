import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { type GroupHandlers, versioned } from "../../foundation/dispatcher/Handlers.js"
import { expected } from "../../foundation/params/HeaderParams.js"
import type { ChangeRequestContentApi, ChangeRequestsApi } from "./ChangeRequestsApi.js"

/** The handlers of {@link ChangeRequestsApi}. */
export const handlers = Effect.map(
  ChangeRequests,
  (requests): GroupHandlers<typeof ChangeRequestsApi> => ({
    listChangeRequestsForSpace: ({ path, urlParams }) => requests.list(path.spaceId, urlParams),
    createChangeRequest: ({ path, payload }) => requests.create(path.spaceId, payload),
    getChangeRequestById: ({ path, urlParams }) => requests.get(path.spaceId, path.changeRequestId, urlParams),
    updateChangeRequestById: ({ path, payload }) => requests.update(path.spaceId, path.changeRequestId, payload),
    mergeChangeRequest: ({ path, payload }) => requests.merge(path.spaceId, path.changeRequestId, payload),
    getChangeRequestMergeRules: ({ path }) => requests.mergeRules(path.spaceId, path.changeRequestId),
    updateChangeRequest: ({ path }) => requests.pull(path.spaceId, path.changeRequestId),
    resolveChangeRequestConflicts: ({ path, payload }) => requests.resolve(path.spaceId, path.changeRequestId, payload),
    reopenChangeRequestConflicts: ({ path, payload }) => requests.reopen(path.spaceId, path.changeRequestId, payload)
  })
)

interface OfRequest {
  readonly path: { readonly spaceId: SpaceId; readonly changeRequestId: ChangeRequestRef }
}

const at = ({ path }: OfRequest) => ({ changeRequest: path.changeRequestId })

/** The handlers of {@link ChangeRequestContentApi}. Its content changes only with the revision of the request. */
export const contentHandlers = Effect.gen(function* () {
  const requests = yield* ChangeRequests
  const contents = yield* Contents
  const edits = yield* ContentEdits
  const revisions = yield* Revisions
  const open = (input: OfRequest) => contents.open(input.path.spaceId, at(input))
  const all: GroupHandlers<typeof ChangeRequestContentApi> = {
    getRevisionOfChangeRequestById: (input) => versioned(open(input), (opened) => opened.current(input.urlParams)),
    updateChangeRequestContent: (input) =>
      Effect.zipWith(
        edits.apply(input.path.spaceId, input.payload, { ...at(input), ...expected(input.headers) }),
        requests.get(input.path.spaceId, input.path.changeRequestId),
        (update, changeRequest) => (input.urlParams.compat === false ? { ...update, changeRequest } : changeRequest)
      ),
    listPagesInChangeRequest: (input) => versioned(open(input), (opened) => opened.pages(input.urlParams)),
    listFilesInChangeRequestById: (input) =>
      versioned(open(input), (opened) => opened.files(input.urlParams, input.urlParams)),
    getFileInChangeRequestById: (input) =>
      versioned(open(input), (opened) => opened.file(input.path.fileId, input.urlParams)),
    getPageInChangeRequestById: (input) =>
      versioned(open(input), (opened) => opened.page(input.path.pageId, input.urlParams)),
    getPageInChangeRequestByPath: (input) =>
      versioned(open(input), (opened) => opened.pageByPath(input.path.pagePath, input.urlParams)),
    listRevisionsForChangeRequest: ({ path, urlParams }) =>
      revisions.listOfRequest(path.spaceId, path.changeRequestId, urlParams),
    getChangeRequestChanges: ({ path, urlParams }) => requests.changes(path.spaceId, path.changeRequestId, urlParams),
    compareItemInChangeRequest: ({ path }) => requests.compareItem(path.spaceId, path.changeRequestId, path.itemId)
  }
  return all
})
