/** The whole API, declared once: the server, the document and the client all derive from it. */
import { HttpApi, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ChangeRequestContentApi, ChangeRequestsApi } from "./change-requests/ChangeRequestsApi.js"
import { CollectionsApi } from "./collections/CollectionsApi.js"
import { ChangeRequestCommentsApi, SpaceCommentsApi } from "./comments/CommentsApi.js"
import { CollectionGrantsApi, SiteGrantsApi, SpaceGrantsApi } from "./content-grants/GrantsApi.js"
import { Authorization } from "./declaration/Authorization.js"
import { RateLimitedError, UnavailableError } from "./errors/WireError.js"
import { ImportsApi } from "./imports/ImportsApi.js"
import { InvitesApi } from "./invites/InvitesApi.js"
import { LinksApi } from "./links/LinksApi.js"
import { MembersApi } from "./members/MembersApi.js"
import { OpenAPISpecsApi } from "./openapi-specs/OpenAPISpecsApi.js"
import { OrganizationsApi } from "./organizations/OrganizationsApi.js"
import { PdfApi } from "./pdf/PdfApi.js"
import { ReviewsApi } from "./reviews/ReviewsApi.js"
import { SamlApi } from "./saml/SamlApi.js"
import { AdaptiveContentApi } from "./sites/adaptive-content/AdaptiveContentApi.js"
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

/** The version of the API's shapes. */
export const version = "0.1.0"

/** An API without the library's own error for malformed input, which never leaves this server: see `InvalidError`. */
const blank: HttpApi.HttpApi<"lectern"> = Object.assign(HttpApi.make("lectern"), { errorSchema: Schema.Never }) as never

/** Every operation under `/v1`. */
export const LecternApi = blank
  .add(UsersApi)
  .add(OrganizationsApi)
  .add(MembersApi)
  .add(TeamsApi)
  .add(CollectionGrantsApi)
  .add(SpaceGrantsApi)
  .add(CollectionsApi)
  .add(SpacesApi)
  .add(SpaceContentApi)
  .add(RevisionsApi)
  .add(ChangeRequestsApi)
  .add(ChangeRequestContentApi)
  .add(ChangeRequestCommentsApi)
  .add(ReviewsApi)
  .add(ImportsApi)
  .add(LinksApi)
  .add(SpaceCommentsApi)
  .add(TranslationsApi)
  .add(OpenAPISpecsApi)
  .add(SamlApi)
  .add(InvitesApi)
  .add(SitesApi)
  .add(SiteGrantsApi)
  .add(SiteSpacesApi)
  .add(SiteSectionsApi)
  .add(SiteStructureApi)
  .add(ShareLinksApi)
  .add(SiteRedirectsApi)
  .add(AdaptiveContentApi)
  .add(PublishedContentApi)
  .add(PdfApi)
  .add(UploadsApi)
  .addError(RateLimitedError)
  .addError(UnavailableError)
  .middleware(Authorization)
  .annotateContext(
    OpenApi.annotations({
      title: "Lectern",
      version,
      description: [
        "Documentation workspaces over HTTP: JSON in, JSON out.",
        "Every request carries `Authorization: Bearer <token>`.",
        "Failures have one shape, `{error: {code, message}}`.",
        "Lists take `page` and `limit` and answer `{next, count, items}`."
      ].join(" "),
      license: { name: "MIT", url: "https://opensource.org/license/mit" }
    })
  )
