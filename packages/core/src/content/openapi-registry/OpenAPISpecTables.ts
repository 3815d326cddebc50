/** The tables of OpenAPI specifications. */
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { OpenAPISpecRecord, OpenAPISpecVersionRecord } from "./OpenAPISpec.js"

/**
 * The specifications; `fetched` is the time when one with a URL was last fetched, `null` unless its processing is
 * complete.
 */
export const OpenAPISpecsTable = recordTable({
  name: "openapi_specs",
  emits: true,
  columns: { id: "text", organization: "text", slug: "text", state: "text", fetched: "text?", sealedBy: "text" },
  key: ["id"],
  indexes: {
    place: { on: ["organization", "id"] },
    slug: { on: ["organization", "slug"], unique: true },
    state: { on: ["state", "id"] },
    fetched: { on: ["fetched", "id"] },
    sealedBy: { on: ["sealedBy"] }
  },
  lockedBy: "organization organization",
  columnsOf: (spec: OpenAPISpecRecord) => ({
    id: spec.id,
    organization: spec.organization,
    slug: spec.slug,
    state: spec.state,
    fetched: spec.source.kind === "url" && spec.state === "complete" ? (spec.lastProcessedAt ?? null) : null,
    sealedBy: keyIdOf(spec.sealedKey)
  }),
  row: () => import("./OpenAPISpecRows.js").then(({ openapiSpecs }) => openapiSpecs)
})

/** The versions of specifications. */
export const OpenAPISpecVersionsTable = recordTable({
  name: "openapi_spec_versions",
  columns: { spec: "text", id: "text" },
  key: ["spec", "id"],
  indexes: {},
  lockedBy: "organization",
  columnsOf: ({ spec, id }: OpenAPISpecVersionRecord) => ({ spec, id }),
  unaudited: "content",
  row: () => import("./OpenAPISpecRows.js").then(({ openapiSpecVersions }) => openapiSpecVersions)
})
