/** The rows of teams. */

import * as Effect from "effect/Effect"
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { emitting } from "../../storage/rows/Emits.js"
import { auditedRow, id, ignored, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { type TeamMemberRecord, type TeamRecord, TeamRole } from "./Team.js"

const organization = to("organization", "organizations")
const member = to("member", "members")
const team = to("team", "teams")

/** The rows of the table `teams`. */
export const teams = auditedRow<TeamRecord>("team")({
  target: itself("team", ({ id, title }) => ({ id, title })),
  organization: ofOrganization,
  emits: emitting(
    { created: "team_created", updated: "team_updated", deleted: "team_deleted" },
    ["title"],
    ({ id, organization }) => ({ organization, subject: { object: "team", id } })
  ),
  fields: {
    id: ignored(id),
    organization: ignored(id),
    title: shown(text),
    externalId: shown(optional(text)),
    createdAt: ignored(text)
  },
  references: (each) => [organization(each.organization)]
})

/** The rows of the table `team_members`. */
export const teamMembers = auditedRow<TeamMemberRecord>("team-member")({
  target: ({ organization, team }, look) =>
    Effect.map(look("teams", organization, team), (found) => ({
      kind: "team",
      id: team,
      ...(found !== undefined && { title: (found as TeamRecord).title })
    })),
  organization: ofOrganization,
  emits: emitting(
    { created: "team_updated", updated: "team_updated", deleted: "team_updated" },
    ["role"],
    ({ organization, team }) => ({ organization, subject: { object: "team", id: team } })
  ),
  fields: {
    organization: ignored(id),
    team: ignored(id),
    user: shown(id),
    role: shown(TeamRole)
  },
  references: (each) => [team(each.organization, each.team), member(each.organization, each.user)]
})
