/** Every repository of the engine, with its tables. */

import * as GrantRepository from "../access/GrantRepository.js"
import * as AccountRepository from "../accounts/AccountRepository.js"
import * as ApiTokenRepository from "../api-tokens/ApiTokenRepository.js"
import * as BlobReferences from "../blobs/BlobReferences.js"
import * as ChangeRequestRepository from "../change-requests/ChangeRequestRepository.js"
import * as CollectionRepository from "../collections/CollectionRepository.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "../comments/CommentTables.js"
import * as DocumentRepository from "../content/DocumentRepository.js"
import * as ItemRepository from "../content/ItemRepository.js"
import * as RevisionRepository from "../content/RevisionRepository.js"
import * as IdentityRepository from "../identities/IdentityRepository.js"
import { ImportPartsTable, ImportsTable } from "../imports/ImportTables.js"
import * as PendingIndex from "../indexing/PendingIndex.js"
import * as LinkInviteRepository from "../invites/LinkInviteRepository.js"
import * as PendingMemberRepository from "../invites/PendingMemberRepository.js"
import * as JobQueue from "../jobs/JobQueue.js"
import * as MemberRepository from "../members/MemberRepository.js"
import * as OneTimeLinkRepository from "../one-time-links/OneTimeLinkRepository.js"
import * as OpenAPISpecRepository from "../openapi-specs/OpenAPISpecRepository.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../openapi-specs/OpenAPISpecTables.js"
import * as OpenIdProviderRepository from "../openid/OpenIdProviderRepository.js"
import * as OrganizationRepository from "../organizations/OrganizationRepository.js"
import { PdfsTable } from "../pdf/PdfsTable.js"
import * as LeaseRepository from "../rate-limits/LeaseRepository.js"
import { ReviewersTable, ReviewsTable } from "../reviews/ReviewTables.js"
import * as SamlProviderRepository from "../saml/SamlProviderRepository.js"
import * as ScimUserRepository from "../scim/ScimUserRepository.js"
import { lazyService } from "../services/LazyService.js"
import { withTables } from "../services/Service.js"
import * as SessionRepository from "../sessions/SessionRepository.js"
import * as AttemptRepository from "../sign-in/AttemptRepository.js"
import * as UsedOnceRepository from "../sign-in/UsedOnceRepository.js"
import * as SiteRepository from "../sites/SiteRepository.js"
import * as ShareLinkRepository from "../sites/share-links/ShareLinkRepository.js"
import * as SpaceRepository from "../spaces/SpaceRepository.js"
import * as TeamRepository from "../teams/TeamRepository.js"
import * as TranslationSettingsRepository from "../translations/TranslationSettingsRepository.js"
import { UploadPartsTable, UploadsTable } from "../uploads/UploadTables.js"
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
  OneTimeLinkRepository.service,
  AttemptRepository.service,
  UsedOnceRepository.service,
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
  LinkInviteRepository.service,
  PendingMemberRepository.service,
  withTables(
    lazyService("@lectern/core/CommentRepository", () => import("../comments/CommentRepository.js"), [
      "find",
      "list",
      "count",
      "insert",
      "replace",
      "remove",
      "findReply",
      "replies",
      "insertReply",
      "replaceReply",
      "removeReply",
      "commenters",
      "purge"
    ]),
    [CommentsTable, CommentRepliesTable, CommentersTable],
    ({ purge }) => ({ purge })
  ),
  ScimUserRepository.service,
  SamlProviderRepository.service,
  OpenIdProviderRepository.service,
  TranslationSettingsRepository.service,
  ChangeRequestRepository.service,
  withTables(
    lazyService("@lectern/core/ReviewRepository", () => import("../reviews/ReviewRepository.js"), [
      "list",
      "count",
      "insert",
      "supersede",
      "findReviewer",
      "reviewers",
      "countReviewers",
      "setReviewer",
      "removeReviewer",
      "purge"
    ]),
    [ReviewsTable, ReviewersTable],
    ({ purge }) => ({ purge })
  ),
  SiteRepository.service,
  ShareLinkRepository.service,
  withTables(
    lazyService("@lectern/core/PdfRepository", () => import("../pdf/PdfRepository.js"), [
      "find",
      "put",
      "forget",
      "purge"
    ]),
    [PdfsTable],
    ({ purge }) => ({ purge })
  ),
  withTables(OpenAPISpecRepository.service, [OpenAPISpecsTable, OpenAPISpecVersionsTable]),
  withTables(
    lazyService("@lectern/core/ImportRepository", () => import("../imports/ImportRepository.js"), [
      "find",
      "insert",
      "replace",
      "remove",
      "countOpen",
      "open",
      "endedBefore",
      "into",
      "lastOf",
      "part",
      "has",
      "append",
      "parts",
      "replacePart",
      "countParts",
      "removeParts",
      "purge"
    ]),
    [ImportsTable, ImportPartsTable],
    ({ purge }) => ({ purge })
  ),
  withTables(
    lazyService("@lectern/core/UploadRepository", () => import("../uploads/UploadRepository.js"), [
      "find",
      "insert",
      "replace",
      "remove",
      "expired",
      "addPart",
      "parts",
      "join"
    ]),
    [UploadsTable, UploadPartsTable]
  )
] as const
