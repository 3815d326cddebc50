import { OrganizationId } from "@lectern/core/organizations/Organization"
import { maxSections } from "@lectern/core/people/places/Structure"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import type { Ids } from "../support/world.js"
import { ask, malformed, never, type Operation, organization, within } from "./rows.js"

const site = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.main}`
const parts = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.parts}`
const hidden = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.hidden}`

const siteSpaces = within(site, "/site-spaces")
const siteSpace = (ids: Ids) => `${siteSpaces(ids)}/${ids.structure.first}`
const sections = within(parts, "/sections")
const section = (ids: Ids) => `${sections(ids)}/${ids.structure.open}`
const groups = within(parts, "/section-groups")
const group = (ids: Ids) => `${groups(ids)}/${ids.structure.group}`

const list = (below: (ids: Ids) => string, bad: string, good: string): Operation => ({
  method: "GET",
  path: below,
  status: 200,
  failures: {
    400: { path: within(below, bad) },
    403: never.seesOrNot,
    404: { as: "gus" },
    409: never.readsOnly
  },
  more: [{ as: "rex", path: within(below, good) }]
})

const remove = (path: (ids: Ids) => string, all: (ids: Ids) => string): Operation => ({
  method: "DELETE",
  path,
  status: 204,
  failures: {
    400: { path: within(all, "/%zz") },
    403: { as: "rex" },
    404: never.goneIsFine,
    409: never.noState
  },
  more: [{ as: "rex", path: within(all, "/unknown") }, { as: "gus" }]
})

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

/** The operations of the content of a site; `rex` may read the sites `main` and `parts`, `gus` none. */
export const siteStructure: Readonly<Record<string, Operation>> = {
  listSiteSpaces: list(siteSpaces, "?default=maybe", "?default=false&limit=1&shareKey=any"),
  addSpaceToSite: {
    method: "POST",
    path: siteSpaces,
    status: 201,
    body: ({ spaces }) => ({ spaceId: spaces.locked }),
    failures: {
      400: { body: () => ({}) },
      403: { as: "rex" },
      404: { body: ({ spaces }) => ({ spaceId: spaces.deleted }) },
      409: { body: ({ spaces }) => ({ spaceId: spaces.main }) }
    },
    more: [
      {
        path: within(parts, "/site-spaces"),
        body: ({ spaces, structure }) => ({ spaceId: spaces.locked, sectionId: structure.open })
      }
    ]
  },
  deleteSiteSpaceById: remove(siteSpace, siteSpaces),
  updateSiteSpaceById: {
    method: "PATCH",
    path: siteSpace,
    status: 200,
    body: ({ spaces }) => ({ path: "path", condition: "visitor.claims.beta", spaceId: spaces.locked }),
    failures: {
      400: { body: () => ({ path: "second" }) },
      403: { as: "rex" },
      404: { path: within(siteSpaces, "/unknown") },
      409: { body: ({ spaces }) => ({ spaceId: spaces.second }) }
    },
    more: [{ body: () => ({ condition: null }) }]
  },
  moveSiteSpace: {
    method: "POST",
    path: within(siteSpace, "/move"),
    status: 200,
    body: ({ structure }) => ({ position: { after: { type: "site-space", siteSpace: structure.second } } }),
    failures: {
      400: malformed,
      403: { as: "rex" },
      404: { body: () => ({ position: { after: { type: "site-space", siteSpace: "unknown" } } }) },
      409: { body: ({ structure }) => ({ position: { before: { type: "site-space", siteSpace: structure.second } } }) }
    },
    more: [{ body: () => ({}) }]
  },
  listSiteSections: list(sections, "?limit=x", "?limit=1&shareKey=any"),
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
    more: [{ path: within(site, "/sections"), body: ({ spaces }) => ({ spaceId: spaces.locked }) }]
  },
  deleteSiteSectionById: remove(section, sections),
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
  listSiteSectionGroups: list(groups, "?limit=x", "?limit=1"),
  addSectionGroupToSite: {
    method: "POST",
    path: groups,
    status: 201,
    body: ({ structure }) => ({ title: "More", icon: "gear", sections: [structure.open] }),
    failures: {
      400: { body: () => ({ title: "" }) },
      403: { as: "rex" },
      404: { body: () => ({ title: "More", sections: ["unknown"] }) },
      409: { path: within(site, "/section-groups"), body: () => ({ title: "More" }) }
    },
    more: [{ body: () => ({ title: "Empty", icon: null }) }]
  },
  deleteSiteSectionGroupById: remove(group, groups),
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
  removeSectionFromGroup: remove(
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
  },
  getSiteStructure: {
    method: "GET",
    path: within(parts, "/structure"),
    status: 200,
    failures: {
      400: { path: within(organization, "/sites/%zz/structure") },
      403: never.seesOrNot,
      404: { as: "rex", path: within(hidden, "/structure") },
      409: never.readsOnly
    },
    more: [
      { as: "rex", path: within(site, "/structure?shareKey=any") },
      { prepare: ask("POST", within(parts, "/publish")) }
    ]
  },
  sortSiteStructure: {
    method: "PATCH",
    path: within(parts, "/structure/sort"),
    status: 200,
    body: ({ structure }) => ({
      item: { type: "site-section", id: structure.open },
      position: { after: { type: "site-section-group", id: structure.group } }
    }),
    failures: {
      400: { body: () => ({ item: { type: "page", id: "x" } }) },
      403: { as: "rex" },
      404: { body: () => ({ item: { type: "site-section", id: "unknown" } }) },
      409: { body: ({ structure }) => ({ item: { type: "site-section-group", id: structure.group } }) }
    },
    more: [
      {
        body: ({ structure }) => ({
          item: { type: "site-section-group", id: structure.group },
          position: { before: { type: "site-section", id: structure.open } }
        })
      },
      {
        path: within(site, "/structure/sort"),
        body: ({ structure }) => ({ item: { type: "site-space", id: structure.first } })
      }
    ]
  }
}
