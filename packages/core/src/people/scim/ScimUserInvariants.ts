/** The invariants of users of SCIM. */
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { MembersTable } from "../members/MemberRepository.js"
import { ScimUserFields } from "./ScimResource.js"
import { ScimUsersTable } from "./ScimUsersTable.js"

/** Invariants of the rows of users of SCIM. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(ScimUsersTable, {
    fields: { ...ScimUserFields.omit("active").fields, organization: id, user: id, updatedAt: text },
    references: (each) => [to("member", MembersTable)(each.organization, each.user)]
  })
]
