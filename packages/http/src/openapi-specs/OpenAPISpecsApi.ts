/** The endpoints of OpenAPI specifications. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { list } from "@lectern/core/lists/List"
import {
  CreateOpenAPISpec,
  OpenAPISpec,
  OpenAPISpecContent,
  OpenAPISpecVersion,
  OpenAPISpecVersionId,
  PutOpenAPISpec,
  UpdateOpenAPISpec
} from "@lectern/core/openapi-specs/OpenAPISpec"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { Schema } from "effect"
import { get, patch, post, put, remove } from "../declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  ReadErrors,
  WriteErrors
} from "../errors/WireError.js"
import { Segment, segment } from "../params/PathParams.js"
import { listParams } from "../params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const SpecPath = Schema.Struct({ organizationId: segment(OrganizationId), specSlug: Segment })
const VersionPath = Schema.Struct({ ...SpecPath.fields, versionId: segment(OpenAPISpecVersionId) })

const processed = "The source is read in the background: see `processingState` and `lastProcessErrorCode`."

/** The registry of OpenAPI specifications. */
export class OpenAPISpecsApi extends HttpApiGroup.make("openapi-specs")
  .add(
    get("listOpenAPISpecs", "/v1/orgs/:organizationId/openapi", "The specifications of an organization")
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(OpenAPISpec).annotations({ identifier: "OpenAPISpecList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post("createOpenAPISpec", "/v1/orgs/:organizationId/openapi", "Create a specification", processed)
      .setPath(OrganizationPath)
      .setPayload(CreateOpenAPISpec)
      .addSuccess(OpenAPISpec, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get("getOpenAPISpecBySlug", "/v1/orgs/:organizationId/openapi/:specSlug", "A specification")
      .setPath(SpecPath)
      .addSuccess(OpenAPISpec)
      .addError(ReadErrors)
  )
  .add(
    put(
      "createOrUpdateOpenAPISpecBySlug",
      "/v1/orgs/:organizationId/openapi/:specSlug",
      "Create a specification, or give it another source",
      processed
    )
      .setPath(SpecPath)
      .setPayload(PutOpenAPISpec)
      .addSuccess(OpenAPISpec)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove("deleteOpenAPISpecBySlug", "/v1/orgs/:organizationId/openapi/:specSlug", "Delete a specification")
      .setPath(SpecPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateOpenAPISpecBySlug",
      "/v1/orgs/:organizationId/openapi/:specSlug",
      "Change who may read a specification",
      "`public` serves it at `urls.published` without a token; `private` ends every address given out before."
    )
      .setPath(SpecPath)
      .setPayload(UpdateOpenAPISpec)
      .addSuccess(OpenAPISpec)
      .addError(BodyErrors)
      .addError(ForbiddenError)
      .addError(NotFoundError)
  )
  .add(
    get(
      "listOpenAPISpecVersions",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions",
      "The versions of a specification"
    )
      .setPath(SpecPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(OpenAPISpecVersion).annotations({ identifier: "OpenAPISpecVersionList" }))
      .addError(ReadErrors)
  )
  .add(
    get(
      "getLatestOpenAPISpecVersion",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions/latest",
      "The last version of a specification"
    )
      .setPath(SpecPath)
      .addSuccess(OpenAPISpecVersion)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getLatestOpenAPISpecVersionContent",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions/latest/content",
      "The files of the last version"
    )
      .setPath(SpecPath)
      .addSuccess(OpenAPISpecContent)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getOpenAPISpecVersionById",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId",
      "A version of a specification"
    )
      .setPath(VersionPath)
      .addSuccess(OpenAPISpecVersion)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getOpenAPISpecVersionContentById",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content",
      "The files of a version"
    )
      .setPath(VersionPath)
      .addSuccess(OpenAPISpecContent)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "OpenAPI specifications",
      description: "A registry of OpenAPI and Swagger specifications, from addresses and texts, with their versions."
    })
  ) {}
