/**
 * The groups of operations, each with its handlers. The API, its document, its clients and the server derive from this
 * list. Handlers are loaded when the API is served, since clients do not need them.
 */
import { ApiTokensApi } from "./api-tokens/ApiTokensApi.js"
import { AuditEventsApi } from "./audit-events/AuditEventsApi.js"
import { ChangeRequestContentApi, ChangeRequestsApi } from "./change-requests/ChangeRequestsApi.js"
import { CollectionsApi } from "./collections/CollectionsApi.js"
import { ChangeRequestCommentsApi, SpaceCommentsApi } from "./comments/CommentsApi.js"
import { CollectionGrantsApi, SiteGrantsApi, SpaceGrantsApi } from "./content-grants/GrantsApi.js"
import { group } from "./declaration/Group.js"
import { ImportsApi } from "./imports/ImportsApi.js"
import { InvitesApi } from "./invites/InvitesApi.js"
import { LinksApi } from "./links/LinksApi.js"
import { MembersApi } from "./members/MembersApi.js"
import { OpenAPISpecsApi } from "./openapi-specs/OpenAPISpecsApi.js"
import { OpenIdProvidersApi } from "./openid/OpenIdProvidersApi.js"
import { OrganizationsApi } from "./organizations/OrganizationsApi.js"
import { PdfApi } from "./pdf/PdfApi.js"
import { ReviewsApi } from "./reviews/ReviewsApi.js"
import { SamlApi } from "./saml/SamlApi.js"
import { AdaptiveContentApi } from "./sites/adaptive-content/AdaptiveContentApi.js"
import { CustomizationApi } from "./sites/customization/CustomizationApi.js"
import { SiteFeedbackApi } from "./sites/feedback/SiteFeedbackApi.js"
import { PublishedContentApi } from "./sites/published-content/PublishedContentApi.js"
import { SitesApi } from "./sites/SitesApi.js"
import { ShareLinksApi } from "./sites/share-links/ShareLinksApi.js"
import { SiteRedirectsApi } from "./sites/site-redirects/SiteRedirectsApi.js"
import { SiteSectionsApi } from "./sites/site-sections/SiteSectionsApi.js"
import { SiteSpacesApi } from "./sites/site-spaces/SiteSpacesApi.js"
import { SiteStructureApi } from "./sites/site-structure/SiteStructureApi.js"
import { RevisionsApi, SpaceContentApi } from "./space-content/SpaceContentApi.js"
import { SpacesApi } from "./spaces/SpacesApi.js"
import { TeamsApi } from "./teams/TeamsApi.js"
import { TranslationsApi } from "./translations/TranslationsApi.js"
import { UploadsApi } from "./uploads/UploadsApi.js"
import { UsersApi } from "./users/UsersApi.js"

/** All groups, in the order of the document. */
export const groups = [
  group(UsersApi, async () => (await import("./users/UsersHttp.js")).handlers),
  group(ApiTokensApi, async () => (await import("./api-tokens/ApiTokensHttp.js")).handlers),
  group(OrganizationsApi, async () => (await import("./organizations/OrganizationsHttp.js")).handlers),
  group(AuditEventsApi, async () => (await import("./audit-events/AuditEventsHttp.js")).handlers),
  group(MembersApi, async () => (await import("./members/MembersHttp.js")).handlers),
  group(TeamsApi, async () => (await import("./teams/TeamsHttp.js")).handlers),
  group(CollectionGrantsApi, async () => (await import("./content-grants/ContentGrantsHttp.js")).collectionHandlers),
  group(SpaceGrantsApi, async () => (await import("./content-grants/ContentGrantsHttp.js")).spaceHandlers),
  group(CollectionsApi, async () => (await import("./collections/CollectionsHttp.js")).handlers),
  group(SpacesApi, async () => (await import("./spaces/SpacesHttp.js")).handlers),
  group(SpaceContentApi, async () => (await import("./space-content/SpaceContentHttp.js")).handlers),
  group(RevisionsApi, async () => (await import("./space-content/SpaceContentHttp.js")).revisionHandlers),
  group(ChangeRequestsApi, async () => (await import("./change-requests/ChangeRequestsHttp.js")).handlers),
  group(ChangeRequestContentApi, async () => (await import("./change-requests/ChangeRequestsHttp.js")).contentHandlers),
  group(ChangeRequestCommentsApi, async () => (await import("./comments/CommentsHttp.js")).changeRequestHandlers),
  group(ReviewsApi, async () => (await import("./reviews/ReviewsHttp.js")).handlers),
  group(ImportsApi, async () => (await import("./imports/ImportsHttp.js")).handlers),
  group(LinksApi, async () => (await import("./links/LinksHttp.js")).handlers),
  group(SpaceCommentsApi, async () => (await import("./comments/CommentsHttp.js")).spaceHandlers),
  group(TranslationsApi, async () => (await import("./translations/TranslationsHttp.js")).handlers),
  group(OpenAPISpecsApi, async () => (await import("./openapi-specs/OpenAPISpecsHttp.js")).handlers),
  group(SamlApi, async () => (await import("./saml/SamlHttp.js")).handlers),
  group(OpenIdProvidersApi, async () => (await import("./openid/OpenIdProvidersHttp.js")).handlers),
  group(InvitesApi, async () => (await import("./invites/InvitesHttp.js")).handlers),
  group(SitesApi, async () => (await import("./sites/SitesHttp.js")).handlers),
  group(SiteGrantsApi, async () => (await import("./content-grants/ContentGrantsHttp.js")).siteHandlers),
  group(SiteSpacesApi, async () => (await import("./sites/site-spaces/SiteSpacesHttp.js")).handlers),
  group(SiteSectionsApi, async () => (await import("./sites/site-sections/SiteSectionsHttp.js")).handlers),
  group(SiteStructureApi, async () => (await import("./sites/site-structure/SiteStructureHttp.js")).handlers),
  group(ShareLinksApi, async () => (await import("./sites/share-links/ShareLinksHttp.js")).handlers),
  group(SiteRedirectsApi, async () => (await import("./sites/site-redirects/SiteRedirectsHttp.js")).handlers),
  group(SiteFeedbackApi, async () => (await import("./sites/feedback/SiteFeedbackHttp.js")).handlers),
  group(CustomizationApi, async () => (await import("./sites/customization/CustomizationHttp.js")).handlers),
  group(AdaptiveContentApi, async () => (await import("./sites/adaptive-content/AdaptiveContentHttp.js")).handlers),
  group(PublishedContentApi, async () => (await import("./sites/published-content/PublishedContentHttp.js")).handlers),
  group(PdfApi, async () => (await import("./pdf/PdfHttp.js")).handlers),
  group(UploadsApi, async () => (await import("./uploads/UploadsHttp.js")).handlers)
] as const
