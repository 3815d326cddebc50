import { SetAdaptiveSchema } from "@lectern/core/sites/adaptive-content/AdaptiveSchema"
import { choice, subject } from "../../../engine/bounds/fields.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent } from "../../../people/access/rows.js"

/** Schemas of visitors' claims. */
export const resource: Resource = {
  calls: ({ organization: o, site }) => ({
    rows: {
      adaptiveSchemas: {
        get: absent(o, site),
        set: absent(o, site, { jsonSchema: { type: "object", properties: {}, additionalProperties: false } }),
        templateConditions: absent(o, site)
      }
    }
  }),
  recorded: {
    adaptiveSchemas: { get: "reads", set: ["adaptive-schema.created"], templateConditions: "reads" }
  },
  refused: ["adaptiveSchemas.get"],
  locks: {
    adaptiveSchemas: {
      set: "organization"
    }
  },
  bounds: [
    subject(
      "a schema of claims",
      SetAdaptiveSchema,
      { "jsonSchema.type": choice("object"), "jsonSchema.$schema": choice("http://json-schema.org/draft-07/schema#") },
      { jsonSchema: { type: "object", properties: {}, additionalProperties: false } }
    )
  ]
}
