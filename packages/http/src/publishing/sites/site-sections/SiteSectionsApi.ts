/** The endpoints of a site's sections and their groups. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { SiteSectionGroupId, SiteSectionId } from "@lectern/core/internal/people/places/Structure"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import {
  AddSectionToGroup,
  AddSiteSection,
  AddSiteSectionGroup,
  MoveSiteSection,
  MoveSiteSectionGroup,
  SiteSection,
  SiteSectionGroup,
  UpdateSiteSection,
  UpdateSiteSectionGroup
} from "@lectern/core/sites/site-sections/SiteSection"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../../foundation/declaration/Endpoint.js"
import { OpenToVisitors } from "../../../foundation/dispatcher/Annotations.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  ReadErrors,
  WriteErrors
} from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"
import { listParams, shareParams } from "../../../foundation/params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })
const section = {
  siteSectionId: described(segment(SiteSectionId), "The id of a section, as the sections of the site are listed.")
}
const SectionPath = Schema.Struct({ ...SitePath.fields, ...section })
const GroupPath = Schema.Struct({
  ...SitePath.fields,
  siteSectionGroupId: described(
    segment(SiteSectionGroupId),
    "The id of a group, as the section groups of the site are listed."
  )
})
const GroupedPath = Schema.Struct({ ...GroupPath.fields, ...section })

/** The sections of a site, and their groups. */
export class SiteSectionsApi extends HttpApiGroup.make("site-sections")
  .add(
    get(
      "listSiteSections",
      "/v1/orgs/:organizationId/sites/:siteId/sections",
      "List the sections of a site",
      "Lists the sections that the caller may see, in order."
    )
      .annotate(OpenToVisitors, "site")
      .setPath(SitePath)
      .setUrlParams(Schema.Struct({ ...listParams, ...shareParams }))
      .addSuccess(list(SiteSection).annotations({ identifier: "SiteSectionList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "addSectionToSite",
      "/v1/orgs/:organizationId/sites/:siteId/sections",
      "Add a section to a site",
      "Adds a section around a space. The first one gathers the spaces that are on the site in a section of their own."
    )
      .setPath(SitePath)
      .setPayload(AddSiteSection)
      .addSuccess(SiteSection, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteSiteSectionById",
      "/v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId",
      "Delete a section",
      "Removes its spaces from the site, unless it is the last section: then they stay, without a section."
    )
      .setPath(SectionPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateSiteSectionById",
      "/v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId",
      "Update a section",
      "Changes the given fields. Needs the level `create` on the site."
    )
      .setPath(SectionPath)
      .setPayload(UpdateSiteSection)
      .addSuccess(SiteSection)
      .addError(WriteErrors)
  )
  .add(
    post(
      "moveSiteSection",
      "/v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move",
      "Move a section",
      "Moves it next to another section, which also decides the group; without a position to the end of the site."
    )
      .setPath(SectionPath)
      .setPayload(MoveSiteSection)
      .addSuccess(SiteSection)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "listSiteSectionGroups",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups",
      "List the section groups of a site",
      "Lists the groups with the sections that the caller may see, in order."
    )
      .annotate(OpenToVisitors, "site")
      .setPath(SitePath)
      .setUrlParams(Schema.Struct({ ...listParams, ...shareParams }))
      .addSuccess(list(SiteSectionGroup).annotations({ identifier: "SiteSectionGroupList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "addSectionGroupToSite",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups",
      "Add a section group to a site",
      "Adds a group at the end of the site; sections that are named move into it."
    )
      .setPath(SitePath)
      .setPayload(AddSiteSectionGroup)
      .addSuccess(SiteSectionGroup, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteSiteSectionGroupById",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      "Delete a section group",
      "Its sections stay on the site, at its place."
    )
      .setPath(GroupPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateSiteSectionGroupById",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      "Update a section group",
      "Changes the given fields. Needs the level `create` on the site."
    )
      .setPath(GroupPath)
      .setPayload(UpdateSiteSectionGroup)
      .addSuccess(SiteSectionGroup)
      .addError(WriteErrors)
  )
  .add(
    post(
      "addSectionToGroup",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections",
      "Add a section to a group",
      "Moves the section to the end of the group."
    )
      .setPath(GroupPath)
      .setPayload(AddSectionToGroup)
      .addSuccess(SiteSectionGroup, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "removeSectionFromGroup",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId",
      "Remove a section from a group",
      "The section stays on the site, right after the group."
    )
      .setPath(GroupedPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "moveSiteSectionGroup",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move",
      "Move a section group",
      "Moves it among the groups and the sections outside of groups; without a position to the end."
    )
      .setPath(GroupPath)
      .setPayload(MoveSiteSectionGroup)
      .addSuccess(SiteSectionGroup)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Site sections", description: "The parts of a site, and the groups of them." })
  ) {}
