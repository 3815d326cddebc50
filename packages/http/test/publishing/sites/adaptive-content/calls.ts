import type { Resource } from "../../../contract/resources.js"
import { ask, never, organization, within } from "../../../contract/rows.js"
import { body, onSite } from "../../../people/access/visibility/entries.js"
import { mainSite } from "../../../publishing/sites/paths.js"

const schema = within(mainSite, "/adaptive-schema")
const conditions = within(schema, "/template-conditions")
const boolean = { type: "boolean", description: "Tries what is new" }
const jsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: { beta: boolean },
      additionalProperties: false
    },
    beta: boolean,
    plan: { type: "string", enum: ["free", "pro"], description: "Plan" },
    account: { type: "object", description: "Account", properties: { trial: boolean }, additionalProperties: false },
    groups: { type: "array", description: "Groups", items: { type: "string", description: "A group" } }
  },
  additionalProperties: false
}
const setSchema = ask("PUT", schema, { jsonSchema })

/** Schemas of visitors' claims. */
export const resource: Resource = {
  operations: {
    getSiteAdaptiveSchema: {
      method: "GET",
      path: schema,
      status: 200,
      prepare: setSchema,
      failures: {
        400: { path: within(organization, "/sites/%zz/adaptive-schema") },
        403: never.seesOrNot,
        404: { prepare: async () => undefined },
        409: never.readsOnly
      },
      more: [{ as: "rex" }]
    },
    updateSiteAdaptiveSchema: {
      method: "PUT",
      path: schema,
      status: 200,
      body: () => ({ jsonSchema }),
      failures: {
        400: { body: () => ({ jsonSchema: { ...jsonSchema, properties: { beta: { type: "banana" } } } }) },
        403: { as: "rex" },
        404: { as: "gus" },
        409: never.noState
      },
      more: [{ body: () => ({ jsonSchema: { type: "object", properties: {}, additionalProperties: false } }) }]
    },
    listSiteAdaptiveTemplateConditions: {
      method: "GET",
      path: conditions,
      status: 200,
      prepare: setSchema,
      failures: {
        400: { path: within(organization, "/sites/%zz/adaptive-schema/template-conditions") },
        403: never.seesOrNot,
        404: { as: "gus" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }, { prepare: async () => undefined }]
    }
  },
  visibility: {
    getSiteAdaptiveSchema: onSite("read"),
    updateSiteAdaptiveSchema: onSite(
      "create",
      body({ jsonSchema: { type: "object", properties: {}, additionalProperties: false } })
    ),
    listSiteAdaptiveTemplateConditions: onSite("read")
  }
}
