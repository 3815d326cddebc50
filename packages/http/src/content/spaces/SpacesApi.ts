/** The endpoints of spaces. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Transfer } from "@lectern/core/internal/content/placement/Transfer"
import { list } from "@lectern/core/lists/List"
import { Move } from "@lectern/core/ordering/Position"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { CreateSpace, Space, SpaceId, UpdateSpace } from "@lectern/core/spaces/Space"
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
import { listParams, shareParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })

/** Containers of content. */
export class SpacesApi extends HttpApiGroup.make("spaces")
  .add(
    get(
      "listSpacesInOrganizationById",
      "/v1/orgs/:organizationId/spaces",
      "List the spaces of an organization",
      "Lists the spaces that the caller may read, wherever they are."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(Space).annotations({ identifier: "SpaceList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "createSpace",
      "/v1/orgs/:organizationId/spaces",
      "Create a space",
      "Creates an empty space at the end of its parent. Needs the level `create` there."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateSpace)
      .addSuccess(Space, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getSpaceById",
      "/v1/spaces/:spaceId",
      "Get a space",
      "A deleted space is answered for 7 days, with `deletedAt`, to those who may restore it."
    )
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct(shareParams))
      .addSuccess(Space)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateSpaceById",
      "/v1/spaces/:spaceId",
      "Update a space",
      "Changes the given fields; `emoji` and `icon` are mutually exclusive. Needs the level `create` on the space."
    )
      .setPath(SpacePath)
      .setPayload(UpdateSpace)
      .addSuccess(Space)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteSpaceById",
      "/v1/spaces/:spaceId",
      "Delete a space",
      "The space disappears from every list, search and site, and can be restored for 7 days. Afterwards it is gone."
    )
      .setPath(SpacePath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "duplicateSpace",
      "/v1/spaces/:spaceId/duplicate",
      "Duplicate a space",
      "Copies the current content, without history, comments and change requests, to a new space right after the original."
    )
      .setPath(SpacePath)
      .addSuccess(Space, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    post(
      "restoreSpace",
      "/v1/spaces/:spaceId/restore",
      "Restore a deleted space",
      "Works within 7 days of the deletion. The space goes back to its collection if that still exists, else to the root."
    )
      .setPath(SpacePath)
      .addSuccess(Space)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    post(
      "moveSpace",
      "/v1/spaces/:spaceId/move",
      "Move a space",
      "Moves it into a collection, to the root (`parent: null`) or among its siblings."
    )
      .setPath(SpacePath)
      .setPayload(Move)
      .addSuccess(Space)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    post(
      "transferSpace",
      "/v1/spaces/:spaceId/transfer",
      "Transfer a space to another organization",
      "Includes its content and history. Grants of people and teams that the target organization does not have are dropped. Needs `create` in both organizations."
    )
      .setPath(SpacePath)
      .setPayload(Transfer)
      .addSuccess(Space)
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Spaces",
      description: "Containers of content: trees of pages with files, versioned as a whole."
    })
  ) {}
