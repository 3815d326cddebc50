/** How every table of the engine is audited. Written by `npm run generate`, from what is declared next to repositories. */
import { audits as changeRequestAudits } from "../../content/change-requests/ChangeRequestAudits.js"
import { audits as collectionAudits } from "../../content/collections/CollectionAudits.js"
import { audits as commentAudits } from "../../content/comments/CommentAudits.js"
import { audits as importAudits } from "../../content/imports/ImportAudits.js"
import { audits as pendingIndexAudits } from "../../content/indexing/PendingIndexAudits.js"
import { audits as documentAudits } from "../../content/items/DocumentAudits.js"
import { audits as itemAudits } from "../../content/items/ItemAudits.js"
import { audits as linkAudits } from "../../content/links/LinkAudits.js"
import { audits as openAPISpecAudits } from "../../content/openapi-registry/OpenAPISpecAudits.js"
import { audits as reviewAudits } from "../../content/reviews/ReviewAudits.js"
import { audits as revisionAudits } from "../../content/revisions/RevisionAudits.js"
import { audits as spaceAudits } from "../../content/spaces/SpaceAudits.js"
import { audits as translationSettingsAudits } from "../../content/translations/TranslationSettingsAudits.js"
import { audits as uploadAudits } from "../../content/uploads/UploadAudits.js"
import { audits as grantAudits } from "../../people/access/GrantAudits.js"
import { audits as accountAudits } from "../../people/accounts/AccountAudits.js"
import { audits as apiTokenAudits } from "../../people/api-tokens/ApiTokenAudits.js"
import { audits as identityAudits } from "../../people/identities/IdentityAudits.js"
import { audits as linkInviteAudits } from "../../people/invites/LinkInviteAudits.js"
import { audits as pendingMemberAudits } from "../../people/invites/PendingMemberAudits.js"
import { audits as memberAudits } from "../../people/members/MemberAudits.js"
import { audits as oneTimeLinkAudits } from "../../people/one-time-links/OneTimeLinkAudits.js"
import { audits as openIdProviderAudits } from "../../people/openid/OpenIdProviderAudits.js"
import { audits as organizationAudits } from "../../people/organizations/OrganizationAudits.js"
import { audits as leaseAudits } from "../../people/rate-limits/LeaseAudits.js"
import { audits as samlProviderAudits } from "../../people/saml/SamlProviderAudits.js"
import { audits as scimUserAudits } from "../../people/scim/ScimUserAudits.js"
import { audits as sessionAudits } from "../../people/sessions/SessionAudits.js"
import { audits as attemptAudits } from "../../people/sign-in/AttemptAudits.js"
import { audits as usedOnceAudits } from "../../people/sign-in/UsedOnceAudits.js"
import { audits as teamAudits } from "../../people/teams/TeamAudits.js"
import { audits as userAudits } from "../../people/users/UserAudits.js"
import { audits as pdfAudits } from "../../publishing/pdf/PdfAudits.js"
import { audits as adaptiveSchemaAudits } from "../../publishing/sites/adaptive-content/AdaptiveSchemaAudits.js"
import { audits as customizationAudits } from "../../publishing/sites/customization/CustomizationAudits.js"
import { audits as siteFeedbackAudits } from "../../publishing/sites/feedback/SiteFeedbackAudits.js"
import { audits as siteAudits } from "../../publishing/sites/SiteAudits.js"
import { audits as shareLinkAudits } from "../../publishing/sites/share-links/ShareLinkAudits.js"
import { audits as siteRedirectAudits } from "../../publishing/sites/site-redirects/SiteRedirectAudits.js"
import { audits as blobReferenceAudits } from "../../storage/blobs/BlobReferenceAudits.js"
import { audits as jobAudits } from "../../storage/jobs/JobAudits.js"
import type { Auditing } from "../../storage/rows/Audited.js"
import { audits as auditEventAudits } from "./AuditEventAudits.js"

/** How every table of the engine is audited. */
export const allAudits: ReadonlyArray<Auditing> = [
  ...changeRequestAudits,
  ...collectionAudits,
  ...commentAudits,
  ...importAudits,
  ...pendingIndexAudits,
  ...documentAudits,
  ...itemAudits,
  ...linkAudits,
  ...openAPISpecAudits,
  ...reviewAudits,
  ...revisionAudits,
  ...spaceAudits,
  ...translationSettingsAudits,
  ...uploadAudits,
  ...auditEventAudits,
  ...grantAudits,
  ...accountAudits,
  ...apiTokenAudits,
  ...identityAudits,
  ...linkInviteAudits,
  ...pendingMemberAudits,
  ...memberAudits,
  ...oneTimeLinkAudits,
  ...openIdProviderAudits,
  ...organizationAudits,
  ...leaseAudits,
  ...samlProviderAudits,
  ...scimUserAudits,
  ...sessionAudits,
  ...attemptAudits,
  ...usedOnceAudits,
  ...teamAudits,
  ...userAudits,
  ...pdfAudits,
  ...siteAudits,
  ...adaptiveSchemaAudits,
  ...customizationAudits,
  ...siteFeedbackAudits,
  ...shareLinkAudits,
  ...siteRedirectAudits,
  ...blobReferenceAudits,
  ...jobAudits
]
