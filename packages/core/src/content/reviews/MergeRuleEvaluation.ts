/**
 * The rules of approval of a change request, and which of them it satisfies.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { TeamId } from "../../people/teams/TeamId.js"
import { User, UserId } from "../../people/users/User.js"
import { ReviewId } from "./ReviewId.js"

const ids = <S extends Schema.Schema.Any>(id: S, what: string) =>
  optional(Schema.Array(id), `The ids of the ${what} that the rule names. Absent if it names none, and for guests.`)

/** A rule of approval, and whether a change request satisfies it. */
export const EvaluatedRule = Schema.Struct({
  rule: described(
    Schema.Literal(
      "require_approvals",
      "require_specific_reviewers",
      "require_one_of_specific_reviewers",
      "require_at_least_one_approved_review",
      "require_up_to_date_change_request",
      "require_change_request_subject"
    ),
    "What the rule requires."
  ),
  approvals: optional(Schema.Number, "How many approvals the rule requires. Absent if it requires something else."),
  teams: ids(TeamId, "teams"),
  users: ids(UserId, "users"),
  satisfied: described(Schema.Boolean, "Whether the change request satisfies the rule."),
  message: described(Schema.String, "What the change request has of what the rule requires.")
}).annotations({
  identifier: "EvaluatedMergeRule",
  description: "A rule of approval, and whether a change request satisfies it."
})
export type EvaluatedRule = typeof EvaluatedRule.Type

/** The rules of approval that hold for a change request, and what it has of what they require. */
export const MergeRuleEvaluation = Schema.Struct({
  object: Schema.Literal("merge-rules-evaluation"),
  satisfied: described(Schema.Boolean, "Whether all rules are satisfied; `true` where there are none."),
  source: described(
    Schema.Literal("space", "organization", "none"),
    "Where the rules are set: on the space or on its organization. `none` where no rules hold."
  ),
  rules: described(Schema.Array(EvaluatedRule), "The rules that hold."),
  approvals: described(
    Schema.Array(
      Schema.Struct({
        user: described(User, "The member who approved."),
        review: described(ReviewId, "The id of the review.")
      })
    ),
    "The approvals that count for a rule, at most 100: of the current content, and not by a contributor. Where no rules hold, those of members with the level `review`."
  ),
  override: described(Schema.Boolean, "Whether the caller may merge even if rules are not satisfied.")
}).annotations({
  identifier: "MergeRuleEvaluation",
  description: "What a change request needs before it can be merged, and what of that it has."
})
export type MergeRuleEvaluation = typeof MergeRuleEvaluation.Type
