/** The rows of share links. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { itself } from "../../storage/rows/Audited.js"
import { auditedRow, count, hash, id, ignored, secret, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { ofSite } from "./AuditedSites.js"
import type { ShareLinkRecord } from "./ShareLink.js"

const site = to("site", "sites")

/** The rows of the table `share_links`. */
export const shareLinks = auditedRow<ShareLinkRecord>("share-link")({
  target: itself("share-link", ({ id, name }) => ({ id, title: name })),
  organization: ofSite,
  fields: {
    id: ignored(id),
    site: shown(id),
    hash: ignored(hash),
    sealedKey: secret(text),
    name: shown(text),
    active: shown(Schema.Boolean),
    createdAt: ignored(text),
    uses: ignored(optional(count)),
    lastUsedAt: ignored(optional(text))
  },
  references: (each) => [site(each.site)]
})
