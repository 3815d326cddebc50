/** The rows of accounts. */

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { ofServer, person } from "../../storage/rows/Audited.js"
import {
  auditedRow,
  id,
  ignored,
  personal,
  secret,
  shown,
  shownAs,
  text,
  time,
  to
} from "../../storage/rows/RowDeclaration.js"
import type { AccountRecord, PasskeyRecord } from "./Account.js"

const user = to("user", "users")
const ofUser = { references: (each: { readonly user: string }) => [user(each.user)] }

/** The rows of the table `accounts`. */
export const accounts = auditedRow<AccountRecord>("account")({
  target: person("account", ({ user }) => user),
  organization: ofServer,
  self: ({ user }) => user,
  fields: {
    user: ignored(id),
    state: shown(Schema.Literal("invited", "active", "disabled")),
    administrator: shown(Schema.Boolean),
    password: secret(optional(text)),
    totp: shownAs(
      optional(Schema.Struct({ sealed: text, sealedBy: text, lastStep: time })),
      (totp) => totp !== undefined
    ),
    proposedTotp: shownAs(optional(text), (proposed) => proposed !== undefined),
    createdAt: ignored(text)
  },
  problem: ({ totp }) =>
    totp === undefined || keyIdOf(totp.sealed) === totp.sealedBy ? undefined : "it names another key than it has",
  ...ofUser
})

/** The rows of the table `passkeys`. */
export const passkeys = auditedRow<PasskeyRecord>("passkey")({
  target: ({ id, user }) => Effect.succeed({ kind: "passkey", id, person: user }),
  organization: ofServer,
  self: ({ user }) => user,
  fields: {
    id: ignored(id),
    user: shown(id),
    label: personal(text),
    publicKey: ignored(text),
    counter: ignored(Schema.Number),
    transports: ignored(Schema.Array(text)),
    createdAt: ignored(text),
    lastUsedAt: ignored(optional(text))
  },
  references: (passkey) => [to("account", "accounts")(passkey.user)]
})
