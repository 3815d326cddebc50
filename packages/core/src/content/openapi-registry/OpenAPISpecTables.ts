/** The tables of OpenAPI specifications. */
import { table } from "../../storage/rows/Table.js"

/**
 * The specifications; `fetched` is the time when one with a URL was last fetched, `null` unless its processing is
 * complete.
 */
export const OpenAPISpecsTable = table({
  name: "openapi_specs",
  columns: { id: "text", organization: "text", slug: "text", state: "text", fetched: "text?", sealedBy: "text" },
  key: ["id"],
  indexes: {
    place: { on: ["organization", "id"] },
    slug: { on: ["organization", "slug"], unique: true },
    state: { on: ["state", "id"] },
    fetched: { on: ["fetched", "id"] },
    sealedBy: { on: ["sealedBy"] }
  },
  lockedBy: "organization organization"
})

/** The versions of specifications. */
export const OpenAPISpecVersionsTable = table({
  name: "openapi_spec_versions",
  columns: { spec: "text", id: "text" },
  key: ["spec", "id"],
  indexes: {},
  lockedBy: "organization"
})
