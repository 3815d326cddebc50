/** What a command works on when it is not said, or said by name. */
import { type Organization, OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import { Effect } from "effect"
import { Failed, WrongUsage } from "../output/Failures.js"

/** The e-mail address of the user that the first start makes. */
export const administratorEmail = "admin@lectern.localhost"

/** The user with this id or e-mail address; the first administrator when none is named. */
export const chooseUser = Effect.fnUntraced(function* (named: string | undefined) {
  const users = yield* Users
  const wanted = named ?? administratorEmail
  if (!wanted.includes("@")) return (yield* users.get(UserId.make(wanted))).id
  const found = yield* users.findByEmail(wanted)
  if (found === undefined) return yield* new Failed({ message: `there is no user ${wanted}` })
  return found.id
})

/** The organization with this id; the only one of the workspace when none is named. */
export const chooseOrganization = Effect.fnUntraced(function* (named: string | undefined) {
  const organizations = yield* Organizations
  if (named !== undefined) return yield* organizations.get(OrganizationId.make(named))
  const { items } = yield* organizations.list({ limit: 2 })
  const [only, another] = items
  if (only === undefined) return yield* new Failed({ message: "the workspace has no organization" })
  if (another !== undefined) {
    return yield* new WrongUsage({ message: "the workspace has several organizations; name one with --organization" })
  }
  return only satisfies Organization
})
