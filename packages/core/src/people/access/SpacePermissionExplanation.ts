/**
 * The explanation of a level on a space, as answered.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { TeamId } from "../teams/Team.js"
import { UserId } from "../users/User.js"
import { ruleNames } from "./Policy.js"
import { RoleOrGuest } from "./Role.js"

const displayName = described(Text, "The name that others see.")
const level = described(RoleOrGuest, "The level; `null` is no access.")

const Titled = Schema.Struct({
  kind: described(Schema.Literal("space", "collection", "site"), "What it is."),
  id: described(Text, "The id of the space, the collection or the site."),
  title: described(Text, "What people call it; may be empty.")
}).annotations(named("ExplainedContent", "A space, a collection or a site."))

const Source = Schema.Struct({
  team: optional(
    Schema.Struct({ id: described(TeamId, "The id of the team."), title: described(Text, "What people call it.") }),
    "The team of the member that was granted the level."
  ),
  site: optional(Titled, "The site with the space on which it was granted."),
  level
}).annotations(named("ExplainedGrant", "A grant to a team of the member, or on a site with the space, or both."))

const ExplainedRule = Schema.Struct({
  rule: described(Schema.Literal(...ruleNames), "The name of the rule."),
  on: optional(
    Titled,
    "What it was set on: the space, or a collection around it. Absent for rules of the organization."
  ),
  level: optional(RoleOrGuest, "The level that it gives; `null` is no access. Absent where it says nothing."),
  sources: described(Schema.Array(Source), "The grants behind it, strongest first, where there can be several.")
}).annotations(named("ExplainedRule", "A rule that may decide a level."))

/** Somebody who can grant access. */
const Grantor = Schema.Struct({
  id: described(UserId, "The id of the user."),
  displayName
}).annotations(named("Grantor", "Somebody who can grant access."))
export type Grantor = typeof Grantor.Type

/** Why a member has a level on a space, and who can give more. */
export const SpacePermissionExplanation = Schema.Struct({
  member: described(
    Schema.Struct({
      id: described(UserId, "The id of the user."),
      displayName,
      role: described(RoleOrGuest, "The role in the organization; `null` for a guest."),
      disabled: described(Schema.Boolean, "Whether the member is disabled, and refused everything, whatever the level.")
    }),
    "The member that it is about."
  ),
  on: described(Titled, "The space."),
  level: described(RoleOrGuest, "The level of the member on the space; `null` is no access."),
  decidedBy: described(ExplainedRule, "The rule that decides the level."),
  overruled: described(Schema.Array(ExplainedRule), "The rules after it that would have given a level, in order."),
  silent: described(Schema.Array(ExplainedRule), "The rules that say nothing, in order."),
  grantors: described(
    Schema.Array(Grantor),
    "Up to 10 others who can grant access to the space, those with the strongest roles first. Empty for guests, who do not see who else is in the organization."
  )
}).annotations({
  identifier: "SpacePermissionExplanation",
  description: "Why a member has a level on a space, and who can give more."
})
export type SpacePermissionExplanation = typeof SpacePermissionExplanation.Type

/** Whose level to explain: the caller's when omitted. */
export const ExplainQuery = Schema.Struct({ user: optional(UserId) })
export type ExplainQuery = typeof ExplainQuery.Type
