/** Audit rules of link invites. */
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"
import type { LinkInviteRecord } from "./LinkInvite.js"

/** The audit rules of link invites. */
export const audits: ReadonlyArray<Auditing> = [
  audited<LinkInviteRecord>("link_invites", {
    kind: "invite",
    target: itself("invite", ({ id }) => ({ id })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      hash: "ignored",
      sealedSecret: "secret",
      organization: "ignored",
      createdAt: "ignored",
      role: "shown",
      level: "shown",
      space: "shown",
      collection: "shown"
    }
  }),
  { table: "link_invite_targets", none: "derived" }
]
