/** The invariants of one-time links. */
import * as Schema from "effect/Schema"
import { hash, type Invariants, id, invariantsOf, time, to } from "../../storage/rows/Invariants.js"
import { UsersTable } from "../users/UserRepository.js"
import { OneTimeLinksTable } from "./OneTimeLinksTable.js"

const user = to("user", UsersTable)
const ofUser = { references: (each: { readonly user: string }) => [user(each.user)] }

/** Invariants of the rows of one-time links. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(OneTimeLinksTable, {
    fields: {
      hash,
      user: id,
      purpose: Schema.Literal("invitation", "set-up", "reset"),
      createdAt: time,
      expiresAt: time
    },
    ...ofUser
  })
]
