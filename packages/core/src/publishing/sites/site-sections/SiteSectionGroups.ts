/**
 * The groups of a site's sections.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { notFound } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import type { List } from "../../../foundation/lists/List.js"
import { parser } from "../../../foundation/schema/Input.js"
import type { Asked } from "../../../people/access/Actor.js"
import { SharedListQuery } from "../../../people/access/SharedAddresses.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { groupsOf, SiteSectionGroupId, type SiteSectionId } from "../../../people/places/Structure.js"
import { serviceOf } from "../../../storage/services/Service.js"
import {
  addGroup,
  addSectionToGroup,
  patchGroup,
  removeGroup,
  removeSectionFromGroup
} from "../site-structure/StructureChanges.js"
import { makeStructureEdits } from "../site-structure/StructureEdits.js"
import type { StructureView } from "../site-structure/StructureViews.js"
import {
  AddSectionToGroup,
  AddSiteSectionGroup,
  MoveSiteSectionGroup,
  type SiteSectionGroup,
  UpdateSiteSectionGroup
} from "./SiteSection.js"

/** The service of groups of sections; for the caller, a section that they cannot see does not exist. */
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
   * Removes a group; its sections stay in its place. If the caller cannot see some of them, the group stays with these.
   * Needs `create` on the site; removing one that does not exist is not an error.
   */
  readonly remove: (organization: OrganizationId, site: SiteId, id: SiteSectionGroupId) => Asked<void>
  /** Moves a section to the end of a group; needs `create` on the site. `Conflict` if it is already in it. */
  readonly addSection: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionGroupId,
    input: AddSectionToGroup
  ) => Asked<SiteSectionGroup>
  /**
   * Moves a section out of a group, directly after it; needs `create` on the site. A section that is not in the group
   * or not visible is not an error.
   */
  readonly removeSection: (
    organization: OrganizationId,
    site: SiteId,
    id: SiteSectionGroupId,
    section: SiteSectionId
  ) => Asked<void>
  /**
   * Moves a group among the groups and the ungrouped sections. Needs `create` on the site; `Conflict` if nothing would
   * change.
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

/** Succeeds if the caller can see all of these sections. */
const requireSections = ({ shown }: StructureView, sections: ReadonlyArray<SiteSectionId>) =>
  sections.every(shown) ? Effect.void : Effect.fail(notFound("site section"))

const make = Effect.gen(function* () {
  const edits = (yield* makeStructureEdits)("site-section-group")
  const ids = yield* Ids

  const service: SiteSectionGroupsService = {
    list: Effect.fnUntraced(function* (organization, site, query) {
      return yield* edits.list(organization, site, yield* parseQuery(query), `site-section-groups:${site}`, groupsOf)
    }),
    add: Effect.fnUntraced(function* (organization, site, input) {
      const { title, icon, sections = [] } = yield* parseAdd(input)
      return yield* edits.add(
        organization,
        site,
        Effect.fnUntraced(function* (view) {
          yield* requireSections(view, sections)
          const id = SiteSectionGroupId.make(yield* ids.next)
          return { id, structure: yield* addGroup(view.structure, { id, title, icon: icon ?? undefined, sections }) }
        })
      )
    }),
    update: Effect.fnUntraced(function* (organization, site, id, patch) {
      const changes = yield* parseUpdate(patch)
      return yield* edits.change(organization, site, id, ({ structure }) => patchGroup(structure, id, changes))
    }),
    remove: (organization, site, id) =>
      edits.remove(
        organization,
        site,
        (seen) => groupsOf(seen).some((group) => group.id === id),
        ({ shown, structure }) => Effect.succeed(removeGroup(structure, id, shown))
      ),
    addSection: Effect.fnUntraced(function* (organization, site, id, input) {
      const { sectionId } = yield* parseAddSection(input)
      return yield* edits.change(organization, site, id, (view) =>
        Effect.zipRight(requireSections(view, [sectionId]), addSectionToGroup(view.structure, id, sectionId))
      )
    }),
    removeSection: (organization, site, id, section) =>
      edits.remove(
        organization,
        site,
        (seen) => groupsOf(seen).some((group) => group.id === id && group.sections.some((each) => each.id === section)),
        ({ structure }) => Effect.succeed(removeSectionFromGroup(structure, id, section))
      ),
    move: Effect.fnUntraced(function* (organization, site, id, move) {
      const { position = {} } = yield* parseMove(move)
      return yield* edits.move(organization, site, id, position)
    })
  }
  return service
})

/** {@link SiteSectionGroups} over the repositories of the context. */
export const service = serviceOf(SiteSectionGroups, make)
