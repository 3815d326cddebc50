/** The groups of a site's sections. */

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
import { SharedListQuery } from "../share-links/SharedAddresses.js"
import {
  addGroup,
  addSectionToGroup,
  patchGroup,
  removeGroup,
  removeSectionFromGroup
} from "../site-structure/GroupChanges.js"
import { moveGroup } from "../site-structure/Moves.js"
import { groupsOf, SiteSectionGroupId, type SiteSectionId } from "../site-structure/Structure.js"
import { makeStructureViews, requireManage, type StructureView } from "../site-structure/StructureViews.js"
import { structureScan, type Walked } from "../site-structure/StructureWalk.js"
import {
  AddSectionToGroup,
  AddSiteSectionGroup,
  MoveSiteSectionGroup,
  type SiteSectionGroup,
  UpdateSiteSectionGroup
} from "./SiteSection.js"

/** The service of groups of sections; a section that the caller does not see is not there. */
export interface SiteSectionGroupsService {
  /** The groups of a site, in order. */
  readonly list: (organization: OrganizationId, site: SiteId, query: SharedListQuery) => Asked<List<SiteSectionGroup>>
  /**
   * Adds a group, last on the site, and moves the given sections into it. Needs `create` on the site; `Conflict` for
   * a site without sections.
   */
  readonly add: (organization: OrganizationId, site: SiteId, input: AddSiteSectionGroup) => Asked<SiteSectionGroup>
  /** Changes a group; needs `create` on the site. */
  readonly update: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionGroupId,
    patch: UpdateSiteSectionGroup
  ) => Asked<SiteSectionGroup>
  /**
   * Removes a group; its sections stay, at its place, and those that the caller does not see in it. Needs `create` on the site; what is not there is no error.
   */
  readonly remove: (organization: OrganizationId, site: SiteId, id: SiteSectionGroupId) => Asked<void>
  /** Moves a section to the end of a group; needs `create` on the site. `Conflict` where it is in it already. */
  readonly addSection: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionGroupId,
    input: AddSectionToGroup
  ) => Asked<SiteSectionGroup>
  /**
   * Moves a section out of a group, to right after it; needs `create` on the site. A section that is not in the group
   * or not visible is no error.
   */
  readonly removeSection: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionGroupId,
    section: SiteSectionId
  ) => Asked<void>
  /**
   * Moves a group among the groups and the sections that are in none. Needs `create` on the site; `Conflict` where
   * nothing would change.
   */
  readonly move: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionGroupId,
    move: MoveSiteSectionGroup
  ) => Asked<SiteSectionGroup>
}

/** The service of groups of sections. */
export class SiteSectionGroups extends Context.Tag("@lectern/core/SiteSectionGroups")<
  SiteSectionGroups,
  SiteSectionGroupsService
>() {}

const parseQuery = parser(SharedListQuery)
const parseAdd = parser(AddSiteSectionGroup)
const parseUpdate = parser(UpdateSiteSectionGroup)
const parseAddSection = parser(AddSectionToGroup)
const parseMove = parser(MoveSiteSectionGroup)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const views = yield* makeStructureViews
  const ids = yield* Ids

  /** Passes where the caller sees all of these sections. */
  const requireSections = (view: StructureView, sections: ReadonlyArray<SiteSectionId>) =>
    sections.every(view.shown) ? Effect.void : Effect.fail(notFound("site section"))

  /** The structure of a site that the caller may change, where the caller sees the group. */
  const requireGroup = (organization: OrganizationId, site: SiteId, id: SiteSectionGroupId) =>
    Effect.flatMap(views.require(organization, site), (view) =>
      view.shown(id) ? Effect.succeed(view) : Effect.fail(notFound("site section group"))
    )

  const service: SiteSectionGroupsService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      const { shareKey, ...parsed } = yield* parseQuery(query)
      const view = yield* views.read(organization, site, shareKey)
      const items = groupsOf(view.seen)
      return yield* pageOf({
        binding: `site-section-groups:${site}`,
        query: parsed,
        count: Effect.succeed(items.length),
        scan: structureScan(items),
        render: ({ id }: Walked) => views.group(view, id)
      })
    }),
    add: Effect.fnUntraced(function* (organization, site, input) {
      const { title, icon, sections = [] } = yield* parseAdd(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.require(organization, site)
          yield* requireSections(view, sections)
          const id = SiteSectionGroupId.make(yield* ids.next)
          const changed = yield* addGroup(view.structure, { id, title, icon: icon ?? undefined, sections })
          return yield* views.group(yield* views.save(view, changed), id)
        })
      )
    }),
    update: Effect.fnUntraced(function* (organization, site, id, patch) {
      const changes = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* requireGroup(organization, site, id)
          const changed = yield* patchGroup(view.structure, id, changes)
          return yield* views.group(yield* views.save(view, changed), id)
        })
      )
    }),
    remove: (organization, site, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.read(organization, site)
          if (groupsOf(view.seen).every((group) => group.id !== id)) return
          yield* requireManage(view)
          yield* views.save(view, removeGroup(view.structure, id, view.shown))
        }).pipe(Effect.catchTag("NotFound", () => Effect.void))
      ),
    addSection: Effect.fnUntraced(function* (organization, site, id, input) {
      const { sectionId } = yield* parseAddSection(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* requireGroup(organization, site, id)
          yield* requireSections(view, [sectionId])
          const changed = yield* addSectionToGroup(view.structure, id, sectionId)
          return yield* views.group(yield* views.save(view, changed), id)
        })
      )
    }),
    removeSection: (organization, site, id, section) =>
      storage.transaction(
        Effect.gen(function* () {
          const view = yield* views.read(organization, site)
          const group = groupsOf(view.seen).find((each) => each.id === id)
          if (group === undefined || group.sections.every((each) => each.id !== section)) return
          yield* requireManage(view)
          yield* views.save(view, removeSectionFromGroup(view.structure, id, section))
        }).pipe(Effect.catchTag("NotFound", () => Effect.void))
      ),
    move: Effect.fnUntraced(function* (organization, site, id, move) {
      const { position = {} } = yield* parseMove(move)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const view = yield* requireGroup(organization, site, id)
          const changed = yield* moveGroup(view.structure, id, position, view.shown)
          return yield* views.group(yield* views.save(view, changed), id)
        })
      )
    })
  }
  return service
})

/** {@link SiteSectionGroups} over the repositories of the context. */
export const service = serviceOf(SiteSectionGroups, make)
