/** The invariants of share links. */
import * as Schema from "effect/Schema"
import { optional } from "../../../foundation/schema/Input.js"
import { ShareLinksTable } from "../../../people/places/ShareLinkRepository.js"
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { count, hash, type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"

const site = to("site", SitesTable)

/** Invariants of the rows of share links. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(ShareLinksTable, {
    fields: {
      id,
      site: id,
      hash,
      sealedKey: text,
      name: text,
      active: Schema.Boolean,
      createdAt: text,
      uses: optional(count),
      lastUsedAt: optional(text)
    },
    references: (each) => [site(each.site)]
  })
]
