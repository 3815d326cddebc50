/** Answers about organizations. */

import { organizationUrls } from "../../foundation/urls/PublicUrls.js"
import { memberPermissions, strangerPermissions } from "../access/Permissions.js"
import type { Standing } from "../access/Standing.js"
import type { OrganizationMergeRules } from "../merge-rules/MergeRule.js"
import { SiteId } from "../places/SiteId.js"
import type { Organization, OrganizationRecord } from "./Organization.js"

/** The rules of approval of an organization that has none set. */
const noRules: OrganizationMergeRules = { type: "none" }

/** An organization as answered to a caller with these permissions. */
export const organizationAnswer = (
  base: string,
  organization: OrganizationRecord,
  permissions: Organization["permissions"]
): Organization => {
  const { sealedKey: _, createdBy: __, verifiedDomains: ___, mergeRules, logo, sso, ai, ...fields } = organization
  return {
    object: "organization",
    ...fields,
    sso,
    ai,
    ...(permissions.listTeams && { mergeRules: mergeRules ?? noRules }),
    urls: { ...organizationUrls(base, organization.id), ...(logo !== undefined && { logo }) },
    trial: { status: "notapplicable" },
    internal_isOnNewTrial: true,
    permissions
  }
}

/** An organization as answered to callers who may not see its default content. */
const withoutContent = ({ defaultContent: _, ...rest }: OrganizationRecord): OrganizationRecord => rest

/** An organization as answered to a member. */
export const memberAnswer = (base: string, standing: Standing, organization = standing.organization): Organization => {
  const site = organization.defaultContent?.site
  const isSeen = site === undefined || standing.siteLevel(SiteId.make(site)) !== null
  return organizationAnswer(base, isSeen ? organization : withoutContent(organization), memberPermissions(standing))
}

/** An organization as answered to a non-member. */
export const strangerAnswer = (base: string, organization: OrganizationRecord): Organization =>
  organizationAnswer(base, withoutContent(organization), strangerPermissions)
