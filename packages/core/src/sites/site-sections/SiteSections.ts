/** The sections of a site. */

import { Context, Effect } from "effect"
import type { Asked } from "../../access/Actor.js"
import { notFound } from "../../errors/Errors.js"
import { Ids } from "../../ids/Ids.js"
import type { List } from "../../lists/List.js"
import { pageOf } from "../../lists/PageOf.js"
import type { OrganizationId } from "../../organizations/Organization.js"
import { parser } from "../../schema/Input.js"
import { characterCount } from "../../schema/Text.js"
import { serviceOf } from "../../services/Service.js"
import { Storage } from "../../storage/Storage.js"
import type { SiteId } from "../Site.js"
import { SharedListQuery } from "../share-links/SharedAddresses.js"
import { makeAddableSpace } from "../site-spaces/AddableSpace.js"
import { findSection } from "../site-structure/Changes.js"
import { loosenSection } from "../site-structure/LooseSections.js"
import { type Item, moveSection, type Place } from "../site-structure/Moves.js"
import { addSection, patchSection, removeSection } from "../site-structure/SectionChanges.js"
import { SiteSectionId, SiteSpaceId, sectionsOf } from "../site-structure/Structure.js"
import { makeStructureViews, requireManage } from "../site-structure/StructureViews.js"
import { structureScan, type Walked } from "../site-structure/StructureWalk.js"
import { AddSiteSection, MoveSiteSection, type SiteSection, UpdateSiteSection } from "./SiteSection.js"

/** The service of sections. A section of which the caller sees no site space is not there. */
export interface SiteSectionsService {
  /** The sections of a site that the caller may see, in order, whether in groups or not. */
  readonly list: (organization: OrganizationId, site: SiteId, query: SharedListQuery) => Asked<List<SiteSection>>
  /**
   * Adds a section around a space, last on the site. The first one gathers the loose site spaces, if any, in a default
   * section titled as the site. Needs `create` on the site and on the space; `Conflict` where the site is full.
   */
  readonly add: (organization: OrganizationId, site: SiteId, input: AddSiteSection) => Asked<SiteSection>
  /** Changes a section; needs `create` on the site. `Invalid` for a path that another section has. */
  readonly update: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionId,
    patch: UpdateSiteSection
  ) => Asked<SiteSection>
  /**
   * Removes a section with its site spaces; those of the last section that the caller sees become loose. Site spaces
   * that the caller does not see stay, and the section with them. Needs `create` on the site; what is not there
   * or not visible is no error.
   */
  readonly remove: (organization: OrganizationId, site: SiteId, id: SiteSectionId) => Asked<void>
  /**
   * Moves a section next to another, thereby into the group where that is, or out of one; without a position to the
   * end of the site. Needs `create` on the site; `Conflict` where nothing would change.
   */
  readonly move: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionId,
    move: MoveSiteSection
  ) => Asked<SiteSection>
}

/** The service of sections. */
export class SiteSections extends Context.Tag("@lectern/core/SiteSections")<SiteSections, SiteSectionsService>() {}

const parseQuery = parser(SharedListQuery)
const parseAdd = parser(AddSiteSection)
const parseUpdate = parser(UpdateSiteSection)
const parseMove = parser(MoveSiteSection)

const item = (pointer: { readonly siteSection: SiteSectionId } | undefined): Item | undefined =>
  pointer && { type: "site-section", id: pointer.siteSection }

const placeOf = ({ position }: MoveSiteSection): Place => ({
  before: item(position?.before),
  after: item(position?.after)
})

/** The title of a section that was given none. */
const titleAs = (space: string): string => (characterCount(space) < 2 ? "Untitled" : space)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const views = yield* makeStructureViews
  const addable = yield* makeAddableSpace
  const ids = yield* Ids

  const service: SiteSectionsService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      const { shareKey, ...parsed } = yield* parseQuery(query)
      const view = yield* views.read(organization, site, shareKey)
      const items = sectionsOf(view.seen)
      return yield* pageOf({
        binding: `site-sections:${site}`,
        query: parsed,
        count: Effect.succeed(items.length),
        scan: structureScan(items),
        render: ({ id }: Walked) => views.section(view, id)
      })
    }),
    add: Effect.fnUntraced(function* (organization, site, input) {
      const { spaceId, title, icon } = yield* parseAdd(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          const space = yield* addable(organization, spaceId)
          const id = SiteSectionId.make(yield* ids.next)
          const changed = yield* addSection(
            view.structure,
            {
              id,
              title: title ?? titleAs(space.title),
              icon: icon ?? undefined,
              siteSpace: { id: SiteSpaceId.make(yield* ids.next), space: space.id, title: space.title }
            },
            { id: SiteSectionId.make(yield* ids.next), title: view.site.title }
          )
          return yield* views.section(yield* views.save(view, changed), id)
        })
      )
    }),
    update: Effect.fnUntraced(function* (organization, site, id, patch) {
      const changes = yield* parseUpdate(patch)
      const { defaultSiteSpace } = changes
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          if (!view.shown(id)) return yield* notFound("site section")
          if (defaultSiteSpace !== undefined && !view.shown(defaultSiteSpace)) return yield* notFound("site space")
          const changed = yield* patchSection(view.structure, id, changes)
          return yield* views.section(yield* views.save(view, changed), id)
        })
      )
    }),
    remove: (organization, site, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.read(organization, site)
          if (findSection(view.seen, id) === undefined) return
          yield* requireManage(view)
          const { seen, shown, structure } = view
          const loose = { id: SiteSectionId.make(yield* ids.next), title: view.site.title }
          const isLast = sectionsOf(seen).length === 1
          yield* views.save(
            view,
            isLast ? loosenSection(structure, id, shown, loose) : removeSection(structure, id, shown)
          )
        }).pipe(Effect.catchTag("NotFound", () => Effect.void))
      ),
    move: Effect.fnUntraced(function* (organization, site, id, move) {
      const place = placeOf(yield* parseMove(move))
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          if (!view.shown(id)) return yield* notFound("site section")
          const changed = yield* moveSection(view.structure, id, place, view.shown)
          return yield* views.section(yield* views.save(view, changed), id)
        })
      )
    })
  }
  return service
})

/** {@link SiteSections} over the repositories of the context. */
export const service = serviceOf(SiteSections, make)
