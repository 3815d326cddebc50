/** The services of the engine: this list is all that the engine, and the object a program gets of it, are made from. */
import * as AccessExplanations from "../access/AccessExplanations.js"
import * as ApiTokens from "../api-tokens/ApiTokens.js"
import * as ChangeRequests from "../change-requests/ChangeRequests.js"
import * as Collections from "../collections/Collections.js"
import * as Comments from "../comments/Comments.js"
import * as ContentGrants from "../content-grants/ContentGrants.js"
import * as Files from "../files/Files.js"
import * as Blobs from "../garbage-collection/Blobs.js"
import * as Imports from "../imports/Imports.js"
import * as Integrity from "../integrity/Integrity.js"
import * as Invites from "../invites/Invites.js"
import * as Links from "../links/Links.js"
import * as Members from "../members/Members.js"
import * as OpenAPISpecs from "../openapi-specs/OpenAPISpecs.js"
import * as Organizations from "../organizations/Organizations.js"
import * as Pdfs from "../pdf/Pdfs.js"
import * as Reviews from "../reviews/Reviews.js"
import * as Revisions from "../revisions/Revisions.js"
import * as Saml from "../saml/Saml.js"
import * as Search from "../search/Search.js"
import * as AdaptiveSchemas from "../sites/adaptive-content/AdaptiveSchemas.js"
import * as PublishedContents from "../sites/published-content/PublishedContents.js"
import * as SitePublishing from "../sites/SitePublishing.js"
import * as Sites from "../sites/Sites.js"
import * as ShareLinks from "../sites/share-links/ShareLinks.js"
import * as SiteRedirects from "../sites/site-redirects/SiteRedirects.js"
import * as SiteSectionGroups from "../sites/site-sections/SiteSectionGroups.js"
import * as SiteSections from "../sites/site-sections/SiteSections.js"
import * as SiteSpaces from "../sites/site-spaces/SiteSpaces.js"
import * as SiteStructures from "../sites/site-structure/SiteStructures.js"
import * as ContentEdits from "../space-content/ContentEdits.js"
import * as ContentSync from "../space-content/ContentSync.js"
import * as Contents from "../space-content/Contents.js"
import * as Spaces from "../spaces/Spaces.js"
import * as Teams from "../teams/Teams.js"
import * as Translations from "../translations/Translations.js"
import * as Uploads from "../uploads/Uploads.js"
import * as Users from "../users/Users.js"

/** What a workspace has, by name; each is made of the repositories, of what they share, and of those before it. */
export const services = {
  users: Users.service,
  apiTokens: ApiTokens.service,
  organizations: Organizations.service,
  members: Members.service,
  teams: Teams.service,
  contentGrants: ContentGrants.service,
  accessExplanations: AccessExplanations.service,
  collections: Collections.service,
  spaces: Spaces.service,
  comments: Comments.service,
  contents: Contents.service,
  changeRequests: ChangeRequests.service,
  reviews: Reviews.service,
  revisions: Revisions.service,
  contentEdits: ContentEdits.service,
  files: Files.service,
  uploads: Uploads.service,
  blobs: Blobs.service,
  contentSync: ContentSync.service,
  imports: Imports.service,
  search: Search.service,
  invites: Invites.service,
  saml: Saml.service,
  translations: Translations.service,
  openAPISpecs: OpenAPISpecs.service,
  sites: Sites.service,
  sitePublishing: SitePublishing.service,
  siteSpaces: SiteSpaces.service,
  siteSections: SiteSections.service,
  siteSectionGroups: SiteSectionGroups.service,
  siteStructures: SiteStructures.service,
  shareLinks: ShareLinks.service,
  siteRedirects: SiteRedirects.service,
  adaptiveSchemas: AdaptiveSchemas.service,
  publishedContents: PublishedContents.service,
  pdfs: Pdfs.service,
  integrity: Integrity.service,
  links: Links.service
}
