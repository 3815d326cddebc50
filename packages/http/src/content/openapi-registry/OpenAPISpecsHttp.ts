import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { OpenAPISpecsApi } from "./OpenAPISpecsApi.js"

/** The handlers of {@link OpenAPISpecsApi}. */
export const handlers = Effect.map(
  OpenAPISpecs,
  (specs): GroupHandlers<typeof OpenAPISpecsApi> => ({
    listOpenAPISpecs: ({ path, urlParams }) => specs.list(path.organizationId, urlParams),
    createOpenAPISpec: ({ path, payload }) => specs.create(path.organizationId, payload),
    getOpenAPISpecBySlug: ({ path }) => specs.get(path.organizationId, path.specSlug),
    createOrUpdateOpenAPISpecBySlug: ({ path, payload }) => specs.put(path.organizationId, path.specSlug, payload),
    deleteOpenAPISpecBySlug: ({ path }) => specs.remove(path.organizationId, path.specSlug),
    updateOpenAPISpecBySlug: ({ path, payload }) => specs.update(path.organizationId, path.specSlug, payload),
    listOpenAPISpecVersions: ({ path, urlParams }) => specs.versions(path.organizationId, path.specSlug, urlParams),
    getLatestOpenAPISpecVersion: ({ path }) => specs.version(path.organizationId, path.specSlug),
    getLatestOpenAPISpecVersionContent: ({ path }) => specs.content(path.organizationId, path.specSlug),
    getOpenAPISpecVersionById: ({ path }) => specs.version(path.organizationId, path.specSlug, path.versionId),
    getOpenAPISpecVersionContentById: ({ path }) => specs.content(path.organizationId, path.specSlug, path.versionId)
  })
)
