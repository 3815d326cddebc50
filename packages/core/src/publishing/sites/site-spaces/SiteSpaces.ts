/**
 * Site spaces: the spaces on a site.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { notFound } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import type { List } from "../../../foundation/lists/List.js"
import { parser } from "../../../foundation/schema/Input.js"
import type { Asked } from "../../../people/access/Actor.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SiteSpaceId, siteSpacesOf } from "../../../people/places/Structure.js"
import { serviceOf } from "../../../storage/services/Service.js"
import type { InsertionPoint, Item } from "../site-structure/Moves.js"
import { addSiteSpace, patchSiteSpace, removeSiteSpace } from "../site-structure/StructureChanges.js"
import { makeStructureEdits } from "../site-structure/StructureEdits.js"
import { findSiteSpace } from "../site-structure/StructureParts.js"
import { makeAddableSpace } from "./AddableSpace.js"
import { AddSpaceToSite, MoveSiteSpace, type SiteSpace, SiteSpacesQuery, UpdateSiteSpace } from "./SiteSpace.js"

/** The service of site spaces. For the caller, a site space whose space they cannot see does not exist. */
export interface SiteSpacesService {
  /**
   * The site spaces of a site that the caller may see, in order: all of them, only the defaults, or only the others.
   */
  readonly list: (organization: OrganizationId, site: SiteId, query: SiteSpacesQuery) => Asked<List<SiteSpace>>
  /**
   * Puts a space on a site, last in its section. Needs `create` on both; `Conflict` if the space is already there or
   * the site is full.
   */
  readonly add: (organization: OrganizationId, site: SiteId, input: AddSpaceToSite) => Asked<SiteSpace>
  /**
   * Changes a site space; needs `create` on the site, and on a new target space. `Invalid` for a path, and `Conflict`
   * for a space, that one of its siblings already has.
   */
  readonly update: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSpaceId,
    patch: UpdateSiteSpace
  ) => Asked<SiteSpace>
  /**
   * Removes a space from a site, and with the last one of a section also the section; needs `create` on the site.
   * Removing one that does not exist or is not visible is not an error.
   */
  readonly remove: (organization: OrganizationId, site: SiteId, id: SiteSpaceId) => Asked<void>
  /** Moves a site space among its siblings; needs `create` on the site. `Conflict` if nothing would change. */
  readonly move: (organization: OrganizationId, site: SiteId, id: SiteSpaceId, move: MoveSiteSpace) => Asked<SiteSpace>
}

/** The service of site spaces. */
export class SiteSpaces extends Context.Tag("@lectern/core/SiteSpaces")<SiteSpaces, SiteSpacesService>() {}

const parseQuery = parser(SiteSpacesQuery)
const parseAdd = parser(AddSpaceToSite)
const parseUpdate = parser(UpdateSiteSpace)
const parseMove = parser(MoveSiteSpace)

const item = (pointer: { readonly siteSpace: SiteSpaceId } | undefined): Item | undefined =>
  pointer && { type: "site-space", id: pointer.siteSpace }

const placeOf = ({ position }: MoveSiteSpace): InsertionPoint => ({
  before: item(position?.before),
  after: item(position?.after)
})

const make = Effect.gen(function* () {
  const edits = (yield* makeStructureEdits)("site-space")
  const addable = yield* makeAddableSpace
  const ids = yield* Ids

  const service: SiteSpacesService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      const { default: isDefault, ...parsed } = yield* parseQuery(query)
      return yield* edits.list(organization, site, parsed, `site-spaces:${site}:${isDefault}`, (seen) =>
        siteSpacesOf(seen).filter((node) => isDefault === undefined || node.default === isDefault)
      )
    }),
    add: Effect.fnUntraced(function* (organization, site, input) {
      const { spaceId, sectionId } = yield* parseAdd(input)
      return yield* edits.add(
        organization,
        site,
        Effect.fnUntraced(function* ({ shown, structure }) {
          const { id: space, title } = yield* addable(organization, spaceId)
          if (sectionId !== undefined && !shown(sectionId)) return yield* notFound("site section")
          const id = SiteSpaceId.make(yield* ids.next)
          return { id, structure: yield* addSiteSpace(structure, { id, space, title }, sectionId) }
        })
      )
    }),
    update: Effect.fnUntraced(function* (organization, site, id, patch) {
      const { spaceId: space, ...changes } = yield* parseUpdate(patch)
      return yield* edits.change(
        organization,
        site,
        id,
        Effect.fnUntraced(function* ({ structure }) {
          if (space !== undefined) yield* addable(organization, space)
          return yield* patchSiteSpace(structure, id, { ...changes, space })
        })
      )
    }),
    remove: (organization, site, id) =>
      edits.remove(
        organization,
        site,
        (seen) => findSiteSpace(seen, id) !== undefined,
        ({ shown, structure }) => Effect.succeed(removeSiteSpace(structure, id, shown))
      ),
    move: Effect.fnUntraced(function* (organization, site, id, move) {
      return yield* edits.move(organization, site, id, placeOf(yield* parseMove(move)))
    })
  }
  return service
})

/** {@link SiteSpaces} over the repositories of the context. */
export const service = serviceOf(SiteSpaces, make)
