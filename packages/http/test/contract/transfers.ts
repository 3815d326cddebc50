import { OrganizationId } from "@lectern/core/organizations/Organization"
import { UserId } from "@lectern/core/users/User"
import type { Entry } from "../people/access/visibility/entries.js"
import type { Ids, World } from "../support/world.js"
import type { Operation } from "./rows.js"

/** Makes the administrator a member of the other organization, too. */
const joinsAs =
  (role: "create" | "read") =>
  ({ ids, lectern }: World) =>
    lectern.asSystem().members.add(OrganizationId.make(ids.elsewhere), UserId.make(ids.users.ada), role)

/** An operation that moves something to another organization. */
export const transfer = (path: (ids: Ids) => string): Operation => ({
  method: "POST",
  path,
  status: 200,
  body: ({ elsewhere }) => ({ organization: elsewhere }),
  prepare: joinsAs("create"),
  failures: {
    400: { body: () => ({}) },
    403: { as: "rex" },
    404: { prepare: () => Promise.resolve() },
    409: { body: ({ organization }) => ({ organization }) },
    412: { prepare: joinsAs("read") }
  }
})

/** Who may do it, in addition to the level that it needs. */
export const transferred: Partial<Entry> = { role: "always", body: ({ second }) => ({ organization: second }) }
