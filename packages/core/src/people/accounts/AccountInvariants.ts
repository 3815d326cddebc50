/** The invariants of accounts. */
import * as Schema from "effect/Schema"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, time, to } from "../../storage/rows/Invariants.js"
import { UsersTable } from "../users/UserRepository.js"
import { AccountsTable, PasskeysTable } from "./AccountRepository.js"

const user = to("user", UsersTable)
const ofUser = { references: (each: { readonly user: string }) => [user(each.user)] }

/** Invariants of the rows of accounts. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(AccountsTable, {
    fields: {
      user: id,
      state: Schema.Literal("invited", "active", "disabled"),
      administrator: Schema.Boolean,
      password: optional(text),
      totp: optional(Schema.Struct({ sealed: text, sealedBy: text, lastStep: time })),
      proposedTotp: optional(text),
      createdAt: text
    },
    problem: ({ totp }) =>
      totp === undefined || keyIdOf(totp.sealed) === totp.sealedBy ? undefined : "it names another key than it has",
    ...ofUser
  }),
  invariantsOf(PasskeysTable, {
    fields: {
      id,
      user: id,
      label: text,
      publicKey: text,
      counter: Schema.Number,
      transports: Schema.Array(text),
      createdAt: text,
      lastUsedAt: optional(text)
    },
    references: (passkey) => [to("account", AccountsTable)(passkey.user)]
  })
]
