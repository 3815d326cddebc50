/** Every table of the engine; a storage takes this list and makes what it needs for it. */
import { Grants, TeamGrants } from "../access/GrantRepository.js"
import { ApiTokensTable } from "../api-tokens/ApiTokenRepository.js"
import { BlobReferenceTable } from "../blobs/BlobReferences.js"
import { ChangeRequestsTable, ContributorsTable, UndecidedTable } from "../change-requests/ChangeRequestRepository.js"
import { CollectionsTable } from "../collections/CollectionRepository.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "../comments/CommentRepository.js"
import { Documents } from "../content/DocumentRepository.js"
import { Items } from "../content/Item.js"
import { Revisions } from "../content/RevisionRepository.js"
import { ImportPartsTable, ImportsTable } from "../imports/ImportRepository.js"
import { PendingIndexTable } from "../indexing/PendingIndex.js"
import { LinkInvitesTable, LinkInviteTargetsTable } from "../invites/LinkInviteRepository.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../link-index/Link.js"
import { MembersTable } from "../members/MemberRepository.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../openapi-specs/OpenAPISpecRepository.js"
import { EmailDomains, OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { PdfsTable } from "../pdf/PdfRepository.js"
import { ReviewersTable, ReviewsTable } from "../reviews/ReviewRepository.js"
import { SamlProvidersTable } from "../saml/SamlProviderRepository.js"
import { AdaptiveSchemasTable } from "../sites/adaptive-content/AdaptiveSchemaRepository.js"
import { SiteLinksTable, SiteStructuresTable, SitesTable } from "../sites/SiteRepository.js"
import { ShareLinksTable } from "../sites/share-links/ShareLinkRepository.js"
import { SiteRedirectsTable } from "../sites/site-redirects/SiteRedirectRepository.js"
import { InheritingSpacesTable, SpacesTable } from "../spaces/SpaceRepository.js"
import type { Table } from "../storage/Table.js"
import { TeamMembersTable, TeamsTable } from "../teams/TeamRepository.js"
import { TranslationSettingsTable } from "../translations/TranslationSettingsRepository.js"
import { UploadPartsTable, UploadsTable } from "../uploads/UploadRepository.js"
import { UsersTable } from "../users/UserRepository.js"

/** All tables, each once. */
export const tables: ReadonlyArray<Table> = [
  UsersTable,
  ApiTokensTable,
  OrganizationsTable,
  EmailDomains,
  MembersTable,
  Grants,
  TeamGrants,
  TeamsTable,
  TeamMembersTable,
  CollectionsTable,
  SpacesTable,
  InheritingSpacesTable,
  Items,
  Revisions,
  Documents,
  PendingIndexTable,
  BlobReferenceTable,
  LinkInvitesTable,
  LinkInviteTargetsTable,
  CommentsTable,
  CommentRepliesTable,
  CommentersTable,
  SamlProvidersTable,
  TranslationSettingsTable,
  ChangeRequestsTable,
  ContributorsTable,
  UndecidedTable,
  ReviewsTable,
  ReviewersTable,
  PageLinksTable,
  BacklinksTable,
  LinkCountsTable,
  SitesTable,
  SiteStructuresTable,
  SiteLinksTable,
  ShareLinksTable,
  SiteRedirectsTable,
  AdaptiveSchemasTable,
  PdfsTable,
  OpenAPISpecsTable,
  OpenAPISpecVersionsTable,
  ImportsTable,
  ImportPartsTable,
  UploadsTable,
  UploadPartsTable
]
