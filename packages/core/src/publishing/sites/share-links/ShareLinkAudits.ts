/** Audit rules of share links. */

import type { ShareLinkRecord } from "../../../people/places/ShareLink.js"
import { type Auditing, audited, itself } from "../../../storage/rows/Audited.js"
import { ofSite } from "../AuditedSites.js"

/** The audit rules of share links. */
export const audits: ReadonlyArray<Auditing> = [
  audited<ShareLinkRecord>("share_links", {
    kind: "share-link",
    target: itself("share-link", ({ id, name }) => ({ id, title: name })),
    organization: ofSite,
    fields: {
      id: "ignored",
      site: "shown",
      hash: "ignored",
      sealedKey: "secret",
      name: "shown",
      active: "shown",
      createdAt: "ignored",
      uses: "ignored",
      lastUsedAt: "ignored"
    }
  })
]
