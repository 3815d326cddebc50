/** Audit rules of teams. */
import * as Effect from "effect/Effect"
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"
import type { TeamMemberRecord, TeamRecord } from "./Team.js"

/** The audit rules of teams. */
export const audits: ReadonlyArray<Auditing> = [
  audited<TeamRecord>("teams", {
    kind: "team",
    target: itself("team", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: { id: "ignored", organization: "ignored", title: "shown", externalId: "shown", createdAt: "ignored" }
  }),
  audited<TeamMemberRecord>("team_members", {
    kind: "team-member",
    target: ({ organization, team }, look) =>
      Effect.map(look("teams", organization, team), (found) => ({
        kind: "team",
        id: team,
        ...(found !== undefined && { title: (found as TeamRecord).title })
      })),
    organization: ofOrganization,
    fields: { organization: "ignored", team: "ignored", user: "shown", role: "shown" }
  })
]
