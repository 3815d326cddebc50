/**
 * The groups of operations, each with its handlers. The API, its document, its clients and the server derive from this
 * list. Handlers are loaded when the API is served, since clients do not need them.
 */

import { ChangeRequestContentApi, ChangeRequestsApi } from "../content/change-requests/ChangeRequestsApi.js"
import { CollectionsApi } from "../content/collections/CollectionsApi.js"
import { ChangeRequestCommentsApi, SpaceCommentsApi } from "../content/comments/CommentsApi.js"
import { FolderExportsApi } from "../content/exports/FolderExportsApi.js"
import { ImportsApi } from "../content/imports/ImportsApi.js"
import { LinksApi } from "../content/links/LinksApi.js"
import { LiveTextsApi } from "../content/live-texts/LiveTextsApi.js"
import { OpenAPISpecsApi } from "../content/openapi-registry/OpenAPISpecsApi.js"
import { RevisionsApi, SpaceContentApi } from "../content/pages/SpaceContentApi.js"
import { ReviewsApi } from "../content/reviews/ReviewsApi.js"
import { SpacesApi } from "../content/spaces/SpacesApi.js"
import { TranslationsApi } from "../content/translations/TranslationsApi.js"
import { UploadsApi } from "../content/uploads/UploadsApi.js"
import { group } from "../foundation/declaration/Group.js"
import { AuditEventsApi } from "../operations/audit-events/AuditEventsApi.js"
import { EventsApi } from "../operations/events/EventsApi.js"
import { WebhooksApi } from "../operations/webhooks/WebhooksApi.js"
import { ApiTokensApi } from "../people/api-tokens/ApiTokensApi.js"
import { CollectionGrantsApi, SiteGrantsApi, SpaceGrantsApi } from "../people/content-grants/GrantsApi.js"
import { InvitesApi } from "../people/invites/InvitesApi.js"
import { MembersApi } from "../people/members/MembersApi.js"
import { OpenIdProvidersApi } from "../people/openid/OpenIdProvidersApi.js"
import { OrganizationsApi } from "../people/organizations/OrganizationsApi.js"
import { SamlApi } from "../people/saml/SamlApi.js"
import { TeamsApi } from "../people/teams/TeamsApi.js"
import { UsersApi } from "../people/users/UsersApi.js"
import { PdfApi } from "../publishing/pdf/PdfApi.js"
import { AdaptiveContentApi } from "../publishing/sites/adaptive-content/AdaptiveContentApi.js"
import { CustomizationApi } from "../publishing/sites/customization/CustomizationApi.js"
import { SiteFeedbackApi } from "../publishing/sites/feedback/SiteFeedbackApi.js"
import { PublishedContentApi } from "../publishing/sites/published-content/PublishedContentApi.js"
import { SitesApi } from "../publishing/sites/SitesApi.js"
import { ShareLinksApi } from "../publishing/sites/share-links/ShareLinksApi.js"
import { SiteRedirectsApi } from "../publishing/sites/site-redirects/SiteRedirectsApi.js"
import { SiteSectionsApi } from "../publishing/sites/site-sections/SiteSectionsApi.js"
import { SiteSpacesApi } from "../publishing/sites/site-spaces/SiteSpacesApi.js"
import { SiteStructureApi } from "../publishing/sites/site-structure/SiteStructureApi.js"

/** All groups, in the order of the document. */
export const groups = [
  group(UsersApi, async () => (await import("../people/users/UsersHttp.js")).handlers),
  group(ApiTokensApi, async () => (await import("../people/api-tokens/ApiTokensHttp.js")).handlers),
  group(OrganizationsApi, async () => (await import("../people/organizations/OrganizationsHttp.js")).handlers),
  group(AuditEventsApi, async () => (await import("../operations/audit-events/AuditEventsHttp.js")).handlers),
  group(EventsApi, async () => (await import("../operations/events/EventsHttp.js")).handlers),
  group(WebhooksApi, async () => (await import("../operations/webhooks/WebhooksHttp.js")).handlers),
  group(MembersApi, async () => (await import("../people/members/MembersHttp.js")).handlers),
  group(TeamsApi, async () => (await import("../people/teams/TeamsHttp.js")).handlers),
  group(
    CollectionGrantsApi,
    async () => (await import("../people/content-grants/ContentGrantsHttp.js")).collectionHandlers
  ),
  group(SpaceGrantsApi, async () => (await import("../people/content-grants/ContentGrantsHttp.js")).spaceHandlers),
  group(CollectionsApi, async () => (await import("../content/collections/CollectionsHttp.js")).handlers),
  group(SpacesApi, async () => (await import("../content/spaces/SpacesHttp.js")).handlers),
  group(SpaceContentApi, async () => (await import("../content/pages/SpaceContentHttp.js")).handlers),
  group(RevisionsApi, async () => (await import("../content/pages/SpaceContentHttp.js")).revisionHandlers),
  group(ChangeRequestsApi, async () => (await import("../content/change-requests/ChangeRequestsHttp.js")).handlers),
  group(
    ChangeRequestContentApi,
    async () => (await import("../content/change-requests/ChangeRequestsHttp.js")).contentHandlers
  ),
  group(
    ChangeRequestCommentsApi,
    async () => (await import("../content/comments/CommentsHttp.js")).changeRequestHandlers
  ),
  group(ReviewsApi, async () => (await import("../content/reviews/ReviewsHttp.js")).handlers),
  group(ImportsApi, async () => (await import("../content/imports/ImportsHttp.js")).handlers),
  group(LiveTextsApi, async () => (await import("../content/live-texts/LiveTextsHttp.js")).handlers),
  group(LinksApi, async () => (await import("../content/links/LinksHttp.js")).handlers),
  group(SpaceCommentsApi, async () => (await import("../content/comments/CommentsHttp.js")).spaceHandlers),
  group(TranslationsApi, async () => (await import("../content/translations/TranslationsHttp.js")).handlers),
  group(OpenAPISpecsApi, async () => (await import("../content/openapi-registry/OpenAPISpecsHttp.js")).handlers),
  group(SamlApi, async () => (await import("../people/saml/SamlHttp.js")).handlers),
  group(OpenIdProvidersApi, async () => (await import("../people/openid/OpenIdProvidersHttp.js")).handlers),
  group(InvitesApi, async () => (await import("../people/invites/InvitesHttp.js")).handlers),
  group(SitesApi, async () => (await import("../publishing/sites/SitesHttp.js")).handlers),
  group(SiteGrantsApi, async () => (await import("../people/content-grants/ContentGrantsHttp.js")).siteHandlers),
  group(SiteSpacesApi, async () => (await import("../publishing/sites/site-spaces/SiteSpacesHttp.js")).handlers),
  group(SiteSectionsApi, async () => (await import("../publishing/sites/site-sections/SiteSectionsHttp.js")).handlers),
  group(
    SiteStructureApi,
    async () => (await import("../publishing/sites/site-structure/SiteStructureHttp.js")).handlers
  ),
  group(ShareLinksApi, async () => (await import("../publishing/sites/share-links/ShareLinksHttp.js")).handlers),
  group(
    SiteRedirectsApi,
    async () => (await import("../publishing/sites/site-redirects/SiteRedirectsHttp.js")).handlers
  ),
  group(SiteFeedbackApi, async () => (await import("../publishing/sites/feedback/SiteFeedbackHttp.js")).handlers),
  group(
    CustomizationApi,
    async () => (await import("../publishing/sites/customization/CustomizationHttp.js")).handlers
  ),
  group(
    AdaptiveContentApi,
    async () => (await import("../publishing/sites/adaptive-content/AdaptiveContentHttp.js")).handlers
  ),
  group(
    PublishedContentApi,
    async () => (await import("../publishing/sites/published-content/PublishedContentHttp.js")).handlers
  ),
  group(FolderExportsApi, async () => (await import("../content/exports/FolderExportsHttp.js")).handlers),
  group(PdfApi, async () => (await import("../publishing/pdf/PdfHttp.js")).handlers),
  group(UploadsApi, async () => (await import("../content/uploads/UploadsHttp.js")).handlers)
] as const
