/** How every table of the engine is audited. Written by `npm run gather`, from what is declared next to repositories. */
import { audits as grantAudits } from "../access/GrantAudits.js"
import { audits as accountAudits } from "../accounts/AccountAudits.js"
import { audits as apiTokenAudits } from "../api-tokens/ApiTokenAudits.js"
import { audits as blobReferenceAudits } from "../blobs/BlobReferenceAudits.js"
import { audits as changeRequestAudits } from "../change-requests/ChangeRequestAudits.js"
import { audits as collectionAudits } from "../collections/CollectionAudits.js"
import { audits as commentAudits } from "../comments/CommentAudits.js"
import { audits as documentAudits } from "../content/DocumentAudits.js"
import { audits as itemAudits } from "../content/ItemAudits.js"
import { audits as revisionAudits } from "../content/RevisionAudits.js"
import { audits as identityAudits } from "../identities/IdentityAudits.js"
import { audits as importAudits } from "../imports/ImportAudits.js"
import { audits as pendingIndexAudits } from "../indexing/PendingIndexAudits.js"
import { audits as linkInviteAudits } from "../invites/LinkInviteAudits.js"
import { audits as pendingMemberAudits } from "../invites/PendingMemberAudits.js"
import { audits as jobAudits } from "../jobs/JobAudits.js"
import { audits as linkAudits } from "../link-index/LinkAudits.js"
import { audits as memberAudits } from "../members/MemberAudits.js"
import { audits as oneTimeLinkAudits } from "../one-time-links/OneTimeLinkAudits.js"
import { audits as openAPISpecAudits } from "../openapi-specs/OpenAPISpecAudits.js"
import { audits as openIdProviderAudits } from "../openid/OpenIdProviderAudits.js"
import { audits as organizationAudits } from "../organizations/OrganizationAudits.js"
import { audits as pdfAudits } from "../pdf/PdfAudits.js"
import { audits as leaseAudits } from "../rate-limits/LeaseAudits.js"
import { audits as reviewAudits } from "../reviews/ReviewAudits.js"
import { audits as samlProviderAudits } from "../saml/SamlProviderAudits.js"
import { audits as scimUserAudits } from "../scim/ScimUserAudits.js"
import { audits as sessionAudits } from "../sessions/SessionAudits.js"
import { audits as attemptAudits } from "../sign-in/AttemptAudits.js"
import { audits as usedOnceAudits } from "../sign-in/UsedOnceAudits.js"
import { audits as adaptiveSchemaAudits } from "../sites/adaptive-content/AdaptiveSchemaAudits.js"
import { audits as customizationAudits } from "../sites/customization/CustomizationAudits.js"
import { audits as siteFeedbackAudits } from "../sites/feedback/SiteFeedbackAudits.js"
import { audits as siteAudits } from "../sites/SiteAudits.js"
import { audits as shareLinkAudits } from "../sites/share-links/ShareLinkAudits.js"
import { audits as siteRedirectAudits } from "../sites/site-redirects/SiteRedirectAudits.js"
import { audits as spaceAudits } from "../spaces/SpaceAudits.js"
import type { Auditing } from "../storage/Audited.js"
import { audits as teamAudits } from "../teams/TeamAudits.js"
import { audits as translationSettingsAudits } from "../translations/TranslationSettingsAudits.js"
import { audits as uploadAudits } from "../uploads/UploadAudits.js"
import { audits as userAudits } from "../users/UserAudits.js"
import { audits as auditEventAudits } from "./AuditEventAudits.js"

/** How every table of the engine is audited. */
export const allAudits: ReadonlyArray<Auditing> = [
  ...grantAudits,
  ...accountAudits,
  ...apiTokenAudits,
  ...auditEventAudits,
  ...blobReferenceAudits,
  ...changeRequestAudits,
  ...collectionAudits,
  ...commentAudits,
  ...documentAudits,
  ...itemAudits,
  ...revisionAudits,
  ...identityAudits,
  ...importAudits,
  ...pendingIndexAudits,
  ...linkInviteAudits,
  ...pendingMemberAudits,
  ...jobAudits,
  ...linkAudits,
  ...memberAudits,
  ...oneTimeLinkAudits,
  ...openAPISpecAudits,
  ...openIdProviderAudits,
  ...organizationAudits,
  ...pdfAudits,
  ...leaseAudits,
  ...reviewAudits,
  ...samlProviderAudits,
  ...scimUserAudits,
  ...sessionAudits,
  ...attemptAudits,
  ...usedOnceAudits,
  ...siteAudits,
  ...adaptiveSchemaAudits,
  ...customizationAudits,
  ...siteFeedbackAudits,
  ...shareLinkAudits,
  ...siteRedirectAudits,
  ...spaceAudits,
  ...teamAudits,
  ...translationSettingsAudits,
  ...uploadAudits,
  ...userAudits
]
