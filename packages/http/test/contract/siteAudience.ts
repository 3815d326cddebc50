import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import type { Ids } from "../support/world.js"
import { ask, never, type Operation, organization, within } from "./rows.js"

const site = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.main}`
const hidden = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.hidden}`

const links = within(site, "/share-links")
const link = (ids: Ids) => `${links(ids)}/${ids.shareLink}`
const redirects = within(site, "/redirects")
const redirect = (ids: Ids) => `${redirects(ids)}/${ids.redirect}`
const schema = within(site, "/adaptive-schema")
const feedback = within(site, "/feedback")
const customization = within(site, "/customization")
const home = { title: "Home", to: { kind: "url", url: "https://example.com/" } }
const look = {
  title: "The handbook",
  styling: { primaryColor: { light: "#0a7", dark: "#5fd0a8" }, font: "Merriweather" },
  favicon: { emoji: "1f4d8" },
  header: {
    links: [home, { title: "More", links: [home], style: "button-primary", condition: "visitor.claims.beta" }]
  },
  footer: { groups: [{ title: "About", links: [home] }], copyright: "Example" },
  announcement: { enabled: true, message: "Moved", style: "info", link: home },
  css: ".lead { font-style: italic }"
}
const conditions = within(schema, "/template-conditions")
const published = within(site, "/published")
const search = within(site, "/search")

const list = (below: (ids: Ids) => string): Operation => ({
  method: "GET",
  path: below,
  status: 200,
  failures: {
    400: { path: within(below, "?page=broken") },
    403: { as: "rex" },
    404: { as: "gus" },
    409: never.readsOnly
  },
  more: [{ path: within(below, "?limit=1") }]
})

const remove = (path: (ids: Ids) => string, all: (ids: Ids) => string): Operation => ({
  method: "DELETE",
  path,
  status: 204,
  failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
  more: [{ path: within(all, "/unknown") }, { as: "gus" }, { as: "rex", path: within(hidden, "/share-links/unknown") }]
})

/** Makes as many share links as the site takes. */
const fill: Operation["prepare"] = async ({ ids, lectern }) => {
  const { shareLinks } = lectern.asSystem()
  const organizationId = OrganizationId.make(ids.organization)
  const siteId = SiteId.make(ids.sites.main)
  for (let count = 1; count < 1000; count++) await shareLinks.create(organizationId, siteId, { name: "" })
}

const toSpace = (ids: Ids) => ({ kind: "site-space", siteSpaceId: ids.structure.first })
const boolean = { type: "boolean", description: "Tries what is new" }
const jsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: { beta: boolean },
      additionalProperties: false
    },
    beta: boolean,
    plan: { type: "string", enum: ["free", "pro"], description: "Plan" },
    account: { type: "object", description: "Account", properties: { trial: boolean }, additionalProperties: false },
    groups: { type: "array", description: "Groups", items: { type: "string", description: "A group" } }
  },
  additionalProperties: false
}
const setSchema = ask("PUT", schema, { jsonSchema })
const publish = ask("POST", within(site, "/publish"))

/** The operations of the audience of sites; `rex` may read the main site, `gus` no site. */
export const siteAudience: Readonly<Record<string, Operation>> = {
  listSiteShareLinks: list(links),
  createSiteShareLink: {
    method: "POST",
    path: links,
    status: 201,
    body: () => ({ name: "Made" }),
    failures: {
      400: { body: () => ({ name: "x".repeat(51) }) },
      403: { as: "rex" },
      404: { as: "rex", path: within(hidden, "/share-links") },
      409: { prepare: fill }
    }
  },
  updateSiteShareLinkById: {
    method: "PATCH",
    path: link,
    status: 200,
    body: () => ({ active: false, name: "Renamed" }),
    failures: {
      400: { body: () => ({ active: null }) },
      403: { as: "rex" },
      404: { path: within(links, "/unknown") },
      409: never.noState
    },
    more: [{ body: () => ({}) }]
  },
  renewSiteShareLink: {
    method: "POST",
    path: within(link, "/renew"),
    status: 200,
    failures: {
      400: { body: () => "{" },
      403: { as: "rex" },
      404: { path: within(links, "/unknown/renew") },
      409: never.noState
    },
    more: [{ prepare: ask("PATCH", link, { active: false }) }]
  },
  deleteSiteShareLinkById: remove(link, links),
  listSiteRedirects: list(redirects),
  createSiteRedirect: {
    method: "POST",
    path: redirects,
    status: 201,
    body: (ids) => ({ source: "/a/b%20c", destination: toSpace(ids) }),
    failures: {
      400: { body: (ids) => ({ source: "no-path", destination: toSpace(ids) }) },
      403: { as: "rex" },
      404: { body: () => ({ source: "/a", destination: { kind: "site-section", siteSectionId: "unknown" } }) },
      409: { body: (ids) => ({ source: "/old", destination: toSpace(ids) }) }
    },
    more: [
      {
        body: ({ page, structure }) => ({
          source: "/a",
          destination: { kind: "site-page", siteSpaceId: structure.first, pageId: page }
        })
      }
    ]
  },
  updateSiteRedirectById: {
    method: "PATCH",
    path: redirect,
    status: 200,
    body: (ids) => ({ source: "/older", destination: toSpace(ids) }),
    failures: {
      400: { body: () => ({ destination: { kind: "url" } }) },
      403: { as: "rex" },
      404: { path: within(redirects, "/unknown") },
      409: {
        prepare: async (world) => ask("POST", redirects, { source: "/older", destination: toSpace(world.ids) })(world)
      }
    }
  },
  deleteSiteRedirectById: remove(redirect, redirects),
  getSiteCustomizationById: {
    method: "GET",
    path: customization,
    status: 200,
    failures: {
      400: { path: within(organization, "/sites/%zz/customization") },
      403: never.seesOrNot,
      404: { as: "gus" },
      409: never.readsOnly
    },
    more: [{ as: "rex" }, { prepare: ask("PUT", customization, look) }]
  },
  updateSiteCustomizationById: {
    method: "PUT",
    path: customization,
    status: 200,
    body: () => look,
    failures: {
      400: { body: () => ({ css: "@import 'a.css'" }) },
      403: { as: "rex" },
      404: { as: "gus" },
      409: never.noState
    },
    more: [{ body: () => ({}) }]
  },
  listSiteFeedback: list(feedback),
  giveSiteFeedback: {
    method: "POST",
    path: feedback,
    status: 201,
    prepare: async (world) => {
      await publish?.(world)
      await ask("PUT", customization, { feedback: { enabled: true } })(world)
    },
    body: ({ page, structure }) => ({ siteSpace: structure.first, page, helpful: false, text: "Too short" }),
    failures: {
      400: { body: ({ page, structure }) => ({ siteSpace: structure.first, page, helpful: "yes" }) },
      403: never.seesOrNot,
      404: { body: ({ structure }) => ({ siteSpace: structure.first, page: "unknown", helpful: true }) },
      409: { prepare: publish }
    },
    more: [{ body: ({ page, structure }) => ({ siteSpace: structure.first, page, helpful: true }) }]
  },
  getSiteAdaptiveSchema: {
    method: "GET",
    path: schema,
    status: 200,
    prepare: setSchema,
    failures: {
      400: { path: within(organization, "/sites/%zz/adaptive-schema") },
      403: never.seesOrNot,
      404: { prepare: async () => undefined },
      409: never.readsOnly
    },
    more: [{ as: "rex" }]
  },
  updateSiteAdaptiveSchema: {
    method: "PUT",
    path: schema,
    status: 200,
    body: () => ({ jsonSchema }),
    failures: {
      400: { body: () => ({ jsonSchema: { ...jsonSchema, properties: { beta: { type: "banana" } } } }) },
      403: { as: "rex" },
      404: { as: "gus" },
      409: never.noState
    },
    more: [{ body: () => ({ jsonSchema: { type: "object", properties: {}, additionalProperties: false } }) }]
  },
  listSiteAdaptiveTemplateConditions: {
    method: "GET",
    path: conditions,
    status: 200,
    prepare: setSchema,
    failures: {
      400: { path: within(organization, "/sites/%zz/adaptive-schema/template-conditions") },
      403: never.seesOrNot,
      404: { as: "gus" },
      409: never.readsOnly
    },
    more: [{ as: "rex" }, { prepare: async () => undefined }]
  },
  getPublishedContentSite: {
    method: "GET",
    path: published,
    status: 200,
    prepare: publish,
    failures: {
      400: { path: within(published, "?shareKey=a&shareKey=b") },
      403: never.seesOrNot,
      404: { prepare: async () => undefined },
      409: never.readsOnly
    },
    more: [{ as: "rex", path: within(published, "?shareKey=any&visitor.beta=true&visitor.a.b=1&visitor.a.b=2") }]
  },
  searchSiteContent: {
    method: "GET",
    path: within(search, "?query=install"),
    status: 200,
    prepare: publish,
    failures: {
      400: { path: within(search, "?query=a&page=broken") },
      403: never.seesOrNot,
      404: { prepare: async () => undefined },
      409: never.readsOnly
    },
    more: [{ as: "rex", path: within(search, "?query=instal&limit=1&visitor.beta=true") }]
  }
}
