/** The services of this floor, each with the way to load it. */

import { lazyService } from "../storage/services/LazyService.js"

/** Values that services share and nobody else uses, each made from the preceding ones. */
export const shared = [
  lazyService("SpacesOnSites", () => import("./sites/SpaceDetaching.js")),
  lazyService("Visits", () => import("./sites/visiting/SiteVisits.js"))
] as const

/** The services that this floor adds to a workspace, by name; each is made from what was made before it. */
export const services = {
  search: lazyService("Search", () => import("./search/Search.js"), ["space", "organization", "site"]),
  sites: lazyService("Sites", () => import("./sites/Sites.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "publish",
    "unpublish"
  ]),
  sitePublishing: lazyService("SitePublishing", () => import("./sites/SitePublishing.js"), [
    "auth",
    "updateAuth",
    "regenerateAuth",
    "rotateKey",
    "removeKey"
  ]),
  siteSpaces: lazyService("SiteSpaces", () => import("./sites/site-spaces/SiteSpaces.js"), [
    "list",
    "add",
    "update",
    "remove",
    "move"
  ]),
  siteSections: lazyService("SiteSections", () => import("./sites/site-sections/SiteSections.js"), [
    "list",
    "add",
    "update",
    "remove",
    "move"
  ]),
  siteSectionGroups: lazyService("SiteSectionGroups", () => import("./sites/site-sections/SiteSectionGroups.js"), [
    "list",
    "add",
    "update",
    "remove",
    "addSection",
    "removeSection",
    "move"
  ]),
  siteStructures: lazyService("SiteStructures", () => import("./sites/site-structure/SiteStructures.js"), [
    "get",
    "sort"
  ]),
  shareLinks: lazyService("ShareLinks", () => import("./sites/share-links/ShareLinks.js"), [
    "list",
    "create",
    "update",
    "renew",
    "remove"
  ]),
  siteRedirects: lazyService("SiteRedirects", () => import("./sites/site-redirects/SiteRedirects.js"), [
    "list",
    "create",
    "update",
    "remove"
  ]),
  adaptiveSchemas: lazyService("AdaptiveSchemas", () => import("./sites/adaptive-content/AdaptiveSchemas.js"), [
    "get",
    "set",
    "templateConditions"
  ]),
  customizations: lazyService("Customizations", () => import("./sites/customization/Customizations.js"), [
    "get",
    "set"
  ]),
  publishedContents: lazyService("PublishedContents", () => import("./sites/published-content/PublishedContents.js"), [
    "get",
    "enter"
  ]),
  sitePages: lazyService("SitePages", () => import("./site-reading/SitePages.js"), [
    "generation",
    "find",
    "onHost",
    "site",
    "outline",
    "page",
    "draft",
    "compute",
    "file",
    "redirect",
    "redirects",
    "send",
    "logo",
    "indexed"
  ]),
  siteFeedbacks: lazyService("SiteFeedbacks", () => import("./sites/feedback/SiteFeedbacks.js"), [
    "list",
    "give",
    "searched"
  ]),
  pdfs: lazyService("Pdfs", () => import("./pdf/Pdfs.js"), ["ofSpace", "ofSite", "ofChangeRequest", "download"])
}
