/** Every repository of the engine, with its tables. */

import * as GrantRepository from "../access/GrantRepository.js"
import * as AccountRepository from "../accounts/AccountRepository.js"
import * as ApiTokenRepository from "../api-tokens/ApiTokenRepository.js"
import * as BlobReferences from "../blobs/BlobReferences.js"
import * as ChangeRequestRepository from "../change-requests/ChangeRequestRepository.js"
import * as CollectionRepository from "../collections/CollectionRepository.js"
import { commentRepository } from "../comments/LazyCommentRepository.js"
import * as DocumentRepository from "../content/DocumentRepository.js"
import * as ItemRepository from "../content/ItemRepository.js"
import * as RevisionRepository from "../content/RevisionRepository.js"
import * as IdentityRepository from "../identities/IdentityRepository.js"
import { importRepository } from "../imports/LazyImportRepository.js"
import * as PendingIndex from "../indexing/PendingIndex.js"
import { linkInviteRepository } from "../invites/LazyLinkInviteRepository.js"
import { pendingMemberRepository } from "../invites/LazyPendingMemberRepository.js"
import * as JobQueue from "../jobs/JobQueue.js"
import * as MemberRepository from "../members/MemberRepository.js"
import { oneTimeLinkRepository } from "../one-time-links/LazyOneTimeLinkRepository.js"
import * as OpenAPISpecRepository from "../openapi-specs/OpenAPISpecRepository.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../openapi-specs/OpenAPISpecTables.js"
import { openIdProviderRepository } from "../openid/LazyOpenIdProviderRepository.js"
import * as OrganizationRepository from "../organizations/OrganizationRepository.js"
import { pdfRepository } from "../pdf/LazyPdfRepository.js"
import * as LeaseRepository from "../rate-limits/LeaseRepository.js"
import { reviewRepository } from "../reviews/LazyReviewRepository.js"
import { samlProviderRepository } from "../saml/LazySamlProviderRepository.js"
import { scimUserRepository } from "../scim/LazyScimUserRepository.js"
import { withTables } from "../services/Service.js"
import * as SessionRepository from "../sessions/SessionRepository.js"
import * as AttemptRepository from "../sign-in/AttemptRepository.js"
import { usedOnceRepository } from "../sign-in/LazyUsedOnceRepository.js"
import * as SiteRepository from "../sites/SiteRepository.js"
import * as ShareLinkRepository from "../sites/share-links/ShareLinkRepository.js"
import * as SpaceRepository from "../spaces/SpaceRepository.js"
import * as TeamRepository from "../teams/TeamRepository.js"
import * as TranslationSettingsRepository from "../translations/TranslationSettingsRepository.js"
import { uploadRepository } from "../uploads/LazyUploadRepository.js"
import * as UserRepository from "../users/UserRepository.js"

/**
 * All repositories; each is made from the storage and those before it. Those used only by services that are loaded on
 * first use are loaded with those services.
 */
export const repositories = [
  BlobReferences.service,
  JobQueue.service,
  UserRepository.service,
  AccountRepository.service,
  SessionRepository.service,
  IdentityRepository.service,
  oneTimeLinkRepository,
  AttemptRepository.service,
  usedOnceRepository,
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
  DocumentRepository.service,
  PendingIndex.service,
  linkInviteRepository,
  pendingMemberRepository,
  commentRepository,
  scimUserRepository,
  samlProviderRepository,
  openIdProviderRepository,
  TranslationSettingsRepository.service,
  ChangeRequestRepository.service,
  reviewRepository,
  SiteRepository.service,
  ShareLinkRepository.service,
  pdfRepository,
  withTables(OpenAPISpecRepository.service, [OpenAPISpecsTable, OpenAPISpecVersionsTable]),
  importRepository,
  uploadRepository
] as const
