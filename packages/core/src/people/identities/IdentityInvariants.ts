/** The invariants of identities. */
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { MembersTable } from "../members/MemberRepository.js"
import { UsersTable } from "../users/UserRepository.js"
import { IdentityKind } from "./Identity.js"
import { IdentitiesTable } from "./IdentityRepository.js"

const user = to("user", UsersTable)

/** Invariants of the rows of identities. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(IdentitiesTable, {
    fields: { kind: IdentityKind, organization: text, issuer: text, subject: text, user: id, createdAt: text },
    references: (identity) => [
      user(identity.user),
      identity.organization === "" ? undefined : to("member", MembersTable)(identity.organization, identity.user)
    ]
  })
]
