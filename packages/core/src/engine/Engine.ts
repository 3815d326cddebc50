/** The whole engine as one layer. */
import { Layer } from "effect"
import * as Access from "../access/Access.js"
import * as AccessExplanations from "../access/AccessExplanations.js"
import * as GrantRepository from "../access/GrantRepository.js"
import * as ApiTokenRepository from "../api-tokens/ApiTokenRepository.js"
import * as ApiTokens from "../api-tokens/ApiTokens.js"
import * as BlobReferences from "../blobs/BlobReferences.js"
import type { BlobStore } from "../blobs/BlobStore.js"
import * as ChangeRequestRepository from "../change-requests/ChangeRequestRepository.js"
import * as ChangeRequests from "../change-requests/ChangeRequests.js"
import * as CollectionRepository from "../collections/CollectionRepository.js"
import * as Collections from "../collections/Collections.js"
import * as CommentRepository from "../comments/CommentRepository.js"
import * as Comments from "../comments/Comments.js"
import * as DocumentRepository from "../content/DocumentRepository.js"
import * as ItemRepository from "../content/ItemRepository.js"
import * as RevisionRepository from "../content/RevisionRepository.js"
import * as ContentGrants from "../content-grants/ContentGrants.js"
import * as Files from "../files/Files.js"
import * as Blobs from "../garbage-collection/Blobs.js"
import type { Ids } from "../ids/Ids.js"
import type { Importer } from "../imports/Importer.js"
import * as ImportJobs from "../imports/ImportJobs.js"
import * as ImportRepository from "../imports/ImportRepository.js"
import * as Imports from "../imports/Imports.js"
import * as Indexing from "../indexing/Indexing.js"
import * as PendingIndex from "../indexing/PendingIndex.js"
import * as Integrity from "../integrity/Integrity.js"
import * as Invites from "../invites/Invites.js"
import * as LinkInviteRepository from "../invites/LinkInviteRepository.js"
import type { Jobs } from "../jobs/Jobs.js"
import * as LinkIndex from "../link-index/LinkIndex.js"
import * as Links from "../links/Links.js"
import * as MemberRepository from "../members/MemberRepository.js"
import * as Members from "../members/Members.js"
import * as ComputedPages from "../openapi-specs/ComputedPages.js"
import * as OpenAPISpecRepository from "../openapi-specs/OpenAPISpecRepository.js"
import * as OpenAPISpecs from "../openapi-specs/OpenAPISpecs.js"
import * as SpecProcessing from "../openapi-specs/SpecProcessing.js"
import * as OrganizationRepository from "../organizations/OrganizationRepository.js"
import * as Organizations from "../organizations/Organizations.js"
import type { Outbound } from "../outbound/Outbound.js"
import type { PdfRenderer } from "../pdf/PdfRenderer.js"
import * as PdfRepository from "../pdf/PdfRepository.js"
import * as Pdfs from "../pdf/Pdfs.js"
import * as ReviewRepository from "../reviews/ReviewRepository.js"
import * as Reviews from "../reviews/Reviews.js"
import * as Revisions from "../revisions/Revisions.js"
import * as Saml from "../saml/Saml.js"
import * as SamlProviderRepository from "../saml/SamlProviderRepository.js"
import * as Search from "../search/Search.js"
import type { SearchIndex } from "../search-index/SearchIndex.js"
import * as AdaptiveSchemaRepository from "../sites/adaptive-content/AdaptiveSchemaRepository.js"
import * as AdaptiveSchemas from "../sites/adaptive-content/AdaptiveSchemas.js"
import * as PublishedContents from "../sites/published-content/PublishedContents.js"
import * as SitePublishing from "../sites/SitePublishing.js"
import * as SiteRepository from "../sites/SiteRepository.js"
import * as Sites from "../sites/Sites.js"
import * as ShareLinkRepository from "../sites/share-links/ShareLinkRepository.js"
import * as ShareLinks from "../sites/share-links/ShareLinks.js"
import * as SiteRedirectRepository from "../sites/site-redirects/SiteRedirectRepository.js"
import * as SiteRedirects from "../sites/site-redirects/SiteRedirects.js"
import * as SiteSectionGroups from "../sites/site-sections/SiteSectionGroups.js"
import * as SiteSections from "../sites/site-sections/SiteSections.js"
import * as SiteSpaces from "../sites/site-spaces/SiteSpaces.js"
import * as SiteStructures from "../sites/site-structure/SiteStructures.js"
import * as ContentEdits from "../space-content/ContentEdits.js"
import * as ContentSync from "../space-content/ContentSync.js"
import * as Contents from "../space-content/Contents.js"
import * as SpaceRepository from "../spaces/SpaceRepository.js"
import * as Spaces from "../spaces/Spaces.js"
import type { Storage } from "../storage/Storage.js"
import * as TeamRepository from "../teams/TeamRepository.js"
import * as Teams from "../teams/Teams.js"
import * as TranslationSettingsRepository from "../translations/TranslationSettingsRepository.js"
import * as Translations from "../translations/Translations.js"
import * as UploadRepository from "../uploads/UploadRepository.js"
import * as Uploads from "../uploads/Uploads.js"
import type { PublicUrls } from "../urls/PublicUrls.js"
import * as UserRepository from "../users/UserRepository.js"
import * as Users from "../users/Users.js"
import * as ContentWriter from "../versioning/ContentWriter.js"
import * as ContentLifecycle from "../versioning/SpaceContent.js"
import type { Workers } from "../workers/Workers.js"

const repositories = Layer.mergeAll(
  UserRepository.layer,
  ApiTokenRepository.layer,
  OrganizationRepository.layer,
  MemberRepository.layer,
  GrantRepository.layer,
  TeamRepository.layer,
  CollectionRepository.layer,
  SpaceRepository.layer,
  ItemRepository.layer,
  RevisionRepository.layer,
  DocumentRepository.layer,
  PendingIndex.layer,
  BlobReferences.layer,
  LinkInviteRepository.layer,
  CommentRepository.layer,
  SamlProviderRepository.layer,
  TranslationSettingsRepository.layer,
  Layer.provide(OpenAPISpecRepository.layer, BlobReferences.layer),
  ChangeRequestRepository.layer,
  ImportRepository.layer,
  ReviewRepository.layer,
  SiteRepository.layer,
  ShareLinkRepository.layer,
  SiteRedirectRepository.layer,
  AdaptiveSchemaRepository.layer,
  Layer.provide(PdfRepository.layer, BlobReferences.layer),
  Layer.provide(UploadRepository.layer, BlobReferences.layer)
)

/** Every service of the engine. */
export type Services =
  | Users.Users
  | ApiTokens.ApiTokens
  | Organizations.Organizations
  | Members.Members
  | Teams.Teams
  | ContentGrants.ContentGrants
  | AccessExplanations.AccessExplanations
  | Collections.Collections
  | Spaces.Spaces
  | Comments.Comments
  | Contents.Contents
  | ChangeRequests.ChangeRequests
  | Reviews.Reviews
  | Revisions.Revisions
  | ContentEdits.ContentEdits
  | Files.Files
  | Uploads.Uploads
  | Blobs.Blobs
  | ContentSync.ContentSync
  | Imports.Imports
  | ImportJobs.ImportJobs
  | Search.Search
  | Links.Links
  | Invites.Invites
  | Saml.Saml
  | Translations.Translations
  | OpenAPISpecs.OpenAPISpecs
  | SpecProcessing.SpecProcessing
  | Sites.Sites
  | SitePublishing.SitePublishing
  | SiteSpaces.SiteSpaces
  | SiteSections.SiteSections
  | SiteSectionGroups.SiteSectionGroups
  | SiteStructures.SiteStructures
  | ShareLinks.ShareLinks
  | SiteRedirects.SiteRedirects
  | AdaptiveSchemas.AdaptiveSchemas
  | PublishedContents.PublishedContents
  | Pdfs.Pdfs
  | Integrity.Integrity

/** What an engine is built on. */
export type Ports =
  | Storage
  | SearchIndex
  | BlobStore
  | Ids
  | PublicUrls
  | Outbound
  | Importer
  | PdfRenderer
  | Workers
  | Jobs

/** Every service, over a storage and the other ports. */
export const layer: Layer.Layer<Services, never, Ports> = Layer.mergeAll(
  Users.layer,
  ApiTokens.layer,
  Organizations.layer,
  Members.layer,
  Teams.layer,
  ContentGrants.layer,
  AccessExplanations.layer,
  Collections.layer,
  Spaces.layer,
  Comments.layer,
  Contents.layer,
  ChangeRequests.layer,
  Reviews.layer,
  Revisions.layer,
  ContentEdits.layer,
  Files.layer,
  Uploads.layer,
  Blobs.layer,
  ContentSync.layer,
  Imports.layer,
  ImportJobs.layer,
  Sites.layer.pipe(Layer.provide(ContentEdits.layer)),
  SitePublishing.layer,
  SiteSpaces.layer,
  SiteSections.layer,
  SiteSectionGroups.layer,
  SiteStructures.layer,
  ShareLinks.layer,
  SiteRedirects.layer,
  AdaptiveSchemas.layer,
  PublishedContents.layer,
  Pdfs.layer,
  Integrity.layer,
  Translations.layer,
  OpenAPISpecs.layer,
  SpecProcessing.layer,
  Saml.layer,
  Invites.layer,
  Search.layer,
  Layer.provide(
    Links.layer,
    Layer.mergeAll(Users.layer, Organizations.layer, Collections.layer, Spaces.layer, OpenAPISpecs.layer)
  )
).pipe(
  Layer.provide(ContentLifecycle.layer),
  Layer.provide(ContentWriter.layer),
  Layer.provide(Indexing.layer),
  Layer.provide(LinkIndex.layer),
  Layer.provide(ComputedPages.layer),
  Layer.provide(Access.layer),
  Layer.provide(repositories)
)
