/** Looks up the members and teams that rules of approval name. */
import * as Effect from "effect/Effect"
import { type NotFound, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import type { Standing } from "../access/Standing.js"
import { makeVisibleMember } from "../members/VisibleMember.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import type { OrganizationMergeRules, SpaceMergeRules } from "./MergeRule.js"

/** Fails with `NotFound` if rules name somebody who is not a member, or a team that the organization does not have. */
export type RequireRuleParties = (
  standing: Standing,
  rules: OrganizationMergeRules | SpaceMergeRules | undefined
) => Effect.Effect<void, NotFound | Unavailable>

/** {@link RequireRuleParties} over the repositories of the context. */
export const makeRuleParties = Effect.gen(function* () {
  const requireMember = yield* makeVisibleMember
  const teams = yield* TeamRepository
  const requireParties: RequireRuleParties = Effect.fnUntraced(function* (standing, given) {
    for (const rule of given?.type === "rules" ? given.rules : []) {
      for (const user of "users" in rule ? rule.users : []) yield* requireMember(standing, user)
      for (const team of "teams" in rule ? (rule.teams ?? []) : []) {
        if ((yield* teams.find(standing.organization.id, team)) === undefined) return yield* notFound("team")
      }
    }
  })
  return requireParties
})
