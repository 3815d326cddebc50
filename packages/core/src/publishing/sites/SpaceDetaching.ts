/** The effects on sites when spaces on them are deleted or move to another organization. */
import * as Effect from "effect/Effect"
import { SpacesOnSites, type SpacesOnSitesService } from "../../content/spaces/SpacesOnSites.js"
import { Access } from "../../people/access/Access.js"
import { GrantRepository } from "../../people/access/GrantRepository.js"
import { decide } from "../../people/access/Policy.js"
import type { SiteId } from "../../people/places/Site.js"
import { SiteRepository } from "../../people/places/SiteRepository.js"
import type { SpaceId } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { siteSpacesOf } from "../../people/places/Structure.js"
import { TeamRepository } from "../../people/teams/TeamRepository.js"
import type { UserId } from "../../people/users/User.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeSiteRemnants } from "./SiteRemnants.js"
import { detachSpace } from "./site-structure/StructureChanges.js"
import { visibleStructure, withoutGroups } from "./site-structure/VisibleStructure.js"

const make = Effect.gen(function* () {
  const access = yield* Access
  const grants = yield* GrantRepository
  const sites = yield* SiteRepository
  const spaceRows = yield* SpaceRepository
  const teams = yield* TeamRepository
  const remnants = yield* makeSiteRemnants

  const service: SpacesOnSitesService = {
    keepLevels: Effect.fnUntraced(function* (space) {
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
    }),
    detach: Effect.fnUntraced(function* (spaces, standing) {
      const gone = new Map<SiteId, Array<SpaceId>>()
      for (const space of spaces) {
        for (const site of yield* sites.ofSpace(space)) gone.set(site, [...(gone.get(site) ?? []), space])
      }
      for (const [site, lost] of gone) {
        const read = yield* sites.structure(site)
        if (read === undefined) continue
        const structure = read.structure.value
        const { shown } = yield* visibleStructure(spaceRows, standing, structure)
        const rest = lost.reduce((left, space) => detachSpace(left, space, shown), structure)
        const saw = siteSpacesOf(structure).some(({ id }) => shown(id))
        yield* remnants.save(read, saw ? withoutGroups(rest, shown) : rest)
      }
    })
  }
  return service
})

/** {@link SpacesOnSites} over the repositories of the context. */
export const service = serviceOf(SpacesOnSites, make)
