/** The invariants of sessions. */
import * as Schema from "effect/Schema"
import { hash, type Invariants, id, invariantsOf, text, time, to } from "../../storage/rows/Invariants.js"
import { IdentityKind } from "../identities/Identity.js"
import { UsersTable } from "../users/UserRepository.js"
import { SessionsTable } from "./SessionRepository.js"

const user = to("user", UsersTable)
const ofUser = { references: (each: { readonly user: string }) => [user(each.user)] }

/** Invariants of the rows of sessions. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(SessionsTable, {
    fields: {
      id,
      user: id,
      hash,
      address: text,
      device: text,
      createdAt: time,
      lastUsedAt: time,
      endsAt: time,
      source: Schema.Union(
        Schema.Struct({ kind: Schema.Literal("account") }),
        Schema.Struct({
          kind: Schema.Literal("provider"),
          protocol: IdentityKind,
          organization: id,
          issuer: text,
          subject: text
        })
      ),
      proofs: Schema.Array(
        Schema.Struct({ method: Schema.Literal("password", "totp", "passkey", "link", "provider"), at: time })
      ),
      waiting: Schema.Boolean
    },
    ...ofUser
  })
]
