/** The invariants of the rows of every table. Written by `npm run generate`, from what is declared next to repositories. */
import { invariants as changeRequestInvariants } from "../../content/change-requests/ChangeRequestInvariants.js"
import { invariants as collectionInvariants } from "../../content/collections/CollectionInvariants.js"
import { invariants as commentInvariants } from "../../content/comments/CommentInvariants.js"
import { invariants as importInvariants } from "../../content/imports/ImportInvariants.js"
import { invariants as pendingIndexInvariants } from "../../content/indexing/PendingIndexInvariants.js"
import { invariants as documentInvariants } from "../../content/items/DocumentInvariants.js"
import { invariants as itemInvariants } from "../../content/items/ItemInvariants.js"
import { invariants as linkInvariants } from "../../content/links/LinkInvariants.js"
import { invariants as openAPISpecInvariants } from "../../content/openapi-registry/OpenAPISpecInvariants.js"
import { invariants as reviewInvariants } from "../../content/reviews/ReviewInvariants.js"
import { invariants as revisionInvariants } from "../../content/revisions/RevisionInvariants.js"
import { invariants as spaceInvariants } from "../../content/spaces/SpaceInvariants.js"
import { invariants as translationSettingsInvariants } from "../../content/translations/TranslationSettingsInvariants.js"
import { invariants as uploadInvariants } from "../../content/uploads/UploadInvariants.js"
import { invariants as grantInvariants } from "../../people/access/GrantInvariants.js"
import { invariants as accountInvariants } from "../../people/accounts/AccountInvariants.js"
import { invariants as apiTokenInvariants } from "../../people/api-tokens/ApiTokenInvariants.js"
import { invariants as identityInvariants } from "../../people/identities/IdentityInvariants.js"
import { invariants as linkInviteInvariants } from "../../people/invites/LinkInviteInvariants.js"
import { invariants as pendingMemberInvariants } from "../../people/invites/PendingMemberInvariants.js"
import { invariants as memberInvariants } from "../../people/members/MemberInvariants.js"
import { invariants as oneTimeLinkInvariants } from "../../people/one-time-links/OneTimeLinkInvariants.js"
import { invariants as openIdProviderInvariants } from "../../people/openid/OpenIdProviderInvariants.js"
import { invariants as organizationInvariants } from "../../people/organizations/OrganizationInvariants.js"
import { invariants as leaseInvariants } from "../../people/rate-limits/LeaseInvariants.js"
import { invariants as samlProviderInvariants } from "../../people/saml/SamlProviderInvariants.js"
import { invariants as scimUserInvariants } from "../../people/scim/ScimUserInvariants.js"
import { invariants as sessionInvariants } from "../../people/sessions/SessionInvariants.js"
import { invariants as attemptInvariants } from "../../people/sign-in/AttemptInvariants.js"
import { invariants as usedOnceInvariants } from "../../people/sign-in/UsedOnceInvariants.js"
import { invariants as teamInvariants } from "../../people/teams/TeamInvariants.js"
import { invariants as userInvariants } from "../../people/users/UserInvariants.js"
import { invariants as pdfInvariants } from "../../publishing/pdf/PdfInvariants.js"
import { invariants as adaptiveSchemaInvariants } from "../../publishing/sites/adaptive-content/AdaptiveSchemaInvariants.js"
import { invariants as customizationInvariants } from "../../publishing/sites/customization/CustomizationInvariants.js"
import { invariants as siteFeedbackInvariants } from "../../publishing/sites/feedback/SiteFeedbackInvariants.js"
import { invariants as siteInvariants } from "../../publishing/sites/SiteInvariants.js"
import { invariants as shareLinkInvariants } from "../../publishing/sites/share-links/ShareLinkInvariants.js"
import { invariants as siteRedirectInvariants } from "../../publishing/sites/site-redirects/SiteRedirectInvariants.js"
import { invariants as blobReferenceInvariants } from "../../storage/blobs/BlobReferenceInvariants.js"
import { invariants as jobInvariants } from "../../storage/jobs/JobInvariants.js"
import type { Invariants } from "../../storage/rows/Invariants.js"
import { invariants as auditEventInvariants } from "../audit-events/AuditEventInvariants.js"

/** The invariants of the rows of every table. */
export const allInvariants: ReadonlyArray<Invariants> = [
  ...changeRequestInvariants,
  ...collectionInvariants,
  ...commentInvariants,
  ...importInvariants,
  ...pendingIndexInvariants,
  ...documentInvariants,
  ...itemInvariants,
  ...linkInvariants,
  ...openAPISpecInvariants,
  ...reviewInvariants,
  ...revisionInvariants,
  ...spaceInvariants,
  ...translationSettingsInvariants,
  ...uploadInvariants,
  ...auditEventInvariants,
  ...grantInvariants,
  ...accountInvariants,
  ...apiTokenInvariants,
  ...identityInvariants,
  ...linkInviteInvariants,
  ...pendingMemberInvariants,
  ...memberInvariants,
  ...oneTimeLinkInvariants,
  ...openIdProviderInvariants,
  ...organizationInvariants,
  ...leaseInvariants,
  ...samlProviderInvariants,
  ...scimUserInvariants,
  ...sessionInvariants,
  ...attemptInvariants,
  ...usedOnceInvariants,
  ...teamInvariants,
  ...userInvariants,
  ...pdfInvariants,
  ...siteInvariants,
  ...adaptiveSchemaInvariants,
  ...customizationInvariants,
  ...siteFeedbackInvariants,
  ...shareLinkInvariants,
  ...siteRedirectInvariants,
  ...blobReferenceInvariants,
  ...jobInvariants
]
