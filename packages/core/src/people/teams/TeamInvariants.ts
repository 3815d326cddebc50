/** The invariants of teams. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { MembersTable } from "../members/MemberRepository.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { TeamMembersTable, TeamsTable } from "./TeamRepository.js"

const organization = to("organization", OrganizationsTable)
const member = to("member", MembersTable)
const team = to("team", TeamsTable)

/** Invariants of the rows of teams. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    TeamsTable,
    Schema.Struct({ id, organization: id, title: text, externalId: optional(text), createdAt: text }),
    {
      references: (each) => [organization(each.organization)]
    }
  ),
  invariantsOf(TeamMembersTable, Schema.Struct({ organization: id, team: id, user: id, role: text }), {
    references: (each) => [team(each.organization, each.team), member(each.organization, each.user)]
  })
]
