import { Collections } from "@lectern/core/collections/Collections"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { CollectionsApi } from "./CollectionsApi.js"

/** The handlers of {@link CollectionsApi}. */
export const handlers = Effect.map(
  Collections,
  (collections): GroupHandlers<typeof CollectionsApi> => ({
    listCollectionsInOrganizationById: ({ path, urlParams }) => collections.list(path.organizationId, urlParams),
    createCollection: ({ path, payload }) => collections.create(path.organizationId, payload),
    getCollectionById: ({ path }) => collections.get(path.collectionId),
    updateCollectionById: ({ path, payload }) => collections.update(path.collectionId, payload),
    deleteCollectionById: ({ path }) => collections.remove(path.collectionId),
    listSpacesInCollectionById: ({ path, urlParams }) => collections.spaces(path.collectionId, urlParams),
    moveCollection: ({ path, payload }) => collections.move(path.collectionId, payload),
    transferCollection: ({ path, payload }) => collections.transfer(path.collectionId, payload)
  })
)
