/** The invariants of schemas of claims. */
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"
import { AdaptiveSchemasTable } from "../SiteSettingsTables.js"
import { AdaptiveJsonSchema } from "./AdaptiveSchema.js"

const site = to("site", SitesTable)

/** Invariants of the rows of schemas of claims. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(AdaptiveSchemasTable, {
    fields: { site: id, jsonSchema: AdaptiveJsonSchema, updatedAt: text },
    references: (each) => [site(each.site)]
  })
]
