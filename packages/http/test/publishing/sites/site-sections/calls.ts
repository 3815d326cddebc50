import { OrganizationId } from "@lectern/core/organizations/Organization"
import { maxSections } from "@lectern/core/people/places/Structure"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import type { Resource } from "../../../contract/resources.js"
import { malformed, never, type Operation, within } from "../../../contract/rows.js"
import { body, empty, onSite } from "../../../people/access/visibility/entries.js"
import { mainSite, partsSite, readableList, readableRemoval } from "../../../publishing/sites/paths.js"
import type { Ids } from "../../../support/world.js"

const sections = within(partsSite, "/sections")
const section = (ids: Ids) => `${sections(ids)}/${ids.structure.open}`
const groups = within(partsSite, "/section-groups")
const group = (ids: Ids) => `${groups(ids)}/${ids.structure.group}`
/** Adds as many sections as the site takes. */
const fill: Operation["prepare"] = async ({ ids, lectern }) => {
  const { siteSections } = lectern.asSystem()
  const organizationId = OrganizationId.make(ids.organization)
  const spaceId = SpaceId.make(ids.spaces.main)
  for (let count = 2; count < maxSections; count++) {
    await siteSections.add(organizationId, SiteId.make(ids.sites.parts), { spaceId })
  }
}
const sectionAt = (id: string) => ({ type: "site-section", siteSection: id })

/** Sections of sites and their groups; `rex` may read the sites `main` and `parts`, `gus` none. */
export const resource: Resource = {
  operations: {
    listSiteSections: readableList(sections, "?limit=x", "?limit=1&shareKey=any"),
    addSectionToSite: {
      method: "POST",
      path: sections,
      status: 201,
      body: ({ spaces }) => ({ spaceId: spaces.main, title: "More", icon: "gear" }),
      failures: {
        400: { body: ({ spaces }) => ({ spaceId: spaces.main, title: "x" }) },
        403: { as: "rex" },
        404: { body: () => ({ spaceId: "unknown" }) },
        409: { prepare: fill }
      },
      more: [{ path: within(mainSite, "/sections"), body: ({ spaces }) => ({ spaceId: spaces.locked }) }]
    },
    deleteSiteSectionById: readableRemoval(section, sections),
    updateSiteSectionById: {
      method: "PATCH",
      path: section,
      status: 200,
      body: () => ({ title: "New", path: "new", description: "All of it", icon: "gear", condition: "true" }),
      failures: {
        400: { body: () => ({ description: "x".repeat(257) }) },
        403: { as: "rex" },
        404: { body: () => ({ defaultSiteSpace: "unknown" }) },
        409: never.noState
      },
      more: [{ body: () => ({ description: null, icon: null, condition: null }) }]
    },
    moveSiteSection: {
      method: "POST",
      path: within(section, "/move"),
      status: 200,
      body: ({ structure }) => ({ position: { before: sectionAt(structure.grouped) } }),
      failures: {
        400: { body: () => ({ position: { before: { type: "site-section", id: "x" } } }) },
        403: { as: "rex" },
        404: { body: () => ({ position: { before: sectionAt("unknown") } }) },
        409: { body: ({ structure }) => ({ position: { before: sectionAt(structure.open) } }) }
      },
      more: [{ body: () => ({}) }]
    },
    listSiteSectionGroups: readableList(groups, "?limit=x", "?limit=1"),
    addSectionGroupToSite: {
      method: "POST",
      path: groups,
      status: 201,
      body: ({ structure }) => ({ title: "More", icon: "gear", sections: [structure.open] }),
      failures: {
        400: { body: () => ({ title: "" }) },
        403: { as: "rex" },
        404: { body: () => ({ title: "More", sections: ["unknown"] }) },
        409: { path: within(mainSite, "/section-groups"), body: () => ({ title: "More" }) }
      },
      more: [{ body: () => ({ title: "Empty", icon: null }) }]
    },
    deleteSiteSectionGroupById: readableRemoval(group, groups),
    updateSiteSectionGroupById: {
      method: "PATCH",
      path: group,
      status: 200,
      body: () => ({ title: "New", icon: "gear" }),
      failures: {
        400: { body: () => ({ title: "x".repeat(101) }) },
        403: { as: "rex" },
        404: { path: within(groups, "/unknown") },
        409: never.noState
      }
    },
    addSectionToGroup: {
      method: "POST",
      path: within(group, "/sections"),
      status: 201,
      body: ({ structure }) => ({ sectionId: structure.open }),
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { body: () => ({ sectionId: "unknown" }) },
        409: { body: ({ structure }) => ({ sectionId: structure.grouped }) }
      }
    },
    removeSectionFromGroup: readableRemoval(
      (ids) => `${group(ids)}/sections/${ids.structure.grouped}`,
      within(group, "/sections")
    ),
    moveSiteSectionGroup: {
      method: "POST",
      path: within(group, "/move"),
      status: 200,
      body: ({ structure }) => ({ position: { before: { type: "site-section", id: structure.open } } }),
      failures: {
        400: { body: ({ structure }) => ({ position: { after: { type: "site-section", id: structure.grouped } } }) },
        403: { as: "rex" },
        404: { body: () => ({ position: { after: { type: "site-section-group", id: "unknown" } } }) },
        409: { body: () => ({}) }
      }
    }
  },
  visibility: {
    listSiteSections: onSite("read"),
    addSectionToSite: onSite("create", { body: ({ spare }) => ({ spaceId: spare }) }),
    deleteSiteSectionById: onSite("create"),
    updateSiteSectionById: onSite("create", empty),
    moveSiteSection: onSite("create", empty),
    listSiteSectionGroups: onSite("read"),
    addSectionGroupToSite: onSite("create", body({ title: "Made" })),
    deleteSiteSectionGroupById: onSite("create"),
    updateSiteSectionGroupById: onSite("create", empty),
    addSectionToGroup: onSite("create", { body: (_, target) => ({ sectionId: target?.params.siteSectionId }) }),
    removeSectionFromGroup: onSite("create"),
    moveSiteSectionGroup: onSite("create", empty)
  }
}
