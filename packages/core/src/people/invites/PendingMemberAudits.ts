/** Audit rules of pending members. */
import { type Auditing, audited, ofOrganization, person } from "../../storage/rows/Audited.js"
import type { PendingMemberRecord } from "./PendingMember.js"

/** The audit rules of pending members. */
export const audits: ReadonlyArray<Auditing> = [
  audited<PendingMemberRecord>("pending_members", {
    kind: "pending-member",
    target: person("pending-member", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      user: "ignored",
      role: "shown",
      sso: "shown",
      createdAt: "ignored"
    }
  })
]
