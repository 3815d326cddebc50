/**
 * Redirects: paths of sites that lead to another part of them.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ItemRepository } from "../../../content/items/ItemRepository.js"
import { Conflict, notFound } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import { type List, ListQuery } from "../../../foundation/lists/List.js"
import { pageOf } from "../../../foundation/lists/PageOf.js"
import { parser } from "../../../foundation/schema/Input.js"
import { Access } from "../../../people/access/Access.js"
import type { Asked } from "../../../people/access/Actor.js"
import { needs } from "../../../people/access/Policy.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { sectionsOf } from "../../../people/places/Structure.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import type { Stored } from "../../../storage/rows/Repository.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { serviceOf } from "../../../storage/services/Service.js"
import { findSiteSpace } from "../site-structure/StructureParts.js"
import { makeStructureViews, type StructureView } from "../site-structure/StructureViews.js"
import {
  CreateSiteRedirect,
  type SiteRedirect,
  type SiteRedirectDestination,
  SiteRedirectId,
  type SiteRedirectRecord,
  UpdateSiteRedirect
} from "./SiteRedirect.js"
import { makeSiteRedirectRepository } from "./SiteRedirectRepository.js"

/** The service of redirects. All of it needs `create` on the site. */
export interface SiteRedirectsService {
  /** The redirects of a site, oldest first, including redirects whose destination no longer exists. */
  readonly list: (organization: OrganizationId, site: SiteId, query: ListQuery) => Asked<List<SiteRedirect>>
  /**
   * Creates a redirect. `NotFound` for a destination that the site does not have, `Conflict` if the source already has
   * one.
   */
  readonly create: (organization: OrganizationId, site: SiteId, input: CreateSiteRedirect) => Asked<SiteRedirect>
  /** Changes a redirect; refused like {@link create}. */
  readonly update: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteRedirectId,
    patch: UpdateSiteRedirect
  ) => Asked<SiteRedirect>
  /** Removes a redirect; removing one that does not exist or is not visible is not an error. */
  readonly remove: (organization: OrganizationId, site: SiteId, id: SiteRedirectId) => Asked<void>
}

/** The service of redirects. */
export class SiteRedirects extends Context.Tag("@lectern/core/SiteRedirects")<SiteRedirects, SiteRedirectsService>() {}

const parseQuery = parser(ListQuery)
const parseCreate = parser(CreateSiteRedirect)
const parseUpdate = parser(UpdateSiteRedirect)

/** The maximum number of redirects of a site. */
const maxRedirects = 10_000

const answer = ({ destination, id, source }: SiteRedirectRecord): SiteRedirect => ({
  object: "site-redirect",
  id,
  source,
  destination
})

const taken = () => Effect.fail(new Conflict({ message: "this path has a redirect already" }))

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const views = yield* makeStructureViews
  const items = yield* ItemRepository
  const redirects = yield* makeSiteRedirectRepository
  const ids = yield* Ids

  /** Succeeds if the caller can see the destination. */
  const requireDestination = Effect.fnUntraced(function* (view: StructureView, destination: SiteRedirectDestination) {
    if (destination.kind === "site-section") {
      const found = sectionsOf(view.seen).some(({ id }) => id === destination.siteSectionId)
      return found ? undefined : yield* notFound("site section")
    }
    const found = findSiteSpace(view.seen, destination.siteSpaceId)
    if (found === undefined) return yield* notFound("site space")
    if (destination.kind === "site-space") return
    const page = yield* items.find({ line: found.siteSpace.space }, destination.pageId)
    if (page?.value.value.kind !== "page") return yield* notFound("page")
  })

  const service: SiteRedirectsService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      const parsed = yield* parseQuery(query)
      yield* access.requireSite(organization, site, needs.manage)
      return yield* pageOf({
        binding: JSON.stringify(["site-redirects", site]),
        query: parsed,
        count: redirects.count(site),
        scan: (after, limit) => redirects.list(site, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }: Stored<SiteRedirectRecord>) => Effect.succeed(answer(value))
      })
    }),
    create: Effect.fnUntraced(
      function* (organization, site, input) {
        const { destination, source } = yield* parseCreate(input)
        return yield* storage.transaction(
          Effect.gen(function* () {
            yield* requireDestination(yield* views.require(organization, site), destination)
            if ((yield* redirects.count(site)) >= maxRedirects) {
              return yield* new Conflict({ message: `a site has at most ${maxRedirects} redirects` })
            }
            const redirect = { id: SiteRedirectId.make(yield* ids.next), site, source, destination }
            yield* redirects.insert(redirect)
            return answer(redirect)
          }),
          [organizationLock(organization)]
        )
      },
      Effect.catchTag("Duplicate", taken)
    ),
    update: Effect.fnUntraced(
      function* (organization, site, id, patch) {
        const changes = yield* parseUpdate(patch)
        return yield* storage.transaction(
          Effect.gen(function* () {
            const view = yield* views.require(organization, site)
            const read = yield* redirects.find(site, id)
            if (read === undefined) return yield* notFound("site redirect")
            if (changes.destination !== undefined) yield* requireDestination(view, changes.destination)
            const redirect = { ...read.value, ...changes }
            yield* redirects.replace(read, redirect)
            return answer(redirect)
          }),
          [organizationLock(organization)]
        )
      },
      Effect.catchTag("Duplicate", taken)
    ),
    remove: (organization, site, id) =>
      storage.transaction(
        Effect.zipRight(access.requireSite(organization, site, needs.manage), redirects.remove(site, id)).pipe(
          Effect.catchTag("NotFound", () => Effect.void)
        ),
        [organizationLock(organization)]
      )
  }
  return service
})

/** {@link SiteRedirects} over the repositories of the context. */
export const service = serviceOf(SiteRedirects, make)
