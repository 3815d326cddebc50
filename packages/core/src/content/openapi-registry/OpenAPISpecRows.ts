/** The rows of OpenAPI specifications. */
import * as Schema from "effect/Schema"
import { nameProblem } from "../../foundation/ids/Names.js"
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { differ } from "../../storage/rows/Emits.js"
import {
  auditedRow,
  count,
  id,
  ignored,
  rowOf,
  secret,
  shown,
  shownAs,
  text,
  to
} from "../../storage/rows/RowDeclaration.js"
import type { EventType } from "../../storage/trail/Event.js"
import {
  type OpenAPISpecRecord,
  type OpenAPISpecVersionRecord,
  OpenAPISpecVisibility,
  ProcessErrorCode,
  ProcessingState,
  type StoredSource
} from "./OpenAPISpec.js"

const blobUse = to("use of blob", "blob_references")

/** The source of a specification: an address may contain credentials, so only its host and path are shown. */
const sourceOf = (source: StoredSource): string => {
  if (source.kind === "text") return "text"
  const url = URL.canParse(source.url) ? new URL(source.url) : undefined
  return url === undefined ? "address" : `${url.origin}${url.pathname}`
}

/** The type of the event that a change of a specification is. */
const changeOf = (
  before: OpenAPISpecRecord | undefined,
  after: OpenAPISpecRecord | undefined
): EventType | undefined => {
  if (after === undefined) return "openapi_deleted"
  if (before === undefined) return "openapi_created"
  if (before.lastVersion !== after.lastVersion && after.lastVersion !== undefined) return "openapi_version_created"
  return differ(before, after, "slug", "source", "visibility") ? "openapi_updated" : undefined
}

/** The rows of the table `openapi_specs`. */
export const openapiSpecs = auditedRow<OpenAPISpecRecord>("openapi-spec")({
  target: itself("openapi-spec", ({ id, slug }) => ({ id, title: slug })),
  organization: ofOrganization,
  emits: (before, after) => {
    const [spec, type] = [after ?? before, changeOf(before, after)]
    if (spec === undefined || type === undefined) return []
    const { id, lastVersion, organization } = spec
    const itself = { object: "openapi-spec", id }
    return type === "openapi_version_created" && lastVersion !== undefined
      ? [{ type, organization, subject: { object: "openapi-spec-version", id: lastVersion }, container: itself }]
      : [{ type, organization, subject: itself }]
  },
  fields: {
    id: ignored(id),
    organization: ignored(id),
    slug: shown(text),
    source: shownAs(
      Schema.Union(
        Schema.Struct({ kind: Schema.Literal("url"), url: text, tag: optional(text), modified: optional(text) }),
        Schema.Struct({ kind: Schema.Literal("text"), hash: id, size: optional(count) })
      ),
      sourceOf
    ),
    state: ignored(ProcessingState),
    run: ignored(text),
    visibility: shown(OpenAPISpecVisibility),
    sealedKey: secret(text),
    createdAt: ignored(text),
    updatedAt: ignored(text),
    lastVersion: ignored(optional(id)),
    lastProcessedAt: ignored(optional(text)),
    lastProcessErrorCode: ignored(optional(ProcessErrorCode)),
    lastProcessErrorMessage: ignored(optional(text))
  },
  problem: ({ slug }) => nameProblem("slug", slug),
  references: (spec) => [
    to("organization", "organizations")(spec.organization),
    spec.source.kind === "text" ? blobUse(spec.source.hash, spec.id) : undefined,
    spec.lastVersion === undefined ? undefined : to("version", "openapi_spec_versions")(spec.id, spec.lastVersion)
  ]
})

/** The rows of the table `openapi_spec_versions`. */
export const openapiSpecVersions = rowOf<OpenAPISpecVersionRecord>()({
  fields: { spec: id, id, createdAt: text, hash: id, size: optional(count), digest: text },
  references: (version) => [to("specification", "openapi_specs")(version.spec), blobUse(version.hash, version.id)]
})
