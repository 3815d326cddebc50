/** The organization that a command works on. */
import { type Organization, OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import * as Effect from "effect/Effect"
import { Failed, WrongUsage } from "../output/Failures.js"

/** The organization with this id; by default the only one of the workspace. */
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
