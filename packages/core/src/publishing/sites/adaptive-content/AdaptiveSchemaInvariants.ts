/** The invariants of schemas of claims. */
import * as Schema from "effect/Schema"
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"
import { AdaptiveSchemasTable } from "../SiteSettingsTables.js"

const site = to("site", SitesTable)

/** Invariants of the rows of schemas of claims. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(AdaptiveSchemasTable, Schema.Struct({ site: id, jsonSchema: Schema.Object, updatedAt: text }), {
    references: (each) => [site(each.site)]
  })
]
