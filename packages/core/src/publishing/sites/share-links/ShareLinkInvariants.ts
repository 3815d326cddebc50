/** The invariants of share links. */
import * as Schema from "effect/Schema"
import { keyIdOf } from "../../../foundation/encryption/Keyring.js"
import { optional } from "../../../foundation/schema/Input.js"
import { ShareLinksTable } from "../../../people/places/ShareLinkRepository.js"
import { SitesTable } from "../../../people/places/SiteRepository.js"
import { count, hash, type Invariants, id, invariantsOf, text, to } from "../../../storage/rows/Invariants.js"

const site = to("site", SitesTable)

/** Invariants of the rows of share links. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    ShareLinksTable,
    Schema.Struct({
      id,
      site: id,
      hash,
      sealedKey: text,
      name: text,
      active: Schema.Boolean,
      createdAt: text,
      uses: optional(count),
      lastUsedAt: optional(text)
    }),
    {
      columns: { sealedBy: ({ sealedKey }) => keyIdOf(sealedKey) },
      references: (each) => [site(each.site)]
    }
  )
]
