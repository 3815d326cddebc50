import { Credentials } from "@lectern/core/accounts/Credentials"
import { Effect } from "effect"
import { bySystem, password } from "../../operations/audit-events/calling.js"
import { addPasskey, addTotp, codeOf } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { row } from "../../people/access/rows.js"

/** Accounts, and the passwords, authenticator apps and passkeys of their people. */
export const resource: Resource = {
  calls: ({ admin }) => ({
    rows: {
      accounts: {
        list: row("Forbidden", [{}]),
        get: row("Forbidden", [admin]),
        invite: row("Forbidden", [{ displayName: "New", email: "new@example.com" }]),
        update: row("Forbidden", [admin, { administrator: true }]),
        reset: row("Forbidden", [admin]),
        erase: row("Forbidden", [admin])
      },
      credentials: {
        get: row("Forbidden", []),
        setPassword: row("Forbidden", [{ password: "correct horse battery" }]),
        proposeTotp: row("Forbidden", []),
        confirmTotp: row("Forbidden", [{ code: "123456" }]),
        removeTotp: row("Forbidden", []),
        passkeyOptions: row("Forbidden", []),
        addPasskey: row("Forbidden", [{}, { label: "Laptop" }]),
        removePasskey: row("Forbidden", ["passkey"])
      }
    }
  }),
  recorded: {
    accounts: {
      list: "reads",
      get: "reads",
      invite: ["account.created", "one-time-link.created", "user.created"],
      update: ["account.created"],
      reset: ["account.created", "one-time-link.created"],
      erase: ["account.deleted", "session.deleted", "user.erased"],
      createLink: ["account.created", "one-time-link.created"]
    },
    credentials: {
      get: "reads",
      setPassword: ["account.updated"],
      proposeTotp: ["account.updated"],
      confirmTotp: ["account.updated", "session.updated"],
      removeTotp: ["account.updated"],
      passkeyOptions: "reads",
      addPasskey: ["passkey.created", "session.updated"],
      removePasskey: ["passkey.deleted"]
    }
  },
  special: ({ made: { guest, stranger } }) => ({
    accounts: {
      update: { args: [guest, { administrator: true }] },
      reset: { args: [guest] },
      erase: { args: [stranger] },
      createLink: bySystem(guest, { administrator: false })
    },
    credentials: {
      setPassword: { args: [{ password: `${password} too` }] },
      confirmTotp: (begin) =>
        Effect.gen(function* () {
          const credentials = yield* Credentials
          const { secret } = yield* credentials.proposeTotp()
          yield* begin
          yield* credentials.confirmTotp({ code: yield* codeOf(secret) })
        }),
      removeTotp: { after: addTotp },
      addPasskey: () => addPasskey,
      removePasskey: (begin) =>
        Effect.gen(function* () {
          const { id } = yield* addPasskey
          yield* begin
          yield* (yield* Credentials).removePasskey(id)
        })
    }
  })
}
