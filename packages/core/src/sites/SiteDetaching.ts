import * as Effect from "effect/Effect"
import type { Standing } from "../access/Standing.js"
import type { Unavailable } from "../errors/Errors.js"
import type { SpaceId } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import type { SiteId } from "./Site.js"
import { makeSiteRemnants } from "./SiteRemnants.js"
import { SiteRepository } from "./SiteRepository.js"
import { withoutGroups } from "./site-structure/LooseSections.js"
import { sight } from "./site-structure/Sight.js"
import { detachSpace } from "./site-structure/SiteSpaceChanges.js"
import { siteSpacesOf } from "./site-structure/Structure.js"

/**
 * Removes spaces from all sites, as part of the transaction that deletes them or moves them to another organization. A
 * restored space is on no site. Each site is written once, however many of its spaces are removed. The new default is
 * something that the caller can see, if there is any.
 */
export const makeSiteDetaching = Effect.map(
  Effect.all([SiteRepository, SpaceRepository, makeSiteRemnants]),
  ([sites, spaceRows, remnants]) =>
    (spaces: ReadonlyArray<SpaceId>, standing: Standing): Effect.Effect<void, Unavailable> =>
      Effect.gen(function* () {
        const gone = new Map<SiteId, Array<SpaceId>>()
        for (const space of spaces) {
          for (const site of yield* sites.ofSpace(space)) gone.set(site, [...(gone.get(site) ?? []), space])
        }
        for (const [site, lost] of gone) {
          const read = yield* sites.structure(site)
          if (read === undefined) continue
          const structure = read.structure.value
          const { shown } = yield* sight(spaceRows, standing, structure)
          const rest = lost.reduce((left, space) => detachSpace(left, space, shown), structure)
          const saw = siteSpacesOf(structure).some(({ id }) => shown(id))
          yield* remnants.save(read, saw ? withoutGroups(rest, shown) : rest)
        }
      })
)
