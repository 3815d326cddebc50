/** The invariants of users. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { UsersTable } from "./UserRepository.js"

const organization = to("organization", OrganizationsTable)

/** Invariants of the rows of users. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(UsersTable, {
    fields: {
      id,
      displayName: text,
      email: text,
      photoURL: optional(text),
      createdAt: text,
      service: optional(id),
      organization: optional(id),
      erased: optional(Schema.Literal(true))
    },
    references: (each) =>
      [each.service, each.organization].flatMap((found) => (found === undefined ? [] : [organization(found)]))
  })
]
