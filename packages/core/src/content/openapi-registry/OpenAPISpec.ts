/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import {
  app,
  createdAt,
  described,
  identified,
  location,
  may,
  permissions,
  updatedAt,
  urls
} from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Timestamp, text, Url } from "../../foundation/schema/Text.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { OpenAPISpecId } from "./OpenAPISpecId.js"

export { OpenAPISpecId }

/** The id of a version of a specification. */
export const OpenAPISpecVersionId = Schema.String.pipe(Schema.brand("OpenAPISpecVersionId"))
export type OpenAPISpecVersionId = typeof OpenAPISpecVersionId.Type

/** The name of a specification in URLs and references: words of a-z and 0-9 joined by single hyphens. */
export const OpenAPISpecSlug = text(1, 100).pipe(
  Schema.filter(
    (slug) =>
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || "expected lower-case letters and digits in words joined by hyphens"
  )
)

/** The state of processing the source. */
export const ProcessingState = Schema.Literal("pending", "progress", "complete")

/** The reason why the source yielded no version: a timeout, a failed fetch, or an invalid specification. */
export const ProcessErrorCode = Schema.Literal("FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR")
export type ProcessErrorCode = typeof ProcessErrorCode.Type

/** The readers of a specification at its published URL: nobody, or everybody. */
export const OpenAPISpecVisibility = Schema.Literal("private", "public")

/** A specification, as answered. */
export const OpenAPISpec = Schema.Struct({
  object: Schema.Literal("openapi-spec"),
  id: identified(OpenAPISpecId),
  createdAt,
  updatedAt,
  slug: described(Schema.String, "The name in addresses and references, unique in the organization."),
  sourceURL: optional(
    Schema.String,
    "The address that the specification is fetched from. Absent if it was given as text."
  ),
  processingState: described(
    ProcessingState,
    "The state of the processing of the source: waiting, in progress, or ended."
  ),
  visibility: described(
    OpenAPISpecVisibility,
    "`public` serves the specification at `urls.published` without a token; `private` does not."
  ),
  lastVersion: optional(OpenAPISpecVersionId, "The id of the last version. Absent until one was made."),
  lastProcessedAt: optional(Timestamp, "When the source was last processed."),
  lastProcessErrorCode: optional(
    ProcessErrorCode,
    "Why processing the source last failed: it took too long, could not be fetched, or is not a valid specification. Absent if it did not fail."
  ),
  lastProcessErrorMessage: optional(
    Schema.String,
    "Where and why the source is not a valid specification: its file, line and column, or the place in the document. Absent unless `lastProcessErrorCode` is `PARSE_ERROR`."
  ),
  permissions: permissions({ view: may("read the specification"), edit: may("change and delete the specification") }),
  urls: urls({
    location,
    app,
    published: optional(
      Schema.String,
      "The address of the last version, without a token. Only if `visibility` is `public`."
    )
  })
}).annotations({
  identifier: "OpenAPISpec",
  description: "An OpenAPI or Swagger specification that an organization keeps, with its versions."
})
export type OpenAPISpec = typeof OpenAPISpec.Type

/** A version of a specification, as answered; `url` serves it as one document, without a token. */
export const OpenAPISpecVersion = Schema.Struct({
  object: Schema.Literal("openapi-spec-version"),
  id: identified(OpenAPISpecVersionId),
  createdAt,
  url: described(Schema.String, "An address of the version as one document, which needs no token."),
  urls: urls({ location })
}).annotations({
  identifier: "OpenAPISpecVersion",
  description: "The content of a specification at one moment. A version never changes."
})
export type OpenAPISpecVersion = typeof OpenAPISpecVersion.Type

/** The files of a version by their names, parsed; the name of a fetched file is its URL. */
export const OpenAPISpecContent = Schema.Struct({
  filesystem: described(
    Schema.Record({ key: Schema.String, value: Schema.Unknown }),
    "Each file, parsed, by its name. The name of a fetched file is its address."
  ),
  url: described(Schema.String, "An address of the version as one document, which needs no token.")
}).annotations({ identifier: "OpenAPISpecContent", description: "The files of a version." })
export type OpenAPISpecContent = typeof OpenAPISpecContent.Type

/** The maximum length of a specification that is given as text, in characters. */
const maxText = 5_000_000

/** The source of a specification: a URL that is fetched periodically, or a text. */
export const OpenAPISpecSource = Schema.Struct({
  url: optional(
    Url,
    "An http or https address of a document in JSON or YAML, at most 2,048 characters. Files of the same origin that it refers to are fetched too."
  ),
  text: optional(text(1, maxText), "The document itself in JSON or YAML, at most 5,000,000 characters.")
})
  .pipe(
    Schema.filter(({ url, text }) => {
      if (url === undefined && text === undefined) return { path: ["url"], message: "is missing, and so is text" }
      return url === undefined || text === undefined || { path: ["text"], message: "expected url or text, not both" }
    })
  )
  .annotations({
    identifier: "OpenAPISpecSource",
    jsonSchema: { description: "Where a specification comes from: exactly one of an address and a text." }
  })
export type OpenAPISpecSource = typeof OpenAPISpecSource.Type

/** Input for creating a specification. */
export const CreateOpenAPISpec = Schema.Struct({
  slug: described(
    OpenAPISpecSlug,
    "A name for addresses: words of lower-case letters and digits joined by single hyphens, at most 100 characters. No other specification of the organization may have it."
  ),
  source: described(OpenAPISpecSource, "Where the specification comes from.")
}).annotations({
  identifier: "CreateOpenAPISpec",
  description: "A new specification."
})
export type CreateOpenAPISpec = typeof CreateOpenAPISpec.Type

/** The source of a specification, to create it or to replace its source. */
export const PutOpenAPISpec = Schema.Struct({
  source: described(OpenAPISpecSource, "Where the specification comes from.")
}).annotations({ identifier: "PutOpenAPISpec", description: "The source of a specification." })
export type PutOpenAPISpec = typeof PutOpenAPISpec.Type

/** The changes to a specification that do not need processing. */
export const UpdateOpenAPISpec = Schema.Struct({
  visibility: described(OpenAPISpecVisibility, "`public` for everybody, without a token; `private` for members only.")
}).annotations({
  identifier: "UpdateOpenAPISpec",
  description: "Who may read a specification."
})
export type UpdateOpenAPISpec = typeof UpdateOpenAPISpec.Type

/**
 * The source of a stored specification; `hash` is the blob of its text, `tag` and `modified` are the server's values
 * for revalidation.
 */
export type StoredSource =
  | { readonly kind: "url"; readonly url: string; readonly tag?: string; readonly modified?: string }
  | { readonly kind: "text"; readonly hash: string; readonly size?: number }

/** A specification as stored. `run` identifies the latest processing; only its result counts. */
export interface OpenAPISpecRecord {
  readonly id: OpenAPISpecId
  readonly organization: OrganizationId
  readonly slug: string
  readonly source: StoredSource
  readonly state: typeof ProcessingState.Type
  readonly run: string
  readonly visibility: typeof OpenAPISpecVisibility.Type
  /** The sealed key that signs the URLs of versions. */
  readonly sealedKey: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly lastVersion?: OpenAPISpecVersionId
  readonly lastProcessedAt?: string
  readonly lastProcessErrorCode?: ProcessErrorCode
  /** Present only for parse errors: the messages of failed requests may tell about other servers. */
  readonly lastProcessErrorMessage?: string
}

/**
 * A version as stored: `hash` is the blob of its files, `digest` is equal for equal content, whatever its formatting.
 */
export interface OpenAPISpecVersionRecord {
  readonly spec: OpenAPISpecId
  readonly id: OpenAPISpecVersionId
  readonly createdAt: string
  readonly hash: string
  /** The size in bytes; absent in versions from before it was recorded. */
  readonly size?: number
  readonly digest: string
}
