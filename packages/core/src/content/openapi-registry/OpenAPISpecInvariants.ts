/** The invariants of OpenAPI specifications. */
import * as Schema from "effect/Schema"
import { nameProblem } from "../../foundation/ids/Names.js"
import { optional } from "../../foundation/schema/Input.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { BlobReferenceTable } from "../../storage/blobs/BlobReferences.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { OpenAPISpecVisibility, ProcessErrorCode, ProcessingState } from "./OpenAPISpec.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "./OpenAPISpecTables.js"

const blobUse = to("use of blob", BlobReferenceTable)

/** Invariants of the rows of OpenAPI specifications. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(OpenAPISpecsTable, {
    fields: {
      id,
      organization: id,
      slug: text,
      source: Schema.Union(
        Schema.Struct({ kind: Schema.Literal("url"), url: text, tag: optional(text), modified: optional(text) }),
        Schema.Struct({ kind: Schema.Literal("text"), hash: id, size: optional(count) })
      ),
      state: ProcessingState,
      run: text,
      visibility: OpenAPISpecVisibility,
      sealedKey: text,
      createdAt: text,
      updatedAt: text,
      lastVersion: optional(id),
      lastProcessedAt: optional(text),
      lastProcessErrorCode: optional(ProcessErrorCode)
    },
    problem: ({ slug }) => nameProblem("slug", slug),
    references: (spec) => [
      to("organization", OrganizationsTable)(spec.organization),
      spec.source.kind === "text" ? blobUse(spec.source.hash, spec.id) : undefined,
      spec.lastVersion === undefined ? undefined : to("version", OpenAPISpecVersionsTable)(spec.id, spec.lastVersion)
    ]
  }),
  invariantsOf(OpenAPISpecVersionsTable, {
    fields: { spec: id, id, createdAt: text, hash: id, size: optional(count), digest: text },
    references: (version) => [to("specification", OpenAPISpecsTable)(version.spec), blobUse(version.hash, version.id)]
  })
]
