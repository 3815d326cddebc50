/** The invariants of pending members. */
import * as Schema from "effect/Schema"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { UsersTable } from "../users/UserRepository.js"
import { PendingMembersTable } from "./PendingMembersTable.js"

const organization = to("organization", OrganizationsTable)
const user = to("user", UsersTable)

/** Invariants of the rows of pending members. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(PendingMembersTable, {
    fields: { id, organization: id, user: id, role: RoleOrGuest, sso: Schema.Boolean, createdAt: text },
    references: (pending) => [organization(pending.organization), user(pending.user)]
  })
]
