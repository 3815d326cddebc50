/** Audit rules of one-time links. */
import { type Auditing, audited, ofServer, person } from "../../storage/rows/Audited.js"
import type { OneTimeLinkRecord } from "./OneTimeLink.js"

/** The audit rules of one-time links. */
export const audits: ReadonlyArray<Auditing> = [
  audited<OneTimeLinkRecord>("one_time_links", {
    kind: "one-time-link",
    target: person("account", ({ user }) => user),
    organization: ofServer,
    fields: { hash: "ignored", user: "ignored", purpose: "shown", createdAt: "ignored", expiresAt: "ignored" },
    isOver: ({ expiresAt }, time) => expiresAt <= time
  })
]
