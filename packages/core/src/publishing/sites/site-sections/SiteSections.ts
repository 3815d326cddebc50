/**
 * The sections of a site.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { notFound } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import type { List } from "../../../foundation/lists/List.js"
import { parser } from "../../../foundation/schema/Input.js"
import { characterCount } from "../../../foundation/schema/Text.js"
import type { Asked } from "../../../people/access/Actor.js"
import { SharedListQuery } from "../../../people/access/SharedAddresses.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SiteSectionId, SiteSpaceId, sectionsOf } from "../../../people/places/Structure.js"
import { serviceOf } from "../../../storage/services/Service.js"
import { makeAddableSpace } from "../site-spaces/AddableSpace.js"
import type { InsertionPoint, Item } from "../site-structure/Moves.js"
import { addSection, patchSection, removeSection } from "../site-structure/StructureChanges.js"
import { makeStructureEdits } from "../site-structure/StructureEdits.js"
import { findSection } from "../site-structure/StructureParts.js"
import { loosenSection } from "../site-structure/VisibleStructure.js"
import { AddSiteSection, MoveSiteSection, type SiteSection, UpdateSiteSection } from "./SiteSection.js"

/** The service of sections. For the caller, a section without any site space that they can see does not exist. */
export interface SiteSectionsService {
  /** The sections of a site that the caller may see, in order, whether in groups or not. */
  readonly list: (organization: OrganizationId, site: SiteId, query: SharedListQuery) => Asked<List<SiteSection>>
  /**
   * Adds a section with a space, last on the site. The first one collects the loose site spaces, if any, in a default
   * section titled like the site. Needs `create` on the site and on the space; `Conflict` if the site is full.
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
   * Removes a section with its site spaces; the site spaces of the last section that the caller can see become loose.
   * Site spaces that the caller cannot see stay, and the section with them. Needs `create` on the site; removing one
   * that does not exist or is not visible is not an error.
   */
  readonly remove: (organization: OrganizationId, site: SiteId, id: SiteSectionId) => Asked<void>
  /**
   * Moves a section next to another, and thereby into or out of a group; without a position, to the end of the site.
   * Needs `create` on the site; `Conflict` if nothing would change.
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

const placeOf = ({ position }: MoveSiteSection): InsertionPoint => ({
  before: item(position?.before),
  after: item(position?.after)
})

/** The default title of a section. */
const titleAs = (space: string): string => (characterCount(space) < 2 ? "Untitled" : space)

const make = Effect.gen(function* () {
  const edits = (yield* makeStructureEdits)("site-section")
  const addable = yield* makeAddableSpace
  const ids = yield* Ids

  const service: SiteSectionsService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      return yield* edits.list(organization, site, yield* parseQuery(query), `site-sections:${site}`, sectionsOf)
    }),
    add: Effect.fnUntraced(function* (organization, site, input) {
      const { spaceId, title, icon } = yield* parseAdd(input)
      return yield* edits.add(
        organization,
        site,
        Effect.fnUntraced(function* (view) {
          const space = yield* addable(organization, spaceId)
          const id = SiteSectionId.make(yield* ids.next)
          const structure = yield* addSection(
            view.structure,
            {
              id,
              title: title ?? titleAs(space.title),
              icon: icon ?? undefined,
              siteSpace: { id: SiteSpaceId.make(yield* ids.next), space: space.id, title: space.title }
            },
            { id: SiteSectionId.make(yield* ids.next), title: view.site.title }
          )
          return { id, structure }
        })
      )
    }),
    update: Effect.fnUntraced(function* (organization, site, id, patch) {
      const changes = yield* parseUpdate(patch)
      const { defaultSiteSpace } = changes
      return yield* edits.change(
        organization,
        site,
        id,
        Effect.fnUntraced(function* ({ shown, structure }) {
          if (defaultSiteSpace !== undefined && !shown(defaultSiteSpace)) return yield* notFound("site space")
          return yield* patchSection(structure, id, changes)
        })
      )
    }),
    remove: (organization, site, id) =>
      edits.remove(
        organization,
        site,
        (seen) => findSection(seen, id) !== undefined,
        Effect.fnUntraced(function* ({ seen, shown, site: { title }, structure }) {
          const loose = { id: SiteSectionId.make(yield* ids.next), title }
          const isLast = sectionsOf(seen).length === 1
          return isLast ? loosenSection(structure, id, shown, loose) : removeSection(structure, id, shown)
        })
      ),
    move: Effect.fnUntraced(function* (organization, site, id, move) {
      return yield* edits.move(organization, site, id, placeOf(yield* parseMove(move)))
    })
  }
  return service
})

/** {@link SiteSections} over the repositories of the context. */
export const service = serviceOf(SiteSections, make)
