import * as Schema from "effect/Schema"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Timestamp, text, Url } from "../schema/Text.js"

/** The id of a specification. */
export const OpenAPISpecId = Schema.String.pipe(Schema.brand("OpenAPISpecId"))
/** @see {@link OpenAPISpecId} */
export type OpenAPISpecId = typeof OpenAPISpecId.Type

/** The id of a version of a specification. */
export const OpenAPISpecVersionId = Schema.String.pipe(Schema.brand("OpenAPISpecVersionId"))
/** @see {@link OpenAPISpecVersionId} */
export type OpenAPISpecVersionId = typeof OpenAPISpecVersionId.Type

/** What a specification is called in addresses and references: words of a-z and 0-9 joined by single hyphens. */
export const OpenAPISpecSlug = text(1, 100).pipe(
  Schema.filter(
    (slug) =>
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || "expected lower-case letters and digits in words joined by hyphens"
  )
)

/** How far the processing of the source is. */
export const ProcessingState = Schema.Literal("pending", "progress", "complete")

/** Why the source gave no version: it did not come in time, did not come at all, or is no valid specification. */
export const ProcessErrorCode = Schema.Literal("FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR")
/** @see {@link ProcessErrorCode} */
export type ProcessErrorCode = typeof ProcessErrorCode.Type

/** Who may read a specification at its published address: nobody, or everybody. */
export const OpenAPISpecVisibility = Schema.Literal("private", "public")

/** A specification, as answered. */
export const OpenAPISpec = Schema.Struct({
  object: Schema.Literal("openapi-spec"),
  id: OpenAPISpecId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  slug: Schema.String,
  sourceURL: optional(Schema.String),
  processingState: ProcessingState,
  visibility: OpenAPISpecVisibility,
  lastVersion: optional(OpenAPISpecVersionId),
  lastProcessedAt: optional(Timestamp),
  lastProcessErrorCode: optional(ProcessErrorCode),
  permissions: Schema.Struct({ view: Schema.Boolean, edit: Schema.Boolean }),
  urls: Schema.Struct({ location: Schema.String, app: Schema.String, published: optional(Schema.String) })
}).annotations({ identifier: "OpenAPISpec" })
/** @see {@link OpenAPISpec} */
export type OpenAPISpec = typeof OpenAPISpec.Type

/** A version of a specification, as answered; `url` serves it as one document, without a token. */
export const OpenAPISpecVersion = Schema.Struct({
  object: Schema.Literal("openapi-spec-version"),
  id: OpenAPISpecVersionId,
  createdAt: Timestamp,
  url: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "OpenAPISpecVersion" })
/** @see {@link OpenAPISpecVersion} */
export type OpenAPISpecVersion = typeof OpenAPISpecVersion.Type

/** The files of a version by their names, parsed; the name of a fetched file is its address. */
export const OpenAPISpecContent = Schema.Struct({
  filesystem: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  url: Schema.String
}).annotations({ identifier: "OpenAPISpecContent" })
/** @see {@link OpenAPISpecContent} */
export type OpenAPISpecContent = typeof OpenAPISpecContent.Type

/** The most characters of a specification that is given as text. */
const maxText = 5_000_000

/** Where a specification comes from: an address that is fetched again from time to time, or a text. */
export const OpenAPISpecSource = Schema.Struct({
  url: optional(Url),
  text: optional(text(1, maxText))
})
  .pipe(
    Schema.filter(({ url, text }) => {
      if (url === undefined && text === undefined) return { path: ["url"], message: "is missing, and so is text" }
      return url === undefined || text === undefined || { path: ["text"], message: "expected url or text, not both" }
    })
  )
  .annotations({ identifier: "OpenAPISpecSource" })
/** @see {@link OpenAPISpecSource} */
export type OpenAPISpecSource = typeof OpenAPISpecSource.Type

/** What a specification is made from. */
export const CreateOpenAPISpec = Schema.Struct({ slug: OpenAPISpecSlug, source: OpenAPISpecSource }).annotations({
  identifier: "CreateOpenAPISpec"
})
/** @see {@link CreateOpenAPISpec} */
export type CreateOpenAPISpec = typeof CreateOpenAPISpec.Type

/** A specification's source, to make it from or to replace it by. */
export const PutOpenAPISpec = Schema.Struct({ source: OpenAPISpecSource }).annotations({ identifier: "PutOpenAPISpec" })
/** @see {@link PutOpenAPISpec} */
export type PutOpenAPISpec = typeof PutOpenAPISpec.Type

/** What can be changed of a specification without processing it again. */
export const UpdateOpenAPISpec = Schema.Struct({ visibility: OpenAPISpecVisibility }).annotations({
  identifier: "UpdateOpenAPISpec"
})
/** @see {@link UpdateOpenAPISpec} */
export type UpdateOpenAPISpec = typeof UpdateOpenAPISpec.Type

/** Where a stored specification comes from; `hash` is the blob of its text, `tag` and `modified` what a server said. */
export type StoredSource =
  | { readonly kind: "url"; readonly url: string; readonly tag?: string; readonly modified?: string }
  | { readonly kind: "text"; readonly hash: string }

/** A specification as stored. `run` is the processing asked for last; only its result counts. */
export interface OpenAPISpecRecord {
  readonly id: OpenAPISpecId
  readonly organization: OrganizationId
  readonly slug: string
  readonly source: StoredSource
  readonly state: typeof ProcessingState.Type
  readonly run: string
  readonly visibility: typeof OpenAPISpecVisibility.Type
  /** Signs the addresses of versions. */
  readonly key: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly lastVersion?: OpenAPISpecVersionId
  readonly lastProcessedAt?: string
  readonly lastProcessErrorCode?: ProcessErrorCode
}

/** A version as stored: `hash` is the blob of its files, `digest` is equal for equal content, however it is written. */
export interface OpenAPISpecVersionRecord {
  readonly spec: OpenAPISpecId
  readonly id: OpenAPISpecVersionId
  readonly createdAt: string
  readonly hash: string
  readonly digest: string
}
