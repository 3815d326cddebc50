import { Sessions } from "@lectern/core/sessions/Sessions"
import { Effect } from "effect"
import { signsIn } from "../../operations/audit-events/preparations.js"
import type { Resource } from "../../people/access/resources.js"
import { row } from "../../people/access/rows.js"

/** Sessions. */
export const resource: Resource = {
  calls: () => ({
    rows: {
      sessions: {
        list: row("Forbidden", []),
        revoke: row("Forbidden", ["session"]),
        revokeOthers: row("Forbidden", [])
      }
    }
  }),
  recorded: {
    sessions: {
      authenticate: "reads",
      token: "notes",
      authenticateToken: "reads",
      authenticateHost: "reads",
      signOut: ["session.deleted"],
      list: "reads",
      revoke: ["session.deleted"],
      revokeOthers: ["session.deleted"]
    }
  },
  special: ({ made, signedIn }) => ({
    sessions: {
      authenticate: { args: [signedIn.secret] },
      token: { args: [signedIn.secret] },
      authenticateToken: (begin) =>
        Effect.gen(function* () {
          const sessions = yield* Sessions
          const token = yield* sessions.token(signedIn.secret)
          yield* begin
          yield* sessions.authenticateToken(token)
        }),
      authenticateHost: { args: [{ user: made.admin }] },
      signOut: { args: [signedIn.secret] },
      revoke: (begin) =>
        Effect.gen(function* () {
          yield* signsIn
          const sessions = yield* Sessions
          const [other] = (yield* sessions.list()).filter(({ current }) => !current)
          yield* begin
          yield* sessions.revoke(other!.id)
        }),
      revokeOthers: { after: signsIn }
    }
  })
}
