/** The answers for specifications and their versions, with the URLs at which they are served. */

import { organizationUrls } from "../../foundation/urls/PublicUrls.js"
import { allows } from "../../people/access/Policy.js"
import type { Standing } from "../../people/access/Standing.js"
import { signFile } from "../files/FileAddress.js"
import type { OpenAPISpec, OpenAPISpecRecord, OpenAPISpecVersion, OpenAPISpecVersionRecord } from "./OpenAPISpec.js"

const location = (base: string, { organization, slug }: OpenAPISpecRecord): string =>
  `${organizationUrls(base, organization).location}/openapi/${slug}`

/** The URL that serves the last version of a public specification, without a token. */
const publishedAddress = (base: string, { organization, slug }: OpenAPISpecRecord): string =>
  `${base}/openapi/${organization}/${slug}`

/** Signs the URL of a version, which makes it a capability to read the version. */
export const signVersion = (key: string, { id, hash }: OpenAPISpecVersionRecord): string => signFile(key, id, hash)

/** The URL that serves a version without a token: its signature, by the key of the specification, is the permission. */
export const versionAddress = (
  base: string,
  spec: OpenAPISpecRecord,
  key: string,
  version: OpenAPISpecVersionRecord
): string => `${base}/openapi/versions/${spec.id}/${version.id}/${signVersion(key, version)}`

/** A specification as answered to a caller with this standing. */
export const specAnswer = (base: string, { role }: Standing, spec: OpenAPISpecRecord): OpenAPISpec => ({
  object: "openapi-spec",
  id: spec.id,
  createdAt: spec.createdAt,
  updatedAt: spec.updatedAt,
  slug: spec.slug,
  ...(spec.source.kind === "url" && { sourceURL: spec.source.url }),
  processingState: spec.state,
  visibility: spec.visibility,
  ...(spec.lastVersion !== undefined && { lastVersion: spec.lastVersion }),
  ...(spec.lastProcessedAt !== undefined && { lastProcessedAt: spec.lastProcessedAt }),
  ...(spec.lastProcessErrorCode !== undefined && { lastProcessErrorCode: spec.lastProcessErrorCode }),
  ...(spec.lastProcessErrorMessage !== undefined && { lastProcessErrorMessage: spec.lastProcessErrorMessage }),
  permissions: { view: allows(role, "view"), edit: allows(role, "manage") },
  urls: {
    location: location(base, spec),
    app: `${organizationUrls(base, spec.organization).app}/openapi/${spec.slug}`,
    ...(spec.visibility === "public" && { published: publishedAddress(base, spec) })
  }
})

/** A version as answered. */
export const versionAnswer = (
  base: string,
  spec: OpenAPISpecRecord,
  key: string,
  version: OpenAPISpecVersionRecord
): OpenAPISpecVersion => ({
  object: "openapi-spec-version",
  id: version.id,
  createdAt: version.createdAt,
  url: versionAddress(base, spec, key, version),
  urls: { location: `${location(base, spec)}/versions/${version.id}` }
})
