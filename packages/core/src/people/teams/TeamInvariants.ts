/** The invariants of teams. */
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { MembersTable } from "../members/MemberRepository.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { TeamRole } from "./Team.js"
import { TeamMembersTable, TeamsTable } from "./TeamRepository.js"

const organization = to("organization", OrganizationsTable)
const member = to("member", MembersTable)
const team = to("team", TeamsTable)

/** Invariants of the rows of teams. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(TeamsTable, {
    fields: { id, organization: id, title: text, externalId: optional(text), createdAt: text },
    references: (each) => [organization(each.organization)]
  }),
  invariantsOf(TeamMembersTable, {
    fields: { organization: id, team: id, user: id, role: TeamRole },
    references: (each) => [team(each.organization, each.team), member(each.organization, each.user)]
  })
]
