import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { SpacesApi } from "./SpacesApi.js"

/** The handlers of {@link SpacesApi}. */
export const handlers = Effect.map(
  Spaces,
  (spaces): GroupHandlers<typeof SpacesApi> => ({
    listSpacesInOrganizationById: ({ path, urlParams }) => spaces.list(path.organizationId, urlParams),
    createSpace: ({ path, payload }) => spaces.create(path.organizationId, payload),
    getSpaceById: ({ path, urlParams }) => spaces.get(path.spaceId, urlParams),
    updateSpaceById: ({ path, payload }) => spaces.update(path.spaceId, payload),
    deleteSpaceById: ({ path }) => spaces.remove(path.spaceId),
    duplicateSpace: ({ path }) => spaces.duplicate(path.spaceId),
    restoreSpace: ({ path }) => spaces.restore(path.spaceId),
    moveSpace: ({ path, payload }) => spaces.move(path.spaceId, payload),
    transferSpace: ({ path, payload }) => spaces.transfer(path.spaceId, payload)
  })
)
