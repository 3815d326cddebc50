/** Every repository of the engine, with its tables. */

import * as ChangeRequestRepository from "../content/change-requests/ChangeRequestRepository.js"
import { commentRepository } from "../content/comments/LazyCommentRepository.js"
import { importRepository } from "../content/imports/LazyImportRepository.js"
import * as PendingIndex from "../content/indexing/PendingIndex.js"
import * as DocumentRepository from "../content/items/DocumentRepository.js"
import * as ItemRepository from "../content/items/ItemRepository.js"
import * as OpenAPISpecRepository from "../content/openapi-registry/OpenAPISpecRepository.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../content/openapi-registry/OpenAPISpecTables.js"
import { reviewRepository } from "../content/reviews/LazyReviewRepository.js"
import * as RevisionRepository from "../content/revisions/RevisionRepository.js"
import * as TranslationSettingsRepository from "../content/translations/TranslationSettingsRepository.js"
import { uploadRepository } from "../content/uploads/LazyUploadRepository.js"
import * as GrantRepository from "../people/access/GrantRepository.js"
import * as AccountRepository from "../people/accounts/AccountRepository.js"
import * as ApiTokenRepository from "../people/api-tokens/ApiTokenRepository.js"
import * as IdentityRepository from "../people/identities/IdentityRepository.js"
import { linkInviteRepository } from "../people/invites/LazyLinkInviteRepository.js"
import { pendingMemberRepository } from "../people/invites/LazyPendingMemberRepository.js"
import * as MemberRepository from "../people/members/MemberRepository.js"
import { oneTimeLinkRepository } from "../people/one-time-links/LazyOneTimeLinkRepository.js"
import { openIdProviderRepository } from "../people/openid/LazyOpenIdProviderRepository.js"
import * as OrganizationRepository from "../people/organizations/OrganizationRepository.js"
import * as CollectionRepository from "../people/places/CollectionRepository.js"
import * as ShareLinkRepository from "../people/places/ShareLinkRepository.js"
import * as SiteRepository from "../people/places/SiteRepository.js"
import * as SpaceRepository from "../people/places/SpaceRepository.js"
import * as LeaseRepository from "../people/rate-limits/LeaseRepository.js"
import { samlProviderRepository } from "../people/saml/LazySamlProviderRepository.js"
import { scimUserRepository } from "../people/scim/LazyScimUserRepository.js"
import * as SessionRepository from "../people/sessions/SessionRepository.js"
import * as AttemptRepository from "../people/sign-in/AttemptRepository.js"
import { usedOnceRepository } from "../people/sign-in/LazyUsedOnceRepository.js"
import * as TeamRepository from "../people/teams/TeamRepository.js"
import * as UserRepository from "../people/users/UserRepository.js"
import { pdfRepository } from "../publishing/pdf/LazyPdfRepository.js"
import * as BlobReferences from "../storage/blobs/BlobReferences.js"
import * as JobQueue from "../storage/jobs/JobQueue.js"
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
