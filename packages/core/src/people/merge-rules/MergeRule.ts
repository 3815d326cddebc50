/**
 * Rules of approval: what a change request needs before it can be merged.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { TeamId } from "../teams/TeamId.js"
import { UserId } from "../users/User.js"

/** The maximum number of approvals that a rule requires, of teams or users that it names, and of rules in a list. */
const most = 10

const users = described(
  Schema.Array(UserId).pipe(Schema.minItems(1), Schema.maxItems(most)),
  "Ids of members of the organization, 1 to 10."
)

const RequireApprovals = Schema.Struct({
  rule: Schema.Literal("require_approvals"),
  approvals: described(
    Schema.Number.pipe(Schema.int(), Schema.between(1, most)),
    "How many approvals the change request needs, 1 to 10."
  ),
  teams: optional(
    Schema.Array(TeamId).pipe(Schema.minItems(1), Schema.maxItems(most)),
    "Ids of teams of the organization, 1 to 10: only approvals by members of one of them count. Anybody with the level `review` when omitted."
  )
}).annotations(named("RequireApprovals", "Requires a number of approvals."))

const RequireSpecificReviewers = Schema.Struct({
  rule: Schema.Literal("require_specific_reviewers"),
  users
}).annotations(named("RequireSpecificReviewers", "Requires the approvals of all named members."))

const RequireOneOfSpecificReviewers = Schema.Struct({
  rule: Schema.Literal("require_one_of_specific_reviewers"),
  users
}).annotations(named("RequireOneOfSpecificReviewers", "Requires the approval of one of the named members."))

const RequireState = Schema.Struct({
  rule: described(
    Schema.Literal(
      "require_at_least_one_approved_review",
      "require_up_to_date_change_request",
      "require_change_request_subject"
    ),
    "What is required: an approval, to be up to date with main, or a subject."
  )
}).annotations(
  named(
    "RequireState",
    "Requires one approval, that main has not changed since the change request was opened or last updated, or a subject."
  )
)

/** One rule; `rule` says which. */
export const MergeRule = Schema.Union(
  RequireApprovals,
  RequireSpecificReviewers,
  RequireOneOfSpecificReviewers,
  RequireState
).annotations(named("MergeRule", "What a change request needs before it can be merged; `rule` says which."))
export type MergeRule = typeof MergeRule.Type

const None = Schema.Struct({
  type: described(Schema.Literal("none"), "`none`: change requests are merged, and main is edited, without approval.")
}).annotations(named("NoMergeRules", "There are no rules."))

const Rules = Schema.Struct({
  type: described(Schema.Literal("rules"), "`rules`: all of `rules` hold, and main changes only by merging."),
  rules: described(
    Schema.Array(MergeRule).pipe(Schema.minItems(1), Schema.maxItems(most)),
    "The rules, 1 to 10. A change request has to satisfy all of them."
  )
}).annotations(named("SomeMergeRules", "Rules that all hold."))

const Inherit = Schema.Struct({
  type: described(Schema.Literal("inherit"), "`inherit`: the rules of the organization hold.")
}).annotations(named("InheritedMergeRules", "The rules of the organization hold."))

/** The rules of approval of an organization, which hold for its spaces unless they have their own. */
export const OrganizationMergeRules = Schema.Union(None, Rules).annotations(
  named("OrganizationMergeRules", "The rules of approval for all spaces that do not have their own.")
)
export type OrganizationMergeRules = typeof OrganizationMergeRules.Type

/** The rules of approval of a space. */
export const SpaceMergeRules = Schema.Union(Inherit, None, Rules).annotations(
  named("SpaceMergeRules", "The rules of approval of a space: its own, none, or those of the organization.")
)
export type SpaceMergeRules = typeof SpaceMergeRules.Type
