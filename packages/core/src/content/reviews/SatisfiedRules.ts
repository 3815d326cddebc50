/** Decides rules of approval from what is known of a change request. Pure. */
import { allows } from "../../people/access/Policy.js"
import type { RoleOrGuest } from "../../people/access/Role.js"
import type { MergeRule } from "../../people/merge-rules/MergeRule.js"
import type { TeamId } from "../../people/teams/Team.js"
import type { UserId } from "../../people/users/User.js"
import type { ReviewId } from "./ReviewId.js"

/**
 * An approval of the current content of a change request by an enabled member who did not contribute to it, with the
 * level that the member has on the space now.
 */
export interface Approval {
  readonly user: UserId
  readonly review: ReviewId
  readonly level: RoleOrGuest
  readonly teams: { readonly has: (team: TeamId) => boolean }
}

/** What rules are decided from. */
export interface Approved {
  readonly approvals: ReadonlyArray<Approval>
  readonly isUpToDate: boolean
  readonly subject: string
}

/** Whether a rule is satisfied, and what the change request has of what it requires. */
export interface Verdict {
  readonly satisfied: boolean
  readonly message: string
}

/** Whether an approval counts where no rule says whose. */
export const isByReviewer = ({ level }: Approval): boolean => allows(level, "review")

/** Whether an approval counts for a rule; it counts for none that does not require approvals. */
export const countsFor =
  (rule: MergeRule) =>
  (approval: Approval): boolean => {
    switch (rule.rule) {
      case "require_approvals":
        if (rule.teams === undefined) return isByReviewer(approval)
        return allows(approval.level, "view") && rule.teams.some((team) => approval.teams.has(team))
      case "require_at_least_one_approved_review":
        return isByReviewer(approval)
      case "require_specific_reviewers":
      case "require_one_of_specific_reviewers":
        return isByReviewer(approval) && rule.users.includes(approval.user)
      default:
        return false
    }
  }

const some = (has: number, needs: number, whose = ""): Verdict => ({
  satisfied: has >= needs,
  message: `it has ${has} of ${needs} ${needs === 1 ? "approval" : "approvals"}${whose}`
})

/** Decides a rule. */
export const decideRule = (rule: MergeRule, { approvals, isUpToDate, subject }: Approved): Verdict => {
  const has = approvals.filter(countsFor(rule)).length
  switch (rule.rule) {
    case "require_approvals":
      return some(has, rule.approvals, rule.teams === undefined ? "" : " by members of the required teams")
    case "require_at_least_one_approved_review":
      return some(has, 1)
    case "require_specific_reviewers":
      return some(has, new Set(rule.users).size, " by the required reviewers")
    case "require_one_of_specific_reviewers":
      return some(has, 1, " by one of the required reviewers")
    case "require_up_to_date_change_request":
      return { satisfied: isUpToDate, message: isUpToDate ? "it is up to date" : "it is not up to date with main" }
    case "require_change_request_subject": {
      const satisfied = subject.trim() !== ""
      return { satisfied, message: satisfied ? "it has a subject" : "it has no subject" }
    }
  }
}
