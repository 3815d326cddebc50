/** The endpoints of OpenAPI specifications. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
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
import * as Schema from "effect/Schema"
import { get, patch, post, put, remove } from "../../foundation/declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { Segment, segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const SpecPath = Schema.Struct({
  organizationId: segment(OrganizationId),
  specSlug: described(Segment, "The slug of the specification in its organization.")
})
const VersionPath = Schema.Struct({
  ...SpecPath.fields,
  versionId: described(segment(OpenAPISpecVersionId), "The id of a version of this specification.")
})

/** The registry of OpenAPI specifications. */
export class OpenAPISpecsApi extends HttpApiGroup.make("openapi-specs")
  .add(
    get(
      "listOpenAPISpecs",
      "/v1/orgs/:organizationId/openapi",
      "List the OpenAPI specifications of an organization",
      "Lists the specifications with the state of their processing. Guests may not list them."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(OpenAPISpec).annotations({ identifier: "OpenAPISpecList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createOpenAPISpec",
      "/v1/orgs/:organizationId/openapi",
      "Create an OpenAPI specification",
      "The source is processed in the background: see `processingState` and `lastProcessErrorCode`."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateOpenAPISpec)
      .addSuccess(OpenAPISpec, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "getOpenAPISpecBySlug",
      "/v1/orgs/:organizationId/openapi/:specSlug",
      "Get an OpenAPI specification",
      "Returns the specification with the state of its processing; the content is in its versions."
    )
      .setPath(SpecPath)
      .addSuccess(OpenAPISpec)
      .addError(ReadErrors)
  )
  .add(
    put(
      "createOrUpdateOpenAPISpecBySlug",
      "/v1/orgs/:organizationId/openapi/:specSlug",
      "Create or replace an OpenAPI specification",
      "Creates the specification, or replaces its source. The source is processed in the background; a new version is made only if the content changed."
    )
      .setPath(SpecPath)
      .setPayload(PutOpenAPISpec)
      .addSuccess(OpenAPISpec)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteOpenAPISpecBySlug",
      "/v1/orgs/:organizationId/openapi/:specSlug",
      "Delete an OpenAPI specification",
      "Deletes the specification with its versions. References to it count as broken."
    )
      .setPath(SpecPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateOpenAPISpecBySlug",
      "/v1/orgs/:organizationId/openapi/:specSlug",
      "Update who may read an OpenAPI specification",
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
      "List the versions of an OpenAPI specification",
      "Oldest first; the last one is also at `versions/latest`."
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
      "Get the latest version of an OpenAPI specification",
      "Fails with 404 while the specification has no version yet."
    )
      .setPath(SpecPath)
      .addSuccess(OpenAPISpecVersion)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getLatestOpenAPISpecVersionContent",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions/latest/content",
      "Get the content of the latest version",
      "Returns the files of the version, parsed. Fails with 404 while there is no version yet."
    )
      .setPath(SpecPath)
      .addSuccess(OpenAPISpecContent)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getOpenAPISpecVersionById",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId",
      "Get a version of an OpenAPI specification",
      "A version never changes."
    )
      .setPath(VersionPath)
      .addSuccess(OpenAPISpecVersion)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getOpenAPISpecVersionContentById",
      "/v1/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content",
      "Get the content of a version",
      "Returns the files of the version, parsed."
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
