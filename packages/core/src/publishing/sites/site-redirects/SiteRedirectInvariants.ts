/** The invariants of redirects of sites. */
import * as Schema from "effect/Schema"
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"
import { SiteRedirectsTable } from "../SiteSettingsTables.js"

const site = to("site", SitesTable)

/** Invariants of the rows of redirects of sites. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    SiteRedirectsTable,
    Schema.Struct({
      id,
      site: id,
      source: text,
      destination: Schema.Record({ key: Schema.String, value: Schema.Unknown })
    }),
    { references: (each) => [site(each.site)] }
  )
]
