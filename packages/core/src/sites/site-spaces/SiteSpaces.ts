/** Site spaces: the spaces on a site. */

import { Context, Effect } from "effect"
import type { Asked } from "../../access/Actor.js"
import { notFound } from "../../errors/Errors.js"
import { Ids } from "../../ids/Ids.js"
import type { List } from "../../lists/List.js"
import { pageOf } from "../../lists/PageOf.js"
import type { OrganizationId } from "../../organizations/Organization.js"
import { parser } from "../../schema/Input.js"
import { serviceOf } from "../../services/Service.js"
import { Storage } from "../../storage/Storage.js"
import type { SiteId } from "../Site.js"
import { findSiteSpace } from "../site-structure/Changes.js"
import { type Item, moveSiteSpace, type Place } from "../site-structure/Moves.js"
import { addSiteSpace, patchSiteSpace, removeSiteSpace } from "../site-structure/SiteSpaceChanges.js"
import { SiteSpaceId, siteSpacesOf } from "../site-structure/Structure.js"
import { makeStructureViews, requireManage } from "../site-structure/StructureViews.js"
import { structureScan, type Walked } from "../site-structure/StructureWalk.js"
import { makeAddableSpace } from "./AddableSpace.js"
import { AddSpaceToSite, MoveSiteSpace, type SiteSpace, SiteSpacesQuery, UpdateSiteSpace } from "./SiteSpace.js"

/** The service of site spaces. What is on a site without its space being visible to the caller is not there. */
export interface SiteSpacesService {
  /** The site spaces of a site that the caller may see, in order: all, those that are a default, or the others. */
  readonly list: (organization: OrganizationId, site: SiteId, query: SiteSpacesQuery) => Asked<List<SiteSpace>>
  /**
   * Puts a space on a site, last in its section. Needs `create` on both; `Conflict` where the space is there already or
   * the site is full.
   */
  readonly add: (organization: OrganizationId, site: SiteId, input: AddSpaceToSite) => Asked<SiteSpace>
  /**
   * Changes a site space; needs `create` on the site, and on the space that it is to point to. `Invalid` for a path
   * and `Conflict` for a space that one of its siblings has.
   */
  readonly update: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSpaceId,
    patch: UpdateSiteSpace
  ) => Asked<SiteSpace>
  /**
   * Takes a space off a site, and with the last one of a section the section; needs `create` on the site. What is not
   * there or not visible is no error.
   */
  readonly remove: (organization: OrganizationId, site: SiteId, id: SiteSpaceId) => Asked<void>
  /** Moves a site space among its siblings; needs `create` on the site. `Conflict` where nothing would change. */
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

const placeOf = ({ position }: MoveSiteSpace): Place => ({
  before: item(position?.before),
  after: item(position?.after)
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const views = yield* makeStructureViews
  const addable = yield* makeAddableSpace
  const ids = yield* Ids

  const service: SiteSpacesService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      const { default: isDefault, shareKey, ...parsed } = yield* parseQuery(query)
      const view = yield* views.read(organization, site, shareKey)
      const items = siteSpacesOf(view.seen).filter((node) => isDefault === undefined || node.default === isDefault)
      return yield* pageOf({
        binding: `site-spaces:${site}:${isDefault}`,
        query: parsed,
        count: Effect.succeed(items.length),
        scan: structureScan(items),
        render: ({ id }: Walked) => views.siteSpace(view, id)
      })
    }),
    add: Effect.fnUntraced(function* (organization, site, input) {
      const { spaceId, sectionId } = yield* parseAdd(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          const { id: space, title } = yield* addable(organization, spaceId)
          if (sectionId !== undefined && !view.shown(sectionId)) return yield* notFound("site section")
          const id = SiteSpaceId.make(yield* ids.next)
          const changed = yield* addSiteSpace(view.structure, { id, space, title }, sectionId)
          return yield* views.siteSpace(yield* views.save(view, changed), id)
        })
      )
    }),
    update: Effect.fnUntraced(function* (organization, site, id, patch) {
      const { spaceId: space, ...changes } = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          if (!view.shown(id)) return yield* notFound("site space")
          if (space !== undefined) yield* addable(organization, space)
          const changed = yield* patchSiteSpace(view.structure, id, { ...changes, space })
          return yield* views.siteSpace(yield* views.save(view, changed), id)
        })
      )
    }),
    remove: (organization, site, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.read(organization, site)
          if (findSiteSpace(view.seen, id) === undefined) return
          yield* requireManage(view)
          yield* views.save(view, removeSiteSpace(view.structure, id, view.shown))
        }).pipe(Effect.catchTag("NotFound", () => Effect.void))
      ),
    move: Effect.fnUntraced(function* (organization, site, id, move) {
      const place = placeOf(yield* parseMove(move))
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          if (!view.shown(id)) return yield* notFound("site space")
          const changed = yield* moveSiteSpace(view.structure, id, place, view.shown)
          return yield* views.siteSpace(yield* views.save(view, changed), id)
        })
      )
    })
  }
  return service
})

/** {@link SiteSpaces} over the repositories of the context. */
export const service = serviceOf(SiteSpaces, make)
