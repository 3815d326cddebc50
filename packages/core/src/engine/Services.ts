/**
 * The services of the engine: the engine, and the workspace object that a program gets, are derived from this list
 * alone.
 */
import { accessExplanations } from "../access/LazyAccessExplanations.js"
import { accounts } from "../accounts/LazyAccounts.js"
import { credentials } from "../accounts/LazyCredentials.js"
import { apiTokens } from "../api-tokens/LazyApiTokens.js"
import { serviceTokens } from "../api-tokens/LazyServiceTokens.js"
import { auditEvents } from "../audit-events/LazyAuditEvents.js"
import { changeRequests } from "../change-requests/LazyChangeRequests.js"
import { collections } from "../collections/LazyCollections.js"
import { comments } from "../comments/LazyComments.js"
import { contentGrants } from "../content-grants/LazyContentGrants.js"
import { files } from "../files/LazyFiles.js"
import { blobs } from "../garbage-collection/LazyBlobs.js"
import { providerSignIn } from "../identities/LazyProviderSignIn.js"
import { imports } from "../imports/LazyImports.js"
import { integrity } from "../integrity/LazyIntegrity.js"
import { invites } from "../invites/LazyInvites.js"
import { userInvites } from "../invites/LazyUserInvites.js"
import { links } from "../links/LazyLinks.js"
import { members } from "../members/LazyMembers.js"
import { openAPISpecs } from "../openapi-specs/LazyOpenAPISpecs.js"
import { openIdProviders } from "../openid/LazyOpenIdProviders.js"
import { openIdSignIn } from "../openid/LazyOpenIdSignIn.js"
import { emailDomains } from "../organizations/LazyEmailDomains.js"
import * as Organizations from "../organizations/Organizations.js"
import { pdfs } from "../pdf/LazyPdfs.js"
import { rateLimits } from "../rate-limits/LazyRateLimits.js"
import { reviews } from "../reviews/LazyReviews.js"
import { revisions } from "../revisions/LazyRevisions.js"
import { saml } from "../saml/LazySaml.js"
import { samlSignIn } from "../saml/LazySamlSignIn.js"
import { scim } from "../scim/LazyScim.js"
import { secrets } from "../sealed-secrets/LazySecrets.js"
import { search } from "../search/LazySearch.js"
import { sessions } from "../sessions/LazySessions.js"
import { signIn } from "../sign-in/LazySignIn.js"
import { sitePages } from "../site-reading/LazySitePages.js"
import { adaptiveSchemas } from "../sites/adaptive-content/LazyAdaptiveSchemas.js"
import { customizations } from "../sites/customization/LazyCustomizations.js"
import { siteFeedbacks } from "../sites/feedback/LazySiteFeedbacks.js"
import { sitePublishing } from "../sites/LazySitePublishing.js"
import { sites } from "../sites/LazySites.js"
import { publishedContents } from "../sites/published-content/LazyPublishedContents.js"
import { shareLinks } from "../sites/share-links/LazyShareLinks.js"
import { siteRedirects } from "../sites/site-redirects/LazySiteRedirects.js"
import { siteSectionGroups } from "../sites/site-sections/LazySiteSectionGroups.js"
import { siteSections } from "../sites/site-sections/LazySiteSections.js"
import { siteSpaces } from "../sites/site-spaces/LazySiteSpaces.js"
import { siteStructures } from "../sites/site-structure/LazySiteStructures.js"
import * as ContentEdits from "../space-content/ContentEdits.js"
import * as Contents from "../space-content/Contents.js"
import { contentSync } from "../space-content/LazyContentSync.js"
import * as Spaces from "../spaces/Spaces.js"
import { teams } from "../teams/LazyTeams.js"
import { translations } from "../translations/LazyTranslations.js"
import { uploads } from "../uploads/LazyUploads.js"
import * as Users from "../users/Users.js"

/**
 * The services of a workspace, by name; each is made from the repositories, from what services share, and from those
 * before it.
 */
export const services = {
  users: Users.service,
  accounts,
  credentials,
  sessions,
  signIn,
  providerSignIn,
  openIdSignIn,
  apiTokens,
  organizations: Organizations.service,
  emailDomains,
  serviceTokens,
  members,
  teams,
  contentGrants,
  accessExplanations,
  collections,
  spaces: Spaces.service,
  comments,
  contents: Contents.service,
  changeRequests,
  reviews,
  revisions,
  contentEdits: ContentEdits.service,
  files,
  uploads,
  blobs,
  contentSync,
  imports,
  search,
  invites,
  userInvites,
  scim,
  saml,
  samlSignIn,
  openIdProviders,
  translations,
  openAPISpecs,
  sites,
  sitePublishing,
  siteSpaces,
  siteSections,
  siteSectionGroups,
  siteStructures,
  shareLinks,
  siteRedirects,
  adaptiveSchemas,
  customizations,
  publishedContents,
  sitePages,
  rateLimits,
  siteFeedbacks,
  pdfs,
  secrets,
  integrity,
  auditEvents,
  links
}

/**
 * The tags of the services: for modules that use a service and must not load what implements it, as those must not that
 * a server loads at its start.
 */
export const tags = Object.fromEntries(Object.entries(services).map(([name, { tag }]) => [name, tag])) as {
  readonly [Name in keyof typeof services]: (typeof services)[Name]["tag"]
}
