import { OrganizationId } from "@lectern/core/organizations/Organization"
import { UserId } from "@lectern/core/users/User"
import type { Ids, World } from "../support/world.js"
import type { Operation } from "./rows.js"

/** Makes the administrator a member of the other organization, too. */
const joinsAs =
  (role: "create" | "read") =>
  ({ ids, lectern }: World) =>
    lectern.asSystem().members.add(OrganizationId.make(ids.elsewhere), UserId.make(ids.users.ada), role)

const transfer = (path: (ids: Ids) => string): Operation => ({
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

/** The operations that change the organization of something. */
export const transfers: Readonly<Record<string, Operation>> = {
  transferCollection: transfer(({ collections }) => `/v1/collections/${collections.outer}/transfer`),
  transferSpace: transfer(({ spaces }) => `/v1/spaces/${spaces.main}/transfer`)
}
