/** The endpoints of imports. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { Import, ImportContent, ImportId, ImportResult } from "@lectern/core/imports/Import"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get, post, remove } from "../../foundation/declaration/Endpoint.js"
import { ConflictError, InvalidError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { Prefer } from "../../foundation/params/HeaderParams.js"
import { segment } from "../../foundation/params/PathParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const RequestPath = Schema.Struct({
  ...SpacePath.fields,
  changeRequestId: segment(ChangeRequestRef).annotations({ description: "The id, or the number in the space." })
})
const ImportPath = Schema.Struct({
  importId: described(segment(ImportId), "The id of the import, as its `Location` has it.")
})

const whatImportDoes = [
  "Reads an address, and appends what it holds at the end of the root, as one revision or not at all.",
  "Stops with 400 at 500 pages or 240 seconds; with `Prefer: respond-async` it answers 202 at once,",
  "goes on in the background with wider limits, and is looked up at its `Location`."
].join(" ")

/** Imports into spaces and change requests. */
export class ImportsApi extends HttpApiGroup.make("imports")
  .add(
    post("importContent", "/v1/spaces/:spaceId/content/import", "Import content into a space", whatImportDoes)
      .setPath(SpacePath)
      .setHeaders(Prefer)
      .setPayload(ImportContent)
      .addSuccess(ImportResult, { status: 201 })
      .addSuccess(Import, { status: 202 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    post(
      "importContentInChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/import",
      "Import content into a change request",
      whatImportDoes
    )
      .setPath(RequestPath)
      .setHeaders(Prefer)
      .setPayload(ImportContent)
      .addSuccess(ImportResult, { status: 201 })
      .addSuccess(Import, { status: 202 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "getImport",
      "/v1/imports/:importId",
      "Get an import",
      "Returns the progress and the result of an import in the background. For who asked for it and for those who may edit the space."
    )
      .setPath(ImportPath)
      .addSuccess(Import)
      .addError(ReadErrors)
  )
  .add(
    remove(
      "cancelImport",
      "/v1/imports/:importId",
      "Cancel an import",
      "Cancels the import and discards what it has read. An import that has ended stays as it is."
    )
      .setPath(ImportPath)
      .addError(InvalidError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Imports",
      description: "Content read from websites, documents and archives at an address."
    })
  ) {}
