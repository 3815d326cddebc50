/** Evaluates the rules of approval that hold for change requests. */
import * as Effect from "effect/Effect"
import { Conflict, type LecternError, type Unavailable } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { Access, forbidden } from "../../people/access/Access.js"
import { MemberRepository } from "../../people/members/MemberRepository.js"
import type { MergeRule } from "../../people/merge-rules/MergeRule.js"
import { rulesInForce } from "../../people/merge-rules/RulesInForce.js"
import { makePeople } from "../../people/users/People.js"
import type { UserId } from "../../people/users/User.js"
import type { ChangeRequestRecord } from "../change-requests/ChangeRequest.js"
import { inStepWith } from "../change-requests/ChangeRequestAnswer.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import type { OpenedRequest } from "../change-requests/OpenRequest.js"
import { LiveTextRepository } from "../live-texts/LiveTextRepository.js"
import type { EvaluatedRule, MergeRuleEvaluation } from "./MergeRuleEvaluation.js"
import type { ReviewRecord } from "./Review.js"
import { ReviewRepository } from "./ReviewRepository.js"
import { type Approval, type Approved, countsFor, decideRule, isByReviewer } from "./SatisfiedRules.js"

/** The maximum number of approvals in an answer. */
const most = 100

/** A merge against rules of approval: who made it and when. */
export type Overridden = NonNullable<ChangeRequestRecord["overridden"]>

/** The operations on the rules of change requests. */
export interface Approvals {
  /** The rules that hold for a change request, as a caller sees them. */
  readonly evaluate: (opened: OpenedRequest) => Effect.Effect<MergeRuleEvaluation, Unavailable>
  /**
   * Fails with `Conflict` unless a change request satisfies the rules, in the transaction that merges it, once what was
   * typed is saved. With `override`, a merge against them is the result, and needs the role `admin` in the organization.
   */
  readonly require: (opened: OpenedRequest, override: boolean) => Effect.Effect<Overridden | undefined, LecternError>
}

/** {@link Approvals} over the repositories of the context. */
export const makeApprovals = Effect.gen(function* () {
  const access = yield* Access
  const members = yield* MemberRepository
  const requests = yield* ChangeRequestRepository
  const reviews = yield* ReviewRepository
  const live = yield* LiveTextRepository
  const person = yield* makePeople

  /** Whether something was typed on a change request that is not in a revision yet. */
  const isTypedOn = Effect.fnUntraced(function* (request: ChangeRequestRecord) {
    if (request.live !== true) return false
    for (const { value } of yield* live.ofLine(request.id)) {
      const { line, page, problem, saved } = value
      if (problem === undefined && (yield* live.updates(line, page, saved, 1)).length > 0) return true
    }
    return false
  })

  /** The newest review of each reviewer, if it approves the current content. */
  const currentApprovals = Effect.fnUntraced(function* ({ id, revision }: ChangeRequestRecord) {
    const newest = new Map<UserId, ReviewRecord>()
    for (const { value } of yield* reviews.list(id, {})) newest.set(value.reviewer, value)
    return [...newest.values()].filter(
      (each) => each.status === "approved" && each.superseded !== true && each.revision === revision
    )
  })

  const approvalsOf = Effect.fnUntraced(function* ({ request: { value: request }, space }: OpenedRequest) {
    const approvals: Array<Approval> = []
    const current = yield* currentApprovals(request)
    if (current.length === 0) return approvals
    const contributors = new Set((yield* requests.contributors(request.id, {})).map(({ value }) => value.user))
    for (const { id, reviewer } of current) {
      const member = (yield* members.find(space.organization, reviewer))?.value
      if (member === undefined || member.disabled || contributors.has(reviewer)) continue
      const standing = yield* access.standingOf(space.organization, reviewer)
      if (standing === undefined) continue
      const level = standing.spaceLevel(space)
      if (level !== null) approvals.push({ user: reviewer, review: id, level, teams: standing.teams })
    }
    return approvals
  })

  const factsOf = Effect.fnUntraced(function* (opened: OpenedRequest) {
    const { value: request } = opened.request
    const facts: Approved = {
      approvals: (yield* isTypedOn(request)) ? [] : yield* approvalsOf(opened),
      isUpToDate: inStepWith(request) === opened.space.sequence,
      subject: request.subject
    }
    return facts
  })

  const evaluated = (rule: MergeRule, facts: Approved, isGuest: boolean): EvaluatedRule => ({
    rule: rule.rule,
    ...("approvals" in rule && { approvals: rule.approvals }),
    ...(!isGuest && "teams" in rule && rule.teams !== undefined && { teams: rule.teams }),
    ...(!isGuest && "users" in rule && { users: rule.users }),
    ...decideRule(rule, facts)
  })

  const approvals: Approvals = {
    evaluate: Effect.fnUntraced(function* (opened) {
      const { source, rules } = rulesInForce(opened.space, opened.standing.organization)
      const facts = yield* factsOf(opened)
      const decided = rules.map((rule) => evaluated(rule, facts, opened.standing.role === null))
      const counts = (approval: Approval) =>
        source === "none" ? isByReviewer(approval) : rules.some((rule) => countsFor(rule)(approval))
      return {
        object: "merge-rules-evaluation",
        satisfied: decided.every(({ satisfied }) => satisfied),
        source,
        rules: decided,
        approvals: yield* Effect.forEach(facts.approvals.filter(counts).slice(0, most), ({ review, user }) =>
          Effect.map(person(user), (found) => ({ user: found, review }))
        ),
        override: opened.standing.role === "admin"
      }
    }),
    require: Effect.fnUntraced(function* (opened, override) {
      const { standing } = opened
      if (override && standing.role !== "admin") return yield* forbidden("organization", "admin")
      const { rules } = rulesInForce(opened.space, standing.organization)
      if (rules.length === 0) return undefined
      const facts = yield* factsOf(opened)
      const lacking = rules.map((rule) => decideRule(rule, facts)).filter(({ satisfied }) => !satisfied)
      if (lacking.length === 0) return undefined
      if (override) return { ...(standing.user !== undefined && { by: standing.user }), at: yield* now }
      const messages = [...new Set(lacking.map(({ message }) => message))]
      return yield* new Conflict({
        message: `the change request does not satisfy the rules of approval: ${messages.join("; ")}`
      })
    })
  }
  return approvals
})
