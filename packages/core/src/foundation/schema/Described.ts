/**
 * Properties with descriptions, for the OpenAPI document. Descriptions are annotations of properties, not of their
 * types: they affect neither decoding nor the messages of its failures.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { optional } from "./Input.js"
import { Timestamp } from "./Text.js"

/** A required property with its description. */
export const described = <S extends Schema.Schema.All>(schema: S, description: string) =>
  Schema.propertySignature(schema).annotations({ description })

/** Annotations that give a schema a name and a description in the OpenAPI document, and nowhere else. */
export const named = (name: string, description: string) => ({
  [SchemaAST.JSONIdentifierAnnotationId]: name,
  jsonSchema: { description }
})

/** The id of an object. */
export const identified = <S extends Schema.Schema.All>(id: S) =>
  described(id, "Identifies the object. Ids are opaque, safe in addresses, never change and are never reused.")

/** The time of an object's creation. */
export const createdAt = described(Timestamp, "When the object was created.")

/** The time of an object's last change. */
export const updatedAt = described(Timestamp, "When the object last changed; at first, when it was created.")

/** The URLs of an object. */
export const urls = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  described(Schema.Struct(fields), "Absolute addresses of the object.")

/** The URL of an object in the API. */
export const location = described(Schema.String, "The address of the object in this API.")

/** The URL of an object for people. */
export const app = described(Schema.String, "The address at which people open the object in the application.")

/** The URL of content on a published site. */
export const published = optional(
  Schema.String,
  "The address on the published site. Absent while nothing is published, or if the caller may not resolve it."
)

/** The caller's permissions on an object. */
export const permissions = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  described(Schema.Struct(fields), "What the caller may do with the object; a call that is `false` here is refused.")

/** Whether the caller may perform an action, which is named as a verb with its object. */
export const may = (what: string) => described(Schema.Boolean, `Whether the caller may ${what}.`)
