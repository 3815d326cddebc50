/** The invariants of share links. */
import * as Schema from "effect/Schema"
import { optional } from "../../schema/Input.js"
import { keyIdOf } from "../../secrets/Keyring.js"
import { count, hash, type Invariants, id, invariantsOf, text, to } from "../../storage/Invariants.js"
import { SitesTable } from "../SiteRepository.js"
import { ShareLinksTable } from "./ShareLinkRepository.js"

const site = to("site", SitesTable)

/** What the rows of share links must be. */
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
