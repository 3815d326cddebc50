/** The invariants of the rows of every table. Written by `npm run gather`, from what is declared next to repositories. */
import { invariants as grantInvariants } from "../access/GrantInvariants.js"
import { invariants as accountInvariants } from "../accounts/AccountInvariants.js"
import { invariants as apiTokenInvariants } from "../api-tokens/ApiTokenInvariants.js"
import { invariants as auditEventInvariants } from "../audit-events/AuditEventInvariants.js"
import { invariants as blobReferenceInvariants } from "../blobs/BlobReferenceInvariants.js"
import { invariants as changeRequestInvariants } from "../change-requests/ChangeRequestInvariants.js"
import { invariants as collectionInvariants } from "../collections/CollectionInvariants.js"
import { invariants as commentInvariants } from "../comments/CommentInvariants.js"
import { invariants as documentInvariants } from "../content/DocumentInvariants.js"
import { invariants as itemInvariants } from "../content/ItemInvariants.js"
import { invariants as revisionInvariants } from "../content/RevisionInvariants.js"
import { invariants as identityInvariants } from "../identities/IdentityInvariants.js"
import { invariants as importInvariants } from "../imports/ImportInvariants.js"
import { invariants as pendingIndexInvariants } from "../indexing/PendingIndexInvariants.js"
import { invariants as linkInviteInvariants } from "../invites/LinkInviteInvariants.js"
import { invariants as pendingMemberInvariants } from "../invites/PendingMemberInvariants.js"
import { invariants as jobInvariants } from "../jobs/JobInvariants.js"
import { invariants as linkInvariants } from "../link-index/LinkInvariants.js"
import { invariants as memberInvariants } from "../members/MemberInvariants.js"
import { invariants as oneTimeLinkInvariants } from "../one-time-links/OneTimeLinkInvariants.js"
import { invariants as openAPISpecInvariants } from "../openapi-specs/OpenAPISpecInvariants.js"
import { invariants as openIdProviderInvariants } from "../openid/OpenIdProviderInvariants.js"
import { invariants as organizationInvariants } from "../organizations/OrganizationInvariants.js"
import { invariants as pdfInvariants } from "../pdf/PdfInvariants.js"
import { invariants as leaseInvariants } from "../rate-limits/LeaseInvariants.js"
import { invariants as reviewInvariants } from "../reviews/ReviewInvariants.js"
import { invariants as samlProviderInvariants } from "../saml/SamlProviderInvariants.js"
import { invariants as scimUserInvariants } from "../scim/ScimUserInvariants.js"
import { invariants as sessionInvariants } from "../sessions/SessionInvariants.js"
import { invariants as attemptInvariants } from "../sign-in/AttemptInvariants.js"
import { invariants as usedOnceInvariants } from "../sign-in/UsedOnceInvariants.js"
import { invariants as adaptiveSchemaInvariants } from "../sites/adaptive-content/AdaptiveSchemaInvariants.js"
import { invariants as customizationInvariants } from "../sites/customization/CustomizationInvariants.js"
import { invariants as siteFeedbackInvariants } from "../sites/feedback/SiteFeedbackInvariants.js"
import { invariants as siteInvariants } from "../sites/SiteInvariants.js"
import { invariants as shareLinkInvariants } from "../sites/share-links/ShareLinkInvariants.js"
import { invariants as siteRedirectInvariants } from "../sites/site-redirects/SiteRedirectInvariants.js"
import { invariants as spaceInvariants } from "../spaces/SpaceInvariants.js"
import type { Invariants } from "../storage/Invariants.js"
import { invariants as teamInvariants } from "../teams/TeamInvariants.js"
import { invariants as translationSettingsInvariants } from "../translations/TranslationSettingsInvariants.js"
import { invariants as uploadInvariants } from "../uploads/UploadInvariants.js"
import { invariants as userInvariants } from "../users/UserInvariants.js"

/** The invariants of the rows of every table. */
export const allInvariants: ReadonlyArray<Invariants> = [
  ...grantInvariants,
  ...accountInvariants,
  ...apiTokenInvariants,
  ...auditEventInvariants,
  ...blobReferenceInvariants,
  ...changeRequestInvariants,
  ...collectionInvariants,
  ...commentInvariants,
  ...documentInvariants,
  ...itemInvariants,
  ...revisionInvariants,
  ...identityInvariants,
  ...importInvariants,
  ...pendingIndexInvariants,
  ...linkInviteInvariants,
  ...pendingMemberInvariants,
  ...jobInvariants,
  ...linkInvariants,
  ...memberInvariants,
  ...oneTimeLinkInvariants,
  ...openAPISpecInvariants,
  ...openIdProviderInvariants,
  ...organizationInvariants,
  ...pdfInvariants,
  ...leaseInvariants,
  ...reviewInvariants,
  ...samlProviderInvariants,
  ...scimUserInvariants,
  ...sessionInvariants,
  ...attemptInvariants,
  ...usedOnceInvariants,
  ...siteInvariants,
  ...adaptiveSchemaInvariants,
  ...customizationInvariants,
  ...siteFeedbackInvariants,
  ...shareLinkInvariants,
  ...siteRedirectInvariants,
  ...spaceInvariants,
  ...teamInvariants,
  ...translationSettingsInvariants,
  ...uploadInvariants,
  ...userInvariants
]
