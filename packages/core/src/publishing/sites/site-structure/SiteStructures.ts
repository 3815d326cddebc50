/**
 * The structures of sites, read and sorted as a whole.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { parser } from "../../../foundation/schema/Input.js"
import type { Asked } from "../../../people/access/Actor.js"
import { ShareQuery } from "../../../people/access/SharedAddresses.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { serviceOf } from "../../../storage/services/Service.js"
import { type SiteStructure, type SiteStructureItem, SortSiteStructure } from "./SiteStructure.js"
import { makeStructureEdits } from "./StructureEdits.js"
import { makeStructureViews } from "./StructureViews.js"

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

const make = Effect.gen(function* () {
  const views = yield* makeStructureViews
  const edits = yield* makeStructureEdits

  const service: SiteStructuresService = {
    get: Effect.fnUntraced(function* (organization, site, query = {}) {
      const { shareKey } = yield* parseShare(query)
      return yield* views.structure(yield* views.read(organization, site, shareKey))
    }),
    sort: Effect.fnUntraced(function* (organization, site, input) {
      const { item, position = {} } = yield* parseSort(input)
      return yield* edits(item.type).move(organization, site, item.id, position)
    })
  }
  return service
})

/** {@link SiteStructures} over the repositories of the context. */
export const service = serviceOf(SiteStructures, make)
