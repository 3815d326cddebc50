/** Audit rules of OpenAPI specifications. */
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"
import type { OpenAPISpecRecord, StoredSource } from "./OpenAPISpec.js"

/** The source of a specification: an address may contain credentials, so only its host and path are shown. */
const sourceOf = (source: StoredSource): string => {
  if (source.kind === "text") return "text"
  const url = URL.canParse(source.url) ? new URL(source.url) : undefined
  return url === undefined ? "address" : `${url.origin}${url.pathname}`
}

/** The audit rules of OpenAPI specifications. */
export const audits: ReadonlyArray<Auditing> = [
  audited<OpenAPISpecRecord>("openapi_specs", {
    kind: "openapi-spec",
    target: itself("openapi-spec", ({ id, slug }) => ({ id, title: slug })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      slug: "shown",
      source: sourceOf,
      state: "ignored",
      run: "ignored",
      visibility: "shown",
      sealedKey: "secret",
      createdAt: "ignored",
      updatedAt: "ignored",
      lastVersion: "ignored",
      lastProcessedAt: "ignored",
      lastProcessErrorCode: "ignored"
    }
  }),
  { table: "openapi_spec_versions", none: "content" }
]
