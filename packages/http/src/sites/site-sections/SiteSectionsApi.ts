/** The endpoints of a site's sections and of the groups of them. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { SiteSectionGroupId, SiteSectionId } from "@lectern/core/internal/sites/site-structure/Structure"
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
import { Schema } from "effect"
import { get, patch, post, remove } from "../../declaration/Endpoint.js"
import { ConflictError, ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../../errors/WireError.js"
import { segment } from "../../params/PathParams.js"
import { listParams, shareParams } from "../../params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })
const SectionPath = Schema.Struct({ ...SitePath.fields, siteSectionId: segment(SiteSectionId) })
const GroupPath = Schema.Struct({ ...SitePath.fields, siteSectionGroupId: segment(SiteSectionGroupId) })
const GroupedPath = Schema.Struct({ ...GroupPath.fields, siteSectionId: segment(SiteSectionId) })

/** The sections of a site, and the groups of them. */
export class SiteSectionsApi extends HttpApiGroup.make("site-sections")
  .add(
    get("listSiteSections", "/v1/orgs/:organizationId/sites/:siteId/sections", "The sections of a site")
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
      "Around a space. The first section gathers the spaces that are on the site in a section of their own."
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
      "Takes its spaces off the site, unless it is the last one: then they stay, without a section."
    )
      .setPath(SectionPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch("updateSiteSectionById", "/v1/orgs/:organizationId/sites/:siteId/sections/:siteSectionId", "Change a section")
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
      "Next to another one, thereby into the group where that is, or out of one; else to the end of the site."
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
      "The groups of a site's sections"
    )
      .setPath(SitePath)
      .setUrlParams(Schema.Struct({ ...listParams, ...shareParams }))
      .addSuccess(list(SiteSectionGroup).annotations({ identifier: "SiteSectionGroupList" }))
      .addError(ReadErrors)
  )
  .add(
    post("addSectionGroupToSite", "/v1/orgs/:organizationId/sites/:siteId/section-groups", "Add a group of sections")
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
      "Delete a group of sections",
      "Its sections stay, at its place."
    )
      .setPath(GroupPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateSiteSectionGroupById",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId",
      "Change a group of sections"
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
      "Put a section into a group"
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
      "Take a section out of a group",
      "It stays on the site, right after the group."
    )
      .setPath(GroupedPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "moveSiteSectionGroup",
      "/v1/orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move",
      "Move a group of sections",
      "Among the groups and the sections that are in none."
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
