/** The invariants of grants. */
import { type Invariants, id, invariantsOf, to } from "../../storage/rows/Invariants.js"
import { MembersTable } from "../members/MemberRepository.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { TeamsTable } from "../teams/TeamRepository.js"
import { Grants, TeamGrants } from "./GrantRepository.js"
import { RoleOrGuest } from "./Role.js"

const organization = to("organization", OrganizationsTable)
const member = to("member", MembersTable)
const team = to("team", TeamsTable)

/** Invariants of the rows of grants. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(Grants, {
    fields: { target: id, user: id, organization: id, level: RoleOrGuest },
    references: (each) => [organization(each.organization), member(each.organization, each.user)]
  }),
  invariantsOf(TeamGrants, {
    fields: { target: id, team: id, organization: id, level: RoleOrGuest },
    references: (each) => [organization(each.organization), team(each.organization, each.team)]
  })
]
