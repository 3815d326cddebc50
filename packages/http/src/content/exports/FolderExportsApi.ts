/** The endpoints that export content as folders. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { FolderAddress } from "@lectern/core/exports/FolderExport"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get } from "../../foundation/declaration/Endpoint.js"
import { ConflictError, ReadErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const RequestPath = Schema.Struct({
  ...SpacePath.fields,
  changeRequestId: segment(ChangeRequestRef).annotations({ description: "The id, or the number in the space." })
})

const about =
  "Returns an address that works for an hour without a token. The zip archive there has the folder of markdown that the command `lectern export` writes, as the content is now."

/** Content as folders. */
export class FolderExportsApi extends HttpApiGroup.make("folder-exports")
  .add(
    get("exportContent", "/v1/spaces/:spaceId/content/export", "Export a space as a folder", about)
      .setPath(SpacePath)
      .addSuccess(FolderAddress)
      .addError(ReadErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "exportContentOfChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/export",
      "Export a change request as a folder",
      about
    )
      .setPath(RequestPath)
      .addSuccess(FolderAddress)
      .addError(ReadErrors)
      .addError(ConflictError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Folder exports", description: "Content as a folder of markdown in a zip archive." })
  ) {}
