/** The endpoints of spaces. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Transfer } from "@lectern/core/internal/ordering/Transfer"
import { list } from "@lectern/core/lists/List"
import { Move } from "@lectern/core/ordering/Position"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { CreateSpace, Space, SpaceId, UpdateSpace } from "@lectern/core/spaces/Space"
import { Schema } from "effect"
import { get, patch, post, remove } from "../declaration/Endpoint.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  PreconditionFailedError,
  ReadErrors,
  WriteErrors
} from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams, shareParams } from "../params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })

/** Containers of content. */
export class SpacesApi extends HttpApiGroup.make("spaces")
  .add(
    get("listSpacesInOrganizationById", "/v1/orgs/:organizationId/spaces", "The spaces of an organization")
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(Space).annotations({ identifier: "SpaceList" }))
      .addError(ReadErrors)
  )
  .add(
    post("createSpace", "/v1/orgs/:organizationId/spaces", "Create a space")
      .setPath(OrganizationPath)
      .setPayload(CreateSpace)
      .addSuccess(Space, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get("getSpaceById", "/v1/spaces/:spaceId", "A space")
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct(shareParams))
      .addSuccess(Space)
      .addError(ReadErrors)
  )
  .add(
    patch("updateSpaceById", "/v1/spaces/:spaceId", "Change a space", "`emoji` and `icon` exclude each other.")
      .setPath(SpacePath)
      .setPayload(UpdateSpace)
      .addSuccess(Space)
      .addError(WriteErrors)
  )
  .add(
    remove("deleteSpaceById", "/v1/spaces/:spaceId", "Delete a space", "It can be restored for 7 days.")
      .setPath(SpacePath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "duplicateSpace",
      "/v1/spaces/:spaceId/duplicate",
      "Duplicate a space",
      "Copies its current content, not its history, right after the original."
    )
      .setPath(SpacePath)
      .addSuccess(Space, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    post("restoreSpace", "/v1/spaces/:spaceId/restore", "Restore a deleted space", "Within 7 days of its deletion.")
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
      "Into a collection, to the root (`parent: null`), or among its siblings."
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
      "With everything in it; grants of people and teams that the organization does not have are dropped."
    )
      .setPath(SpacePath)
      .setPayload(Transfer)
      .addSuccess(Space)
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
  )
  .annotateContext(OpenApi.annotations({ title: "Spaces", description: "Containers of content." })) {}
