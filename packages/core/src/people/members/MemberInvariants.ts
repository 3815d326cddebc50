/** The invariants of members. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { UsersTable } from "../users/UserRepository.js"
import { MembersTable } from "./MemberRepository.js"

const organization = to("organization", OrganizationsTable)
const user = to("user", UsersTable)

/** Invariants of the rows of members. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(MembersTable, {
    fields: {
      organization: id,
      user: id,
      role: RoleOrGuest,
      disabled: Schema.Boolean,
      sso: Schema.Boolean,
      joinedAt: text,
      lastSeenAt: optional(text),
      service: optional(Schema.Literal(true))
    },
    references: (each) => [organization(each.organization), user(each.user)]
  })
]
