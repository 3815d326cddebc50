import { FolderExports } from "@lectern/core/exports/FolderExports"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { FolderExportsApi } from "./FolderExportsApi.js"

/** The handlers of {@link FolderExportsApi}. */
export const handlers = Effect.map(
  FolderExports,
  (exports): GroupHandlers<typeof FolderExportsApi> => ({
    exportContent: ({ path }) => exports.ofSpace(path.spaceId),
    exportContentOfChangeRequest: ({ path }) => exports.ofChangeRequest(path.spaceId, path.changeRequestId)
  })
)
