/**
 * The structures of sites, read and sorted as a whole.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../../foundation/errors/Errors.js"
import { parser } from "../../../foundation/schema/Input.js"
import type { Asked } from "../../../people/access/Actor.js"
import { ShareQuery } from "../../../people/access/SharedAddresses.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { serviceOf } from "../../../storage/services/Service.js"
import type { Changed } from "./Changes.js"
import { type InsertionPoint, moveGroup, moveSection, moveSiteSpace, titles } from "./Moves.js"
import {
  type SiteStructure,
  type SiteStructureItem,
  SortSiteStructure,
  type StructurePointer
} from "./SiteStructure.js"
import { makeStructureViews, type StructureView } from "./StructureViews.js"

/** The service of structures. */
export interface SiteStructuresService {
  /**
   * The part of a site's structure that the caller may see: without site spaces whose space is not visible, and without
   * sections that have no others.
   */
  readonly get: (organization: OrganizationId, site: SiteId, query?: ShareQuery) => Asked<SiteStructure>
  /**
   * Moves a site space among its siblings, a section anywhere, or a group at the root. Needs `create` on the site.
   * `Conflict` if nothing would change, `Invalid` if the item cannot be at that position.
   */
  readonly sort: (organization: OrganizationId, site: SiteId, input: SortSiteStructure) => Asked<SiteStructureItem>
}

/** The service of structures. */
export class SiteStructures extends Context.Tag("@lectern/core/SiteStructures")<
  SiteStructures,
  SiteStructuresService
>() {}

const parseSort = parser(SortSiteStructure)
const parseShare = parser(ShareQuery)

const moved = ({ structure, shown }: StructureView, item: StructurePointer, place: InsertionPoint): Changed => {
  switch (item.type) {
    case "site-space":
      return moveSiteSpace(structure, item.id, place, shown)
    case "site-section":
      return moveSection(structure, item.id, place, shown)
    case "site-section-group":
      return moveGroup(structure, item.id, place, shown)
  }
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const views = yield* makeStructureViews

  const answer = (view: StructureView, item: StructurePointer): Effect.Effect<SiteStructureItem, LecternError> => {
    switch (item.type) {
      case "site-space":
        return views.siteSpace(view, item.id)
      case "site-section":
        return views.section(view, item.id)
      case "site-section-group":
        return views.group(view, item.id)
    }
  }

  const service: SiteStructuresService = {
    get: Effect.fnUntraced(function* (organization, site, query = {}) {
      const { shareKey } = yield* parseShare(query)
      return yield* views.structure(yield* views.read(organization, site, shareKey))
    }),
    sort: Effect.fnUntraced(function* (organization, site, input) {
      const { item, position = {} } = yield* parseSort(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          if (!view.shown(item.id)) return yield* notFound(titles[item.type])
          return yield* answer(yield* views.save(view, yield* moved(view, item, position)), item)
        }),
        [organizationLock(organization)]
      )
    })
  }
  return service
})

/** {@link SiteStructures} over the repositories of the context. */
export const service = serviceOf(SiteStructures, make)
