/**
 * The services of the engine: the engine, and the workspace object that a program gets, are derived from this list
 * alone.
 */

import { changeRequests } from "../content/change-requests/LazyChangeRequests.js"
import { collections } from "../content/collections/LazyCollections.js"
import { comments } from "../content/comments/LazyComments.js"
import * as ContentEdits from "../content/editing/ContentEdits.js"
import { files } from "../content/files/LazyFiles.js"
import { imports } from "../content/imports/LazyImports.js"
import { links } from "../content/links/LazyLinks.js"
import { openAPISpecs } from "../content/openapi-registry/LazyOpenAPISpecs.js"
import * as Contents from "../content/reading/Contents.js"
import { reviews } from "../content/reviews/LazyReviews.js"
import { revisions } from "../content/revisions/LazyRevisions.js"
import * as Spaces from "../content/spaces/Spaces.js"
import { contentSync } from "../content/sync/LazyContentSync.js"
import { translations } from "../content/translations/LazyTranslations.js"
import { uploads } from "../content/uploads/LazyUploads.js"
import { auditEvents } from "../operations/audit-events/LazyAuditEvents.js"
import { blobs } from "../operations/garbage-collection/LazyBlobs.js"
import { integrity } from "../operations/integrity/LazyIntegrity.js"
import { secrets } from "../operations/key-rotation/LazySecrets.js"
import { accessExplanations } from "../people/access/LazyAccessExplanations.js"
import { accounts } from "../people/accounts/LazyAccounts.js"
import { credentials } from "../people/accounts/LazyCredentials.js"
import { apiTokens } from "../people/api-tokens/LazyApiTokens.js"
import { serviceTokens } from "../people/api-tokens/LazyServiceTokens.js"
import { contentGrants } from "../people/content-grants/LazyContentGrants.js"
import { providerSignIn } from "../people/identities/LazyProviderSignIn.js"
import { invites } from "../people/invites/LazyInvites.js"
import { userInvites } from "../people/invites/LazyUserInvites.js"
import { members } from "../people/members/LazyMembers.js"
import { openIdProviders } from "../people/openid/LazyOpenIdProviders.js"
import { openIdSignIn } from "../people/openid/LazyOpenIdSignIn.js"
import { emailDomains } from "../people/organizations/LazyEmailDomains.js"
import * as Organizations from "../people/organizations/Organizations.js"
import { rateLimits } from "../people/rate-limits/LazyRateLimits.js"
import { saml } from "../people/saml/LazySaml.js"
import { samlSignIn } from "../people/saml/LazySamlSignIn.js"
import { scim } from "../people/scim/LazyScim.js"
import { sessions } from "../people/sessions/LazySessions.js"
import { signIn } from "../people/sign-in/LazySignIn.js"
import { teams } from "../people/teams/LazyTeams.js"
import * as Users from "../people/users/Users.js"
import { pdfs } from "../publishing/pdf/LazyPdfs.js"
import { search } from "../publishing/search/LazySearch.js"
import { sitePages } from "../publishing/site-reading/LazySitePages.js"
import { adaptiveSchemas } from "../publishing/sites/adaptive-content/LazyAdaptiveSchemas.js"
import { customizations } from "../publishing/sites/customization/LazyCustomizations.js"
import { siteFeedbacks } from "../publishing/sites/feedback/LazySiteFeedbacks.js"
import { sitePublishing } from "../publishing/sites/LazySitePublishing.js"
import { sites } from "../publishing/sites/LazySites.js"
import { publishedContents } from "../publishing/sites/published-content/LazyPublishedContents.js"
import { shareLinks } from "../publishing/sites/share-links/LazyShareLinks.js"
import { siteRedirects } from "../publishing/sites/site-redirects/LazySiteRedirects.js"
import { siteSectionGroups } from "../publishing/sites/site-sections/LazySiteSectionGroups.js"
import { siteSections } from "../publishing/sites/site-sections/LazySiteSections.js"
import { siteSpaces } from "../publishing/sites/site-spaces/LazySiteSpaces.js"
import { siteStructures } from "../publishing/sites/site-structure/LazySiteStructures.js"

/**
 * The services of a workspace, by name; each is made from the repositories, from shared values, and from the preceding
 * services.
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

/** The tags of the services. They let startup code reference a service without loading its implementation. */
export const tags = Object.fromEntries(Object.entries(services).map(([name, { tag }]) => [name, tag])) as {
  readonly [Name in keyof typeof services]: (typeof services)[Name]["tag"]
}
