/** The data that decides access to an organization as a whole, cached in process until it changes. */
import * as Effect from "effect/Effect"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import type { OrganizationRecord } from "../organizations/Organization.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import type { CollectionShape } from "../places/Collection.js"
import { CollectionRepository } from "../places/CollectionRepository.js"
import type { SiteShape } from "../places/Site.js"
import { SiteRepository } from "../places/SiteRepository.js"
import { SpaceRepository } from "../places/SpaceRepository.js"
import type { TeamRole } from "../teams/Team.js"
import type { TeamId } from "../teams/TeamId.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { bySpace, type Entry, nested } from "./AccessMaps.js"
import { withoutCycles } from "./CollectionCycles.js"
import { GrantRepository } from "./GrantRepository.js"
import type { RoleOrGuest } from "./Role.js"
import {
  accessStamp,
  type CachePlace,
  collectionsStamp,
  derived,
  organizationStamp,
  sitesStamp,
  stampedCache
} from "./StampedCache.js"
import type { Everybody, OrganizationSnapshot } from "./Standing.js"

type OrganizationParts = readonly [
  organization: OrganizationRecord | undefined,
  collections: ReadonlyMap<string, CollectionShape>,
  sites: ReadonlyArray<SiteShape>
]

/** The caches of data that is the same for every caller of an organization, by the organization's id. */
export const makeOrganizationCaches = Effect.fnUntraced(function* (at: (name: string) => CachePlace) {
  const organizations = yield* OrganizationRepository
  const collections = yield* CollectionRepository
  const grants = yield* GrantRepository
  const spaces = yield* SpaceRepository
  const teams = yield* TeamRepository
  const sites = yield* SiteRepository

  const records = stampedCache<OrganizationRecord | undefined>(at("access.organizations"), {
    capacity: 1_000,
    stamps: (id) => [organizationStamp(id)],
    load: (id) => Effect.map(organizations.find(OrganizationId.make(id)), (found) => found?.value)
  })

  /** Writes of spaces in a remnant move the stamp, too. */
  const collectionMaps = stampedCache<ReadonlyMap<string, CollectionShape>>(at("access.collections"), {
    capacity: 1_000,
    stamps: (id) => [collectionsStamp(id)],
    load: Effect.fnUntraced(function* (key) {
      const id = OrganizationId.make(key)
      const all = new Map<string, CollectionShape>()
      for (const shape of yield* collections.shapes(id)) {
        const left = shape.remnant === true ? yield* spaces.listIn(id, shape.id) : undefined
        all.set(shape.id, left === undefined ? shape : { ...shape, spaces: left.map(({ value }) => value) })
      }
      return withoutCycles(all)
    })
  })

  /** Writes of spaces on a remnant move the stamp, too. */
  const siteShapes = stampedCache<ReadonlyArray<SiteShape>>(at("access.sites"), {
    capacity: 1_000,
    stamps: (id) => [sitesStamp(id)],
    load: (id) =>
      Effect.flatMap(sites.shapes(OrganizationId.make(id)), (all) =>
        Effect.forEach(all, (site) => {
          if (site.remnant !== true) return Effect.succeed(site)
          const left = Effect.forEach(site.spaces, (space) => spaces.find(space))
          return Effect.map(left, (found) => ({ ...site, left: found.flatMap((read) => read?.value ?? []) }))
        })
      )
  })

  /** The data that decides levels in addition to members and spaces, by the organization's id. */
  const snapshots = derived<OrganizationParts, OrganizationSnapshot | undefined>(at("access.snapshots"), {
    capacity: 1_000,
    stamps: (id) => [accessStamp(id)],
    parts: Effect.fnUntraced(function* (id) {
      return [yield* records.get(id), yield* collectionMaps.get(id), yield* siteShapes.get(id)] as const
    }),
    make: ([organization, all, shapes]) =>
      organization && {
        organization,
        collections: all,
        sites: new Map(shapes.map((site) => [site.id, site])),
        sitesOf: bySpace(shapes)
      }
  })

  /**
   * Every grant in an organization, by the organization's id. As large as the organization, so only for operations
   * about all members.
   */
  const everybody = stampedCache<Everybody>(at("access.everybody"), {
    capacity: 20,
    stamps: (id) => [accessStamp(id)],
    load: Effect.fnUntraced(function* (key) {
      const id = OrganizationId.make(key)
      const byUser = yield* grants.inOrganization(id)
      const byTeam = yield* grants.teams.inOrganization(id)
      const places = yield* teams.memberships(id)
      return {
        grants: nested(byUser.map(({ user, target, level }): Entry<string, RoleOrGuest> => [user, target, level])),
        teamGrants: nested(byTeam.map(({ team, target, level }): Entry<string, RoleOrGuest> => [team, target, level])),
        teams: nested(places.map(({ user, team, role }): Entry<TeamId, TeamRole> => [user, team, role]))
      }
    })
  })

  return { snapshots, everybody }
})
