/** Audit rules of members. */
import { type Auditing, audited, ofOrganization, person } from "../../storage/rows/Audited.js"
import type { MemberRecord } from "./Member.js"

/** The audit rules of members. */
export const audits: ReadonlyArray<Auditing> = [
  audited<MemberRecord>("members", {
    kind: "member",
    target: person("member", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      organization: "ignored",
      user: "ignored",
      role: "shown",
      disabled: "shown",
      sso: "shown",
      joinedAt: "ignored",
      lastSeenAt: "ignored",
      service: "ignored"
    }
  })
]
