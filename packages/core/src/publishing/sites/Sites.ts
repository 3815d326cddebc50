/**
 * Sites, which publish spaces.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, notFound } from "../../foundation/errors/Errors.js"
import type { List } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { makeAddresses, ShareQuery } from "../../people/access/SharedAddresses.js"
import type { Standing } from "../../people/access/Standing.js"
import { AccountRepository } from "../../people/accounts/AccountRepository.js"
import { requireAdministersServer } from "../../people/accounts/ServerAdministrator.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { isOffered } from "../../people/places/HostNames.js"
import {
  type CreateSite,
  type Site,
  type SiteId,
  type SiteRecord,
  SitesQuery,
  UpdateSite
} from "../../people/places/Site.js"
import { SiteRepository } from "../../people/places/SiteRepository.js"
import type { SpaceId } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { type Structure, sectionsOf, siteSpacesOf } from "../../people/places/Structure.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Duplicate, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { OfferedHosts } from "./OfferedHosts.js"
import { makeSiteAnswer } from "./SiteAnswer.js"
import { makeSiteCreation } from "./SiteCreation.js"
import { makeSiteRemnants } from "./SiteRemnants.js"
import { setDefaultSection, setDefaultSiteSpace, withoutShown } from "./site-structure/StructureChanges.js"
import { makeStructureViews } from "./site-structure/StructureViews.js"

/** The service of sites. */
export interface SitesService {
  /** The sites of an organization that the caller may see, in the order of creation. */
  readonly list: (organization: OrganizationId, query: SitesQuery) => Asked<List<Site>>
  /**
   * Creates an unpublished site from some spaces, or from a new one: `empty` or with `sample` content. The first space
   * is the default. Needs the role `create`, and `create` on each of the spaces; `Conflict` if there are more than a
   * site may have.
   */
  readonly create: (organization: OrganizationId, input: CreateSite) => Asked<Site>
  /** The site; with a `shareKey`, its published URL is the one for readers who have the key. */
  readonly get: (organization: OrganizationId, id: SiteId, query?: ShareQuery) => Asked<Site>
  /**
   * Changes settings; needs `create`. A host name that the server does not offer needs an administrator of the server,
   * too. `Conflict` if the basename or the host name is taken, or the host name is the server's.
   */
  readonly update: (organization: OrganizationId, id: SiteId, patch: UpdateSite) => Asked<Site>
  /**
   * Removes the site; its spaces stay. Site spaces that the caller cannot see stay, and so does the site, for users who
   * can see any of them. Needs `create`; removing one that does not exist or is not visible is not an error.
   */
  readonly remove: (organization: OrganizationId, id: SiteId) => Asked<void>
  /** Opens the site to the audience of its visibility; needs `create`. */
  readonly publish: (organization: OrganizationId, id: SiteId) => Asked<Site>
  /** Closes the site to visitors; needs `create`. */
  readonly unpublish: (organization: OrganizationId, id: SiteId) => Asked<Site>
}

/** The service of sites. */
export class Sites extends Context.Tag("@lectern/core/Sites")<Sites, SitesService>() {}

const parseUpdate = parser(UpdateSite)
const parseQuery = parser(SitesQuery)
const parseShare = parser(ShareQuery)
const nameTaken = ({ index }: Duplicate) =>
  new Conflict({ message: `the ${index === "hostname" ? "host name" : "basename"} belongs to another site` })

/** The site with a patch applied, except for its structure. */
const patched = (
  site: SiteRecord,
  { adaptiveContent, hostname, proxy, defaultSiteSection: _, defaultSiteSpace: __, ...changes }: UpdateSite
): SiteRecord => {
  const { hostname: oldHostName, proxy: oldProxy, ...rest } = site
  const newHostName = hostname === undefined ? oldHostName : (hostname ?? undefined)
  const newProxy = proxy === undefined ? oldProxy : (proxy ?? undefined)
  return {
    ...rest,
    ...changes,
    ...(adaptiveContent !== undefined && { adaptiveContent: adaptiveContent.enabled }),
    ...(newHostName !== undefined && { hostname: newHostName }),
    ...(newProxy !== undefined && { proxy: newProxy })
  }
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const sites = yield* SiteRepository
  const spaces = yield* SpaceRepository
  const views = yield* makeStructureViews
  const remnants = yield* makeSiteRemnants
  const answer = yield* makeSiteAnswer
  const addresses = yield* makeAddresses
  const create = yield* makeSiteCreation
  const accounts = yield* AccountRepository
  const offered = yield* OfferedHosts
  const ownHost = new URL((yield* PublicUrls).base).hostname

  const answerNow = Effect.fnUntraced(function* (site: SiteRecord) {
    return yield* answer(yield* access.standing(site.organization), site)
  })

  /** Whether a space is readable for a caller with this standing. */
  const isReadable = (standing: Standing, id: SpaceId) =>
    Effect.map(
      spaces.find(id),
      (found) =>
        found !== undefined &&
        found.value.organization === standing.organization.id &&
        found.value.deletedAt === undefined &&
        standing.spaceLevel(found.value) !== null
    )

  /** The structure with other defaults; parts that the caller cannot see count as absent. */
  const withDefaults = Effect.fnUntraced(function* (
    standing: Standing,
    structure: Structure,
    { defaultSiteSection, defaultSiteSpace }: UpdateSite
  ) {
    let changed = structure
    if (defaultSiteSection !== undefined) {
      const section = sectionsOf(structure).find(({ id }) => id === defaultSiteSection)
      const isSeen = Effect.exists(section?.siteSpaces ?? [], ({ space }) => isReadable(standing, space))
      if (!(yield* isSeen)) return yield* notFound("site section")
      changed = yield* setDefaultSection(changed, defaultSiteSection)
    }
    if (defaultSiteSpace !== undefined) {
      const found = siteSpacesOf(structure).find(({ id }) => id === defaultSiteSpace)
      if (found === undefined || !(yield* isReadable(standing, found.space))) return yield* notFound("site space")
      changed = yield* setDefaultSiteSpace(changed, defaultSiteSpace)
    }
    return changed
  })

  /** Passes for callers who may give a site this host name. */
  const requireHostName = Effect.fnUntraced(function* (hostName: string) {
    if (hostName === ownHost) return yield* new Conflict({ message: `${hostName} is the host of the server itself` })
    if (isOffered(offered, hostName)) return
    yield* requireAdministersServer(accounts, "can give a site a host name that the server does not offer")
  })

  const setPublished = (organization: OrganizationId, id: SiteId, published: boolean) =>
    Effect.flatMap(
      storage.transaction(
        Effect.gen(function* () {
          const { stored, site } = yield* access.requireSite(organization, id, needs.manage)
          if (site.published === published) return site
          const changed = { ...site, published }
          yield* withoutConflict(sites.replace(stored, changed))
          return changed
        }),
        [organizationLock(organization)]
      ),
      answerNow
    )

  const service: SitesService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const { space, title = "", published, ...parsed } = yield* parseQuery(query)
      const standing = yield* access.standing(organization)
      const wanted = title.toLowerCase()
      const isThere = space === undefined || (yield* isReadable(standing, space))
      const isFound = (site: SiteRecord): boolean =>
        isThere &&
        standing.siteLevel(site.id) !== null &&
        (space === undefined || standing.snapshot.sites.get(site.id)?.paths.has(space) === true) &&
        (published === undefined || site.published === published) &&
        site.title.toLowerCase().includes(wanted)
      let count = 0
      for (const site of standing.snapshot.sites.values()) if (isFound(site)) count++
      return yield* pageOf({
        binding: JSON.stringify(["sites", organization, space, title, published]),
        query: parsed,
        count: Effect.succeed(count),
        scan: visibleScan(
          (after, limit) => sites.list(organization, { limit, ...(after !== undefined && { after }) }),
          ({ value }: Stored<SiteRecord>) => isFound(value)
        ),
        render: ({ value }: Stored<SiteRecord>) => answer(standing, value)
      })
    }),
    create,
    get: Effect.fnUntraced(function* (organization, id, query = {}) {
      const { shareKey } = yield* parseShare(query)
      const { site, standing } = yield* access.requireSite(organization, id, needs.view)
      return yield* answer(standing, site, yield* addresses(shareKey))
    }),
    update: Effect.fnUntraced(
      function* (organization, id, patch) {
        const changes = yield* parseUpdate(patch)
        const site = yield* storage.transaction(
          Effect.gen(function* () {
            const { stored, site, standing } = yield* access.requireSite(organization, id, needs.manage)
            if (Object.keys(changes).length === 0) return site
            const { hostname } = changes
            if (hostname && hostname !== site.hostname) yield* requireHostName(hostname)
            const changed = patched(site, changes)
            yield* sites.replace(stored, changed)
            const read = yield* Effect.orDie(Effect.flatMap(sites.structure(id), Effect.fromNullable))
            const structure = yield* withDefaults(standing, read.structure.value, changes)
            return structure === read.structure.value ? changed : yield* sites.saveStructure(read, structure)
          }),
          [organizationLock(organization)]
        )
        return yield* answerNow(site)
      },
      Effect.catchTag("Duplicate", nameTaken)
    ),
    remove: (organization, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { stored, shown } = yield* views.require(organization, id)
          yield* remnants.leave(stored, withoutShown(stored.structure.value, shown))
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      ),
    publish: (organization, id) => setPublished(organization, id, true),
    unpublish: (organization, id) => setPublished(organization, id, false)
  }
  return service
})

/** {@link Sites} over the repositories and services of the context. */
export const service = serviceOf(Sites, make)
