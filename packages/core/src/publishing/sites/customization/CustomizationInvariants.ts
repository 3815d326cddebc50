/** The invariants of customizations. */
import * as Schema from "effect/Schema"
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"
import { CustomizationsTable } from "../SiteSettingsTables.js"

const site = to("site", SitesTable)

/** Invariants of the rows of customizations. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(CustomizationsTable, {
    fields: { site: id, settings: Schema.Object, version: text },
    references: (each) => [site(each.site)]
  })
]
