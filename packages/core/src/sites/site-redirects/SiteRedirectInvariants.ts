/** The invariants of redirects of sites. */
import * as Schema from "effect/Schema"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/Invariants.js"
import { SitesTable } from "../SiteRepository.js"
import { SiteRedirectsTable } from "../SiteSettingsTables.js"

const site = to("site", SitesTable)

/** What the rows of redirects of sites must be. */
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
