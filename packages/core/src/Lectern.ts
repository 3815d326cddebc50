/**
 * The engine as a value: a layer for programs written with Effect, an object of promises for all others.
 *
 * @example
 * const lectern = await Lectern.open(MemoryStorage.layer())
 * const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
 * const { organizations, spaces } = lectern.as(ada.id)
 * const organization = await organizations.create({ title: "Example" })
 * const space = await spaces.create(organization.id, { title: "Handbook" })
 * await lectern.close()
 */
import { Cause, type Clock, Effect, Exit, Layer, ManagedRuntime } from "effect"
import { AccessExplanations, type AccessExplanationsService } from "./access/AccessExplanations.js"
import { Actor, type ActorValue, system, user } from "./access/Actor.js"
import { ApiTokens, type ApiTokensService } from "./api-tokens/ApiTokens.js"
import type { BlobStore } from "./blobs/BlobStore.js"
import * as FileLimits from "./blobs/FileLimits.js"
import { ChangeRequests, type ChangeRequestsService } from "./change-requests/ChangeRequests.js"
import { Collections, type CollectionsService } from "./collections/Collections.js"
import { Comments, type CommentsService } from "./comments/Comments.js"
import { ContentGrants, type ContentGrantsService } from "./content-grants/ContentGrants.js"
import type * as Engine from "./engine/Engine.js"
import * as InProcess from "./engine/InProcess.js"
import { Files, type FilesService } from "./files/Files.js"
import { Blobs, type BlobsService } from "./garbage-collection/Blobs.js"
import * as Ids from "./ids/Ids.js"
import { Imports, type ImportsService } from "./imports/Imports.js"
import { Integrity, type IntegrityService } from "./integrity/Integrity.js"
import { Invites, type InvitesService } from "./invites/Invites.js"
import { Links, type LinksService } from "./links/Links.js"
import { layerPageBounds } from "./markdown/TextBounds.js"
import { Members, type MembersService } from "./members/Members.js"
import { OpenAPISpecs, type OpenAPISpecsService } from "./openapi-specs/OpenAPISpecs.js"
import { Organizations, type OrganizationsService } from "./organizations/Organizations.js"
import { Pdfs, type PdfsService } from "./pdf/Pdfs.js"
import { Reviews, type ReviewsService } from "./reviews/Reviews.js"
import { Revisions, type RevisionsService } from "./revisions/Revisions.js"
import { Saml, type SamlService } from "./saml/Saml.js"
import { Search, type SearchService } from "./search/Search.js"
import type { SearchIndex } from "./search-index/SearchIndex.js"
import { AdaptiveSchemas, type AdaptiveSchemasService } from "./sites/adaptive-content/AdaptiveSchemas.js"
import { PublishedContents, type PublishedContentsService } from "./sites/published-content/PublishedContents.js"
import { SitePublishing, type SitePublishingService } from "./sites/SitePublishing.js"
import { Sites, type SitesService } from "./sites/Sites.js"
import { ShareLinks, type ShareLinksService } from "./sites/share-links/ShareLinks.js"
import { SiteRedirects, type SiteRedirectsService } from "./sites/site-redirects/SiteRedirects.js"
import { SiteSectionGroups, type SiteSectionGroupsService } from "./sites/site-sections/SiteSectionGroups.js"
import { SiteSections, type SiteSectionsService } from "./sites/site-sections/SiteSections.js"
import { SiteSpaces, type SiteSpacesService } from "./sites/site-spaces/SiteSpaces.js"
import { SiteStructures, type SiteStructuresService } from "./sites/site-structure/SiteStructures.js"
import { ContentEdits, type ContentEditsService } from "./space-content/ContentEdits.js"
import { ContentSync, type ContentSyncService } from "./space-content/ContentSync.js"
import { Contents, type ContentsService } from "./space-content/Contents.js"
import { Spaces, type SpacesService } from "./spaces/Spaces.js"
import type { Storage } from "./storage/Storage.js"
import { Teams, type TeamsService } from "./teams/Teams.js"
import { Translations, type TranslationsService } from "./translations/Translations.js"
import { Uploads, type UploadsService } from "./uploads/Uploads.js"
import * as PublicUrls from "./urls/PublicUrls.js"
import type { UserId } from "./users/User.js"
import { Users, type UsersService } from "./users/Users.js"

/** What an engine can be given besides its storage. */
export interface Options extends InProcess.Outside {
  /** The public base address in answers, without a slash at its end; `http://localhost:4000` when absent. */
  readonly baseUrl?: string
  /** The most bytes that the text of a page may have in UTF-8 where it is written; 1 MB when absent, at most 4 MB. */
  readonly maxPageBytes?: number
  /** Where ids come from; `Ids.layerSequence` makes them deterministic. */
  readonly ids?: Layer.Layer<Ids.Ids>
  /** How large files may be, and how much of what is uploaded may wait; see `FileLimits` for what is absent. */
  readonly files?: Partial<FileLimits.FileLimitsValue>
  /** The clock; the system's when absent. */
  readonly clock?: Clock.Clock
}

/** A storage with its search index and blob store, as the storage packages make them. */
export type StorageLayer<E = never> = Layer.Layer<Storage | SearchIndex | BlobStore, E>

/** All services over a storage, for programs written with Effect: `Effect.provide(program, Lectern.layer(storage))`. */
export const layer = <E>(storage: StorageLayer<E>, options: Options = {}): Layer.Layer<Engine.Services, E> => {
  const services = InProcess.layer(options).pipe(
    Layer.provide(storage),
    Layer.provide(options.ids ?? Ids.layer),
    Layer.provide(FileLimits.layer(options.files ?? {})),
    Layer.provide(PublicUrls.layer(options.baseUrl ?? "http://localhost:4000")),
    Layer.provide(layerPageBounds(options.maxPageBytes))
  )
  return options.clock === undefined ? services : Layer.merge(services, Layer.setClock(options.clock))
}

/** A service as promises: an effect becomes a function without arguments, a failure is thrown. */
export type Promised<S> = {
  readonly [K in keyof S]: S[K] extends (...args: infer A) => Effect.Effect<infer R, infer _E, infer _R>
    ? (...args: A) => Promise<R>
    : S[K] extends Effect.Effect<infer R, infer _E, infer _R>
      ? () => Promise<R>
      : never
}

/** Everything that the embedding program can do. */
export interface SystemWorkspace {
  readonly users: Promised<UsersService>
  readonly apiTokens: Promised<ApiTokensService>
  readonly organizations: Promised<OrganizationsService>
  readonly members: Promised<MembersService>
  readonly teams: Promised<TeamsService>
  readonly contentGrants: Promised<ContentGrantsService>
  readonly accessExplanations: Promised<AccessExplanationsService>
  readonly collections: Promised<CollectionsService>
  readonly spaces: Promised<SpacesService>
  readonly comments: Promised<CommentsService>
  readonly contents: Promised<ContentsService>
  readonly changeRequests: Promised<ChangeRequestsService>
  readonly reviews: Promised<ReviewsService>
  readonly revisions: Promised<RevisionsService>
  readonly contentEdits: Promised<ContentEditsService>
  readonly files: Promised<FilesService>
  readonly uploads: Promised<UploadsService>
  readonly blobs: Promised<BlobsService>
  readonly contentSync: Promised<ContentSyncService>
  readonly imports: Promised<ImportsService>
  readonly search: Promised<SearchService>
  readonly links: Promised<LinksService>
  readonly invites: Promised<InvitesService>
  readonly saml: Promised<SamlService>
  readonly translations: Promised<TranslationsService>
  readonly openAPISpecs: Promised<OpenAPISpecsService>
  readonly sites: Promised<SitesService>
  readonly sitePublishing: Promised<SitePublishingService>
  readonly siteSpaces: Promised<SiteSpacesService>
  readonly siteSections: Promised<SiteSectionsService>
  readonly siteSectionGroups: Promised<SiteSectionGroupsService>
  readonly siteStructures: Promised<SiteStructuresService>
  readonly shareLinks: Promised<ShareLinksService>
  readonly siteRedirects: Promised<SiteRedirectsService>
  readonly adaptiveSchemas: Promised<AdaptiveSchemasService>
  readonly publishedContents: Promised<PublishedContentsService>
  readonly pdfs: Promised<PdfsService>
  readonly integrity: Promised<IntegrityService>
}

/** What only the embedding program does, by service: it is not on the object that a user gets. */
export const systemOnly = {
  users: ["create", "findByEmail"],
  apiTokens: ["createFixed", "authenticate"],
  organizations: ["createFor"],
  spaces: ["purgeable", "purge"],
  uploads: ["clean"],
  blobs: ["collect"],
  integrity: ["check"],
  openAPISpecs: ["refreshDue"]
} as const satisfies { readonly [K in keyof SystemWorkspace]?: ReadonlyArray<keyof SystemWorkspace[K]> }

/** Everything one user can do. */
export type Workspace = {
  readonly [K in Exclude<keyof SystemWorkspace, "blobs" | "integrity">]: K extends keyof typeof systemOnly
    ? Omit<SystemWorkspace[K], (typeof systemOnly)[K][number]>
    : SystemWorkspace[K]
}

/** An open engine. */
export interface Lectern {
  /** What a user can do; calls are refused exactly as they are over HTTP. */
  readonly as: (user: UserId) => Workspace
  /** What the embedding program itself can do: everything. */
  readonly asSystem: () => SystemWorkspace
  /** The runtime that holds the services, for programs that mix promises with Effect. */
  readonly runtime: ManagedRuntime.ManagedRuntime<Engine.Services, unknown>
  /** Finishes what runs and closes the storage. */
  readonly close: () => Promise<void>
}

/**
 * Opens an engine over a storage. Rejects where the storage cannot be opened; every call rejects with one of the errors
 * of `errors/Errors`.
 */
export const open = async <E>(storage: StorageLayer<E>, options: Options = {}): Promise<Lectern> => {
  const runtime = ManagedRuntime.make(layer(storage, options))
  const services = await runtime.runPromise(
    Effect.all({
      users: Users,
      apiTokens: ApiTokens,
      organizations: Organizations,
      members: Members,
      teams: Teams,
      contentGrants: ContentGrants,
      accessExplanations: AccessExplanations,
      collections: Collections,
      spaces: Spaces,
      comments: Comments,
      contents: Contents,
      changeRequests: ChangeRequests,
      reviews: Reviews,
      revisions: Revisions,
      contentEdits: ContentEdits,
      files: Files,
      uploads: Uploads,
      blobs: Blobs,
      contentSync: ContentSync,
      imports: Imports,
      translations: Translations,
      openAPISpecs: OpenAPISpecs,
      sites: Sites,
      sitePublishing: SitePublishing,
      siteSpaces: SiteSpaces,
      siteSections: SiteSections,
      siteSectionGroups: SiteSectionGroups,
      siteStructures: SiteStructures,
      shareLinks: ShareLinks,
      siteRedirects: SiteRedirects,
      adaptiveSchemas: AdaptiveSchemas,
      publishedContents: PublishedContents,
      pdfs: Pdfs,
      integrity: Integrity,
      saml: Saml,
      invites: Invites,
      search: Search,
      links: Links
    })
  )
  const run = async <A>(actor: ActorValue, effect: Effect.Effect<A, unknown, Actor>): Promise<A> => {
    const exit = await runtime.runPromiseExit(Effect.provideService(effect, Actor, actor))
    if (Exit.isSuccess(exit)) return exit.value
    throw Cause.squash(exit.cause)
  }
  const promised = <S extends object>(service: S, actor: ActorValue): Promised<S> =>
    Object.fromEntries(
      Object.entries(service).map(([name, member]) => [
        name,
        (...args: ReadonlyArray<unknown>) => run(actor, typeof member === "function" ? member(...args) : member)
      ])
    ) as Promised<S>
  const workspace = (actor: ActorValue): SystemWorkspace => ({
    users: promised(services.users, actor),
    apiTokens: promised(services.apiTokens, actor),
    organizations: promised(services.organizations, actor),
    members: promised(services.members, actor),
    teams: promised(services.teams, actor),
    contentGrants: promised(services.contentGrants, actor),
    accessExplanations: promised(services.accessExplanations, actor),
    collections: promised(services.collections, actor),
    spaces: promised(services.spaces, actor),
    comments: promised(services.comments, actor),
    contents: promised(services.contents, actor),
    changeRequests: promised(services.changeRequests, actor),
    reviews: promised(services.reviews, actor),
    revisions: promised(services.revisions, actor),
    contentEdits: promised(services.contentEdits, actor),
    files: promised(services.files, actor),
    uploads: promised(services.uploads, actor),
    blobs: promised(services.blobs, actor),
    contentSync: promised(services.contentSync, actor),
    imports: promised(services.imports, actor),
    translations: promised(services.translations, actor),
    openAPISpecs: promised(services.openAPISpecs, actor),
    sites: promised(services.sites, actor),
    sitePublishing: promised(services.sitePublishing, actor),
    siteSpaces: promised(services.siteSpaces, actor),
    siteSections: promised(services.siteSections, actor),
    siteSectionGroups: promised(services.siteSectionGroups, actor),
    siteStructures: promised(services.siteStructures, actor),
    shareLinks: promised(services.shareLinks, actor),
    siteRedirects: promised(services.siteRedirects, actor),
    adaptiveSchemas: promised(services.adaptiveSchemas, actor),
    publishedContents: promised(services.publishedContents, actor),
    pdfs: promised(services.pdfs, actor),
    integrity: promised(services.integrity, actor),
    saml: promised(services.saml, actor),
    invites: promised(services.invites, actor),
    search: promised(services.search, actor),
    links: promised(services.links, actor)
  })
  const withoutSystem = (all: SystemWorkspace): Workspace => {
    const left = Object.entries(all).flatMap(([name, service]) => {
      const hidden: ReadonlyArray<string> = Object.hasOwn(systemOnly, name)
        ? systemOnly[name as keyof typeof systemOnly]
        : []
      const members = Object.entries(service).filter(([member]) => !hidden.includes(member))
      return members.length === 0 ? [] : [[name, Object.fromEntries(members)] as const]
    })
    return Object.fromEntries(left) as { [K in keyof Workspace]: Workspace[K] }
  }
  return {
    as: (id) => withoutSystem(workspace(user(id))),
    asSystem: () => workspace(system),
    runtime,
    close: () => runtime.dispose()
  }
}
