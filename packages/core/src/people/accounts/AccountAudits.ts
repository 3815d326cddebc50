/** Audit rules of accounts. */
import * as Effect from "effect/Effect"
import { type Auditing, audited, ofServer, person } from "../../storage/rows/Audited.js"
import type { AccountRecord, PasskeyRecord } from "./Account.js"

/** The audit rules of accounts. */
export const audits: ReadonlyArray<Auditing> = [
  audited<AccountRecord>("accounts", {
    kind: "account",
    target: person("account", ({ user }) => user),
    organization: ofServer,
    fields: {
      user: "ignored",
      state: "shown",
      administrator: "shown",
      password: "secret",
      totp: (totp) => totp !== undefined,
      proposedTotp: (proposed) => proposed !== undefined,
      createdAt: "ignored"
    },
    self: ({ user }) => user
  }),
  audited<PasskeyRecord>("passkeys", {
    kind: "passkey",
    target: ({ id, user }) => Effect.succeed({ kind: "passkey", id, person: user }),
    organization: ofServer,
    fields: {
      id: "ignored",
      user: "shown",
      label: "personal",
      publicKey: "ignored",
      counter: "ignored",
      transports: "ignored",
      createdAt: "ignored",
      lastUsedAt: "ignored"
    },
    self: ({ user }) => user
  })
]
