/** The shapes of the public API's own document, as validators of answers. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Ajv, type ValidateFunction } from "ajv"

type Json = { readonly [key: string]: unknown }

const file = join(dirname(createRequire(import.meta.url).resolve("@gitbook/api")), "../spec/openapi.json")

/** OpenAPI 3.0 to JSON Schema: `nullable`; and names that are required but nowhere defined are not required. */
const toJsonSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toJsonSchema)
  if (typeof value !== "object" || value === null) return value
  const { discriminator: _, nullable, required, ...rest } = value as Json
  const { properties } = rest
  const names = Array.isArray(required) && typeof properties === "object" && properties !== null
  const schema = {
    ...Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, toJsonSchema(child)])),
    ...(required !== undefined && { required: names ? required.filter((name) => name in properties) : required })
  }
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : schema
}

const document = toJsonSchema(JSON.parse(readFileSync(file, "utf8"))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Json
}
/** Its "empty" alternative of a page's body allows no property at all, so that no page without a body fits it. */
const { Document } = document.components.schemas as { readonly Document: { oneOf: Array<Json> } }
Document.oneOf = Document.oneOf.map((alternative) =>
  alternative.title === "Empty"
    ? { not: { anyOf: [{ required: ["markdown"] }, { required: ["document"] }] } }
    : alternative
)

/** A computed page has no other body, or else it fits both of the alternatives that say which of the two it has. */
const { RevisionPageDocument } = document.components.schemas as {
  readonly RevisionPageDocument: { allOf: Array<{ oneOf?: Array<Json> }> }
}
for (const { oneOf } of RevisionPageDocument.allOf) {
  for (const alternative of oneOf ?? []) {
    if (alternative.required === undefined) Object.assign(alternative, { not: { required: ["computed"] } })
  }
}

/** A provider that is not configured yet lacks its settings. */
const schemas = document.components.schemas as { OrganizationSAMLProvider: Json }
const provider = schemas.OrganizationSAMLProvider
const unconfigured = ["ssoURL", "entityID", "certificate"]
schemas.OrganizationSAMLProvider = {
  if: { properties: { status: { const: "pending" } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    ...provider,
    required: (provider.required as ReadonlyArray<string>).filter((name) => !unconfigured.includes(name))
  },
  else: provider
}

/** Alternatives that all allow further fields: a value that fits one of them usually fits the others too. */
const edited = document.components.schemas as { RevisionSemanticChangePageEdited: { properties: { attributes: Json } } }
const { attributes } = edited.RevisionSemanticChangePageEdited.properties
edited.RevisionSemanticChangePageEdited.properties.attributes = { anyOf: attributes.oneOf }
/** A published site has no customizations and scripts. */
const { PublishedContentSite } = document.components.schemas as { readonly PublishedContentSite: Json }
Object.assign(PublishedContentSite, { required: ["object", "site", "structure"] })

/** A list of invite links has those to spaces and collections too. */
const linkInvites = document.paths["/orgs/{organizationId}/link-invites"]?.get as {
  readonly responses: { readonly 200: { readonly content: { readonly "application/json": { schema: Json } } } }
}
linkInvites.responses[200].content["application/json"].schema = {
  type: "object",
  properties: { items: { type: "array", items: { $ref: "#/components/schemas/OrganizationInviteLink" } } },
  required: ["items"],
  allOf: [{ $ref: "#/components/schemas/List" }]
}

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } })
ajv.addSchema({ $id: "gitbook", components: document.components })

const absolute = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', '"$ref":"gitbook#/'))

/** Names of the public API that Lectern's own operations use with another shape. */
const ownShapes = new Set(["listTranslations", "createTranslation", "getTranslation", "updateTranslation"])

const responses = new Map<string, Json>()
for (const methods of Object.values(document.paths)) {
  for (const operation of Object.values(methods)) {
    if (typeof operation.operationId !== "string") continue
    if (!ownShapes.has(operation.operationId)) responses.set(operation.operationId, operation.responses as Json)
  }
}

/** Whether the public API has the operation. */
export const hasOperation = (operation: string): boolean => ownShapes.has(operation) || responses.has(operation)

const compiled = new Map<string, ValidateFunction | undefined>()

const validatorOf = (operation: string, status: number): ValidateFunction | undefined => {
  const key = `${operation} ${status}`
  if (compiled.has(key)) return compiled.get(key)
  const response = responses.get(operation)?.[String(status)] as { readonly content?: Json } | undefined
  const content = response?.content?.["application/json"] as { readonly schema: object } | undefined
  const validate = content && ajv.compile(absolute(content.schema) as object)
  compiled.set(key, validate)
  return validate
}

/**
 * The problems of an answer according to the public API's document; empty if there are none, or the document does not
 * describe it.
 */
export const problems = (operation: string, status: number, body: unknown): ReadonlyArray<string> => {
  const validate = validatorOf(operation, status)
  if (validate === undefined || validate(body)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`
  )
}
