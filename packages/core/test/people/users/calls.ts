import { CreateUser } from "@lectern/core/users/User"
import { url } from "../../engine/bounds/common.js"
import { subject, text } from "../../engine/bounds/fields.js"
import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, row } from "../../people/access/rows.js"

/** Users. */
export const resource: Resource = {
  calls: ({ admin }) => ({
    rows: {
      users: { current: row("own", []), get: absent(admin) }
    }
  }),
  recorded: {
    users: { current: "reads", get: "reads", findByEmail: "reads", create: ["user.created"] }
  },
  special: () => ({
    users: {
      create: bySystem({ displayName: "New", email: "new@example.com" }),
      findByEmail: bySystem("new@example.com")
    }
  }),
  bounds: [
    subject("a user", CreateUser, { displayName: text(1, 100), photoURL: url }, { displayName: "A", email: "a@b.co" })
  ]
}
