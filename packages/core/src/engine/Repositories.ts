/** Every repository of the engine, with its tables. */

import * as ChangeRequestRepository from "../content/change-requests/ChangeRequestRepository.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "../content/comments/CommentTables.js"
import { ImportPartsTable, ImportsTable } from "../content/imports/ImportTables.js"
import * as PendingIndex from "../content/indexing/PendingIndex.js"
import * as DocumentRepository from "../content/items/DocumentRepository.js"
import * as ItemRepository from "../content/items/ItemRepository.js"
import { LiveTextsTable, LiveUpdatesTable, PresenceTable } from "../content/live-texts/LiveTables.js"
import * as OpenAPISpecRepository from "../content/openapi-registry/OpenAPISpecRepository.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../content/openapi-registry/OpenAPISpecTables.js"
import { ReviewersTable, ReviewsTable, ViewedTable } from "../content/reviews/ReviewTables.js"
import { NamedRevisionsTable } from "../content/revisions/NamedRevisionsTable.js"
import * as RevisionRepository from "../content/revisions/RevisionRepository.js"
import * as TranslationSettingsRepository from "../content/translations/TranslationSettingsRepository.js"
import { UploadPartsTable, UploadsTable } from "../content/uploads/UploadTables.js"
import { IdempotencyKeysTable } from "../operations/idempotency/IdempotencyKeysTable.js"
import { WebhookDeliveriesTable, WebhookLanesTable, WebhooksTable } from "../operations/webhooks/WebhookTables.js"
import * as GrantRepository from "../people/access/GrantRepository.js"
import * as AccountRepository from "../people/accounts/AccountRepository.js"
import * as ApiTokenRepository from "../people/api-tokens/ApiTokenRepository.js"
import * as IdentityRepository from "../people/identities/IdentityRepository.js"
import { LinkInvitesTable, LinkInviteTargetsTable } from "../people/invites/LinkInviteTables.js"
import { PendingMembersTable } from "../people/invites/PendingMembersTable.js"
import * as MemberRepository from "../people/members/MemberRepository.js"
import { OneTimeLinksTable } from "../people/one-time-links/OneTimeLinksTable.js"
import { OpenIdProvidersTable } from "../people/openid/OpenIdProvidersTable.js"
import * as OrganizationRepository from "../people/organizations/OrganizationRepository.js"
import * as CollectionRepository from "../people/places/CollectionRepository.js"
import * as ShareLinkRepository from "../people/places/ShareLinkRepository.js"
import * as SiteRepository from "../people/places/SiteRepository.js"
import * as SpaceRepository from "../people/places/SpaceRepository.js"
import * as LeaseRepository from "../people/rate-limits/LeaseRepository.js"
import { SamlProvidersTable } from "../people/saml/SamlProvidersTable.js"
import { ScimUsersTable } from "../people/scim/ScimUsersTable.js"
import * as SessionRepository from "../people/sessions/SessionRepository.js"
import * as AttemptRepository from "../people/sign-in/AttemptRepository.js"
import { UsedOnceTable } from "../people/sign-in/UsedOnceTable.js"
import * as TeamRepository from "../people/teams/TeamRepository.js"
import * as UserRepository from "../people/users/UserRepository.js"
import { PdfsTable } from "../publishing/pdf/PdfsTable.js"
import * as BlobReferences from "../storage/blobs/BlobReferences.js"
import * as JobQueue from "../storage/jobs/JobQueue.js"
import { lazyService } from "../storage/services/LazyService.js"
import { withTables } from "../storage/services/Service.js"

/**
 * All repositories; each is made from the storage and the preceding ones. Repositories used only by services that are
 * loaded on first use are loaded with these services.
 */
export const repositories = [
  BlobReferences.service,
  JobQueue.service,
  UserRepository.service,
  AccountRepository.service,
  SessionRepository.service,
  IdentityRepository.service,
  withTables(
    lazyService("OneTimeLinkRepository", () => import("../people/one-time-links/OneTimeLinkRepository.js")),
    [OneTimeLinksTable],
    ({ removeAll }) => ({ erase: ({ id }) => removeAll(id) })
  ),
  AttemptRepository.service,
  withTables(
    lazyService("UsedOnceRepository", () => import("../people/sign-in/UsedOnceRepository.js")),
    [UsedOnceTable]
  ),
  LeaseRepository.service,
  ApiTokenRepository.service,
  OrganizationRepository.service,
  MemberRepository.service,
  GrantRepository.service,
  TeamRepository.service,
  CollectionRepository.service,
  SpaceRepository.service,
  ItemRepository.service,
  RevisionRepository.service,
  withTables(
    lazyService("NamedRevisionRepository", () => import("../content/revisions/NamedRevisionRepository.js")),
    [NamedRevisionsTable],
    ({ purge }) => ({ purge })
  ),
  DocumentRepository.service,
  PendingIndex.service,
  withTables(
    lazyService("LiveTextRepository", () => import("../content/live-texts/LiveTextRepository.js")),
    [LiveTextsTable, LiveUpdatesTable, PresenceTable],
    ({ purge }) => ({ purge })
  ),
  withTables(
    lazyService("LinkInviteRepository", () => import("../people/invites/LinkInviteRepository.js")),
    [LinkInvitesTable, LinkInviteTargetsTable],
    ({ removeOn }) => ({ removeOn, transfer: removeOn })
  ),
  withTables(
    lazyService("PendingMemberRepository", () => import("../people/invites/PendingMemberRepository.js")),
    [PendingMembersTable],
    ({ removeAll }) => ({ erase: ({ id }) => removeAll(id) })
  ),
  withTables(
    lazyService("CommentRepository", () => import("../content/comments/CommentRepository.js")),
    [CommentsTable, CommentRepliesTable, CommentersTable],
    ({ purge }) => ({ purge })
  ),
  withTables(
    lazyService("ScimUserRepository", () => import("../people/scim/ScimUserRepository.js")),
    [ScimUsersTable],
    ({ remove }) => ({ leave: remove })
  ),
  withTables(
    lazyService("SamlProviderRepository", () => import("../people/saml/SamlProviderRepository.js")),
    [SamlProvidersTable]
  ),
  withTables(
    lazyService("OpenIdProviderRepository", () => import("../people/openid/OpenIdProviderRepository.js")),
    [OpenIdProvidersTable]
  ),
  TranslationSettingsRepository.service,
  ChangeRequestRepository.service,
  withTables(
    lazyService("ReviewRepository", () => import("../content/reviews/ReviewRepository.js")),
    [ReviewsTable, ReviewersTable, ViewedTable],
    ({ purge }) => ({ purge })
  ),
  SiteRepository.service,
  ShareLinkRepository.service,
  withTables(
    lazyService("PdfRepository", () => import("../publishing/pdf/PdfRepository.js")),
    [PdfsTable],
    ({ purge }) => ({ purge })
  ),
  withTables(OpenAPISpecRepository.service, [OpenAPISpecsTable, OpenAPISpecVersionsTable]),
  withTables(
    lazyService("ImportRepository", () => import("../content/imports/ImportRepository.js")),
    [ImportsTable, ImportPartsTable],
    ({ purge }) => ({ purge })
  ),
  withTables(
    lazyService("UploadRepository", () => import("../content/uploads/UploadRepository.js")),
    [UploadsTable, UploadPartsTable]
  ),
  withTables(
    lazyService("IdempotencyKeyRepository", () => import("../operations/idempotency/IdempotencyKeyRepository.js")),
    [IdempotencyKeysTable],
    ({ removeAll }) => ({ erase: ({ id }) => removeAll(id) })
  ),
  withTables(
    lazyService("WebhookRepository", () => import("../operations/webhooks/WebhookRepository.js")),
    [WebhooksTable, WebhookLanesTable, WebhookDeliveriesTable],
    ({ removeOn }) => ({ removeOn, transfer: removeOn })
  )
] as const
