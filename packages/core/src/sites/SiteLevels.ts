import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import { GrantRepository } from "../access/GrantRepository.js"
import { decide } from "../access/Policy.js"
import type { Unavailable } from "../errors/Errors.js"
import type { SpaceRecord } from "../spaces/Space.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import type { UserId } from "../users/User.js"
import { SiteRepository } from "./SiteRepository.js"

/**
 * Keeps everybody's level on a space that is about to leave its sites because it is deleted: where a grant on a site
 * decides a member's level, the member gets a grant of that level on the space itself.
 */
export const makeKeepLevels: Effect.Effect<
  (space: SpaceRecord) => Effect.Effect<void, Unavailable>,
  never,
  Access | GrantRepository | SiteRepository | TeamRepository
> = Effect.gen(function* () {
  const access = yield* Access
  const grants = yield* GrantRepository
  const sites = yield* SiteRepository
  const teams = yield* TeamRepository
  return Effect.fnUntraced(function* (space) {
    const { id: target, organization } = space
    const holders = new Set<UserId>()
    for (const site of yield* sites.ofSpace(target)) {
      for (const { user } of yield* grants.on(site)) holders.add(user)
      for (const { team } of yield* grants.teams.on(site)) {
        for (const { value } of yield* teams.members(team)) holders.add(value.user)
      }
    }
    for (const user of holders) {
      const standing = yield* access.standingOf(organization, user)
      const rule = standing && decide(standing.rules.space(space))
      if (rule?.name !== "site-grants" || rule.level === undefined) continue
      yield* grants.set({ target, user, organization, level: rule.level })
    }
  })
})
