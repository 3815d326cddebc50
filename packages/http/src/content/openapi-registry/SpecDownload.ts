/** Specifications as documents, at URLs that work without a token: published ones, and signed ones of versions. */
import { tags } from "@lectern/core/internal/engine/Services"
import { OpenAPISpecId, OpenAPISpecVersionId } from "@lectern/core/openapi-specs/OpenAPISpec"
import type { ServedSpec } from "@lectern/core/openapi-specs/OpenAPISpecs"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as Effect from "effect/Effect"
import { isKnownTo } from "../../foundation/dispatcher/EntityTag.js"
import { type Answer, type HttpRequest, jsonTextAnswer } from "../../foundation/dispatcher/Exchange.js"
import type { Params, PlainRoute } from "../../foundation/dispatcher/Route.js"

/** A published document may change, and a signed URL may be revoked, so both must be revalidated each time. */
const headers = { "cache-control": "public, no-cache", "cross-origin-resource-policy": "cross-origin" }

const answerOf = ({ document, tag }: ServedSpec, request: HttpRequest) =>
  isKnownTo(request, tag)
    ? Effect.succeed<Answer>({ status: 304, tag, headers })
    : Effect.map(document, (text) => jsonTextAnswer(200, text, { tag, headers }))

/** The routes of documents. Ids, slugs and signatures have no characters that are encoded in URLs. */
export const routes = Effect.map(tags.openAPISpecs, (specs): ReadonlyArray<PlainRoute> => {
  const route = (
    operation: string,
    path: string,
    find: (params: Params) => ReturnType<typeof specs.published>
  ): PlainRoute => ({
    kind: "plain",
    method: "GET",
    path,
    operation,
    answer: (params, request) => Effect.flatMap(find(params), (served) => answerOf(served, request))
  })
  return [
    route("readPublishedOpenAPISpec", "/openapi/:organizationId/:specSlug", ({ organizationId = "", specSlug = "" }) =>
      specs.published(OrganizationId.make(organizationId), specSlug)
    ),
    route(
      "readOpenAPISpecVersion",
      "/openapi/versions/:specId/:versionId/:signature",
      ({ specId = "", versionId = "", signature = "" }) =>
        specs.signed(OpenAPISpecId.make(specId), OpenAPISpecVersionId.make(versionId), signature)
    )
  ]
})
