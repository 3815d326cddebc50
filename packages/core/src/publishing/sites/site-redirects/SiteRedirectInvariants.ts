/** The invariants of redirects of sites. */
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"
import { SiteRedirectsTable } from "../SiteSettingsTables.js"
import { SiteRedirectDestination } from "./SiteRedirect.js"

const site = to("site", SitesTable)

/** Invariants of the rows of redirects of sites. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(SiteRedirectsTable, {
    fields: {
      id,
      site: id,
      source: text,
      destination: SiteRedirectDestination
    },
    references: (each) => [site(each.site)]
  })
]
