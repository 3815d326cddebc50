/** What is audited of share links. */
import { type Auditing, audited, itself } from "../../storage/Audited.js"
import { ofSite } from "../AuditedSites.js"
import type { ShareLinkRecord } from "./ShareLink.js"

/** How share links are audited. */
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
