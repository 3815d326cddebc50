/** The endpoints of collections. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Collection, CollectionId, CreateCollection, UpdateCollection } from "@lectern/core/collections/Collection"
import { Transfer } from "@lectern/core/internal/content/placement/Transfer"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { Move } from "@lectern/core/ordering/Position"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { Space } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  PreconditionFailedError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { flag, listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const CollectionPath = Schema.Struct({ collectionId: segment(CollectionId) })

/** Nestable groups of spaces. */
export class CollectionsApi extends HttpApiGroup.make("collections")
  .add(
    get(
      "listCollectionsInOrganizationById",
      "/v1/orgs/:organizationId/collections",
      "List the collections of an organization",
      "Lists the collections that the caller may see, nested ones included unless `nested` is `false`."
    )
      .setPath(OrganizationPath)
      .setUrlParams(
        Schema.Struct({
          ...listParams,
          nested: optional(flag("`false` lists only those at the root; `true` when omitted."))
        })
      )
      .addSuccess(list(Collection).annotations({ identifier: "CollectionList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "createCollection",
      "/v1/orgs/:organizationId/collections",
      "Create a collection",
      "Creates a collection at the end of its parent. Needs the level `create` there."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateCollection)
      .addSuccess(Collection, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getCollectionById",
      "/v1/collections/:collectionId",
      "Get a collection",
      "Needs the level `read` on the collection."
    )
      .setPath(CollectionPath)
      .addSuccess(Collection)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateCollectionById",
      "/v1/collections/:collectionId",
      "Update a collection",
      "Changes the given fields. Needs the level `create` on the collection."
    )
      .setPath(CollectionPath)
      .setPayload(UpdateCollection)
      .addSuccess(Collection)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteCollectionById",
      "/v1/collections/:collectionId",
      "Delete a collection",
      "Deletes the collection with everything in it that the caller may delete. Its spaces can be restored for 7 days."
    )
      .setPath(CollectionPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listSpacesInCollectionById",
      "/v1/collections/:collectionId/spaces",
      "List the spaces of a collection",
      "Lists the spaces directly in the collection that the caller may read, in order."
    )
      .setPath(CollectionPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(Space).annotations({ identifier: "SpaceList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "moveCollection",
      "/v1/collections/:collectionId/move",
      "Move a collection",
      "Moves it into another collection, to the root (`parent: null`) or among its siblings. A collection cannot move into itself."
    )
      .setPath(CollectionPath)
      .setPayload(Move)
      .addSuccess(Collection)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    post(
      "transferCollection",
      "/v1/collections/:collectionId/transfer",
      "Transfer a collection to another organization",
      "Includes everything in it that the caller may transfer. Grants of people and teams that the target organization does not have are dropped. Needs `create` in both organizations."
    )
      .setPath(CollectionPath)
      .setPayload(Transfer)
      .addSuccess(Collection)
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
  )
  .annotateContext(OpenApi.annotations({ title: "Collections", description: "Nestable groups of spaces." })) {}
