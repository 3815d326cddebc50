import { SiteSectionGroups } from "@lectern/core/sites/site-sections/SiteSectionGroups"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { SiteSectionsApi } from "./SiteSectionsApi.js"

/** The handlers of {@link SiteSectionsApi}. */
export const handlers = Effect.map(
  Effect.all([SiteSections, SiteSectionGroups]),
  ([sections, groups]): GroupHandlers<typeof SiteSectionsApi> => ({
    listSiteSections: ({ path, urlParams }) => sections.list(path.organizationId, path.siteId, urlParams),
    addSectionToSite: ({ path, payload }) => sections.add(path.organizationId, path.siteId, payload),
    deleteSiteSectionById: ({ path }) => sections.remove(path.organizationId, path.siteId, path.siteSectionId),
    updateSiteSectionById: ({ path, payload }) =>
      sections.update(path.organizationId, path.siteId, path.siteSectionId, payload),
    moveSiteSection: ({ path, payload }) =>
      sections.move(path.organizationId, path.siteId, path.siteSectionId, payload),
    listSiteSectionGroups: ({ path, urlParams }) => groups.list(path.organizationId, path.siteId, urlParams),
    addSectionGroupToSite: ({ path, payload }) => groups.add(path.organizationId, path.siteId, payload),
    deleteSiteSectionGroupById: ({ path }) => groups.remove(path.organizationId, path.siteId, path.siteSectionGroupId),
    updateSiteSectionGroupById: ({ path, payload }) =>
      groups.update(path.organizationId, path.siteId, path.siteSectionGroupId, payload),
    addSectionToGroup: ({ path, payload }) =>
      groups.addSection(path.organizationId, path.siteId, path.siteSectionGroupId, payload),
    removeSectionFromGroup: ({ path }) =>
      groups.removeSection(path.organizationId, path.siteId, path.siteSectionGroupId, path.siteSectionId),
    moveSiteSectionGroup: ({ path, payload }) =>
      groups.move(path.organizationId, path.siteId, path.siteSectionGroupId, payload)
  })
)
