/** The invariants of feedback. */
import * as Schema from "effect/Schema"
import { optional } from "../../../foundation/schema/Input.js"
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"
import { SiteFeedbackTable } from "../SiteSettingsTables.js"

const site = to("site", SitesTable)

/** Invariants of the rows of feedback. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(SiteFeedbackTable, {
    fields: {
      site: id,
      id,
      kind: Schema.Literal("page", "search"),
      siteSpace: optional(text),
      page: optional(text),
      helpful: optional(Schema.Boolean),
      text: optional(text),
      query: optional(text),
      times: optional(count),
      createdAt: text,
      updatedAt: text
    },
    references: (each) => [site(each.site)]
  })
]
