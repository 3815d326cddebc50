import type { Resource } from "../../../contract/resources.js"
import { ask, never, organization, within } from "../../../contract/rows.js"
import { empty, onSite } from "../../../people/access/visibility/entries.js"
import { mainSite } from "../../../publishing/sites/paths.js"

const customization = within(mainSite, "/customization")
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

/** The look of sites. */
export const resource: Resource = {
  operations: {
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
    }
  },
  visibility: {
    getSiteCustomizationById: onSite("read"),
    updateSiteCustomizationById: onSite("create", empty)
  }
}
