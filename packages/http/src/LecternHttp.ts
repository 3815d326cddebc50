/** The API over an engine: handlers, routes beside the API, and the dispatcher that serves them. */

import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type * as Engine from "@lectern/core/engine/Engine"
import type { Lectern } from "@lectern/core/Lectern"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import { Uploads } from "@lectern/core/uploads/Uploads"
import { Effect, type Redacted } from "effect"
import * as ChangeRequestsHttp from "./change-requests/ChangeRequestsHttp.js"
import * as CollectionsHttp from "./collections/CollectionsHttp.js"
import * as CommentsHttp from "./comments/CommentsHttp.js"
import * as ContentGrantsHttp from "./content-grants/ContentGrantsHttp.js"
import { gzipWithStream } from "./dispatcher/Compression.js"
import * as Dispatcher from "./dispatcher/Dispatcher.js"
import type { Handle } from "./dispatcher/Exchange.js"
import type { ApiHandlers } from "./dispatcher/Handlers.js"
import { compile } from "./dispatcher/RouteTable.js"
import * as FileDownload from "./files/FileDownload.js"
import * as Health from "./Health.js"
import * as ImportsHttp from "./imports/ImportsHttp.js"
import * as InvitesHttp from "./invites/InvitesHttp.js"
import { LecternApi, version } from "./LecternApi.js"
import * as LinksHttp from "./links/LinksHttp.js"
import * as MembersHttp from "./members/MembersHttp.js"
import * as OpenAPISpecsHttp from "./openapi-specs/OpenAPISpecsHttp.js"
import * as SpecDownload from "./openapi-specs/SpecDownload.js"
import * as OrganizationsHttp from "./organizations/OrganizationsHttp.js"
import * as PdfDownload from "./pdf/PdfDownload.js"
import * as PdfHttp from "./pdf/PdfHttp.js"
import * as Reference from "./Reference.js"
import * as ReviewsHttp from "./reviews/ReviewsHttp.js"
import * as SamlHttp from "./saml/SamlHttp.js"
import * as AdaptiveContentHttp from "./sites/adaptive-content/AdaptiveContentHttp.js"
import * as PublishedContentHttp from "./sites/published-content/PublishedContentHttp.js"
import * as SitesHttp from "./sites/SitesHttp.js"
import * as ShareLinksHttp from "./sites/share-links/ShareLinksHttp.js"
import * as SiteRedirectsHttp from "./sites/site-redirects/SiteRedirectsHttp.js"
import * as SiteSectionsHttp from "./sites/site-sections/SiteSectionsHttp.js"
import * as SiteSpacesHttp from "./sites/site-spaces/SiteSpacesHttp.js"
import * as SiteStructureHttp from "./sites/site-structure/SiteStructureHttp.js"
import * as SpaceContentHttp from "./space-content/SpaceContentHttp.js"
import * as SpacesHttp from "./spaces/SpacesHttp.js"
import * as TeamsHttp from "./teams/TeamsHttp.js"
import { metricsRoute } from "./telemetry/MetricsRoute.js"
import { requestTelemetry } from "./telemetry/RequestTelemetry.js"
import * as TranslationsHttp from "./translations/TranslationsHttp.js"
import { withTus } from "./uploads/Tus.js"
import * as UploadsHttp from "./uploads/UploadsHttp.js"
import * as UsersHttp from "./users/UsersHttp.js"
import { type WebHandler, webHandler } from "./WebHandler.js"

/** How the API is served. */
export interface HttpOptions
  extends Pick<
    Dispatcher.DispatcherOptions,
    "acceptsRequestId" | "accessLog" | "gzip" | "rateLimit" | "tagSeed" | "verifyAnswers"
  > {
  /** Serves metrics at `/metrics` to whoever has this token; they are not served when absent. */
  readonly metricsToken?: Redacted.Redacted | undefined
}

/** What answers the operations of each group of {@link LecternApi}. */
const handlers = [
  UsersHttp.handlers,
  OrganizationsHttp.handlers,
  MembersHttp.handlers,
  TeamsHttp.handlers,
  ContentGrantsHttp.collectionHandlers,
  ContentGrantsHttp.spaceHandlers,
  CollectionsHttp.handlers,
  SpacesHttp.handlers,
  SpaceContentHttp.handlers,
  SpaceContentHttp.revisionHandlers,
  ChangeRequestsHttp.handlers,
  ChangeRequestsHttp.contentHandlers,
  ImportsHttp.handlers,
  LinksHttp.handlers,
  InvitesHttp.handlers,
  SamlHttp.handlers,
  TranslationsHttp.handlers,
  OpenAPISpecsHttp.handlers,
  CommentsHttp.spaceHandlers,
  CommentsHttp.changeRequestHandlers,
  ReviewsHttp.handlers,
  SitesHttp.handlers,
  ContentGrantsHttp.siteHandlers,
  SiteSpacesHttp.handlers,
  SiteSectionsHttp.handlers,
  SiteStructureHttp.handlers,
  ShareLinksHttp.handlers,
  SiteRedirectsHttp.handlers,
  AdaptiveContentHttp.handlers,
  PublishedContentHttp.handlers,
  PdfHttp.handlers,
  UploadsHttp.handlers
] as const

type Every = Effect.Effect.Success<(typeof handlers)[number]>

/** Of a union of records the one that has all their members. */
type Merged<A> = (A extends A ? (each: A) => void : never) extends (all: infer B) => void ? B : never

const allHandlers: Effect.Effect<ApiHandlers<typeof LecternApi>, never, Engine.Services> = Effect.map(
  Effect.all(handlers),
  (groups) => Object.fromEntries(groups.flatMap((group) => Object.entries<unknown>(group))) as Merged<Every>
)

/** The function that answers requests, over the services of the context; requests run in the runtime that makes it. */
export const make = (options: HttpOptions = {}): Effect.Effect<Handle, never, Engine.Services> =>
  Effect.gen(function* () {
    const { authenticate } = yield* ApiTokens
    const maxFileBytes = yield* (yield* Uploads).maxSize
    const telemetry = yield* Telemetry
    const routes = [
      ...(yield* Health.routes),
      ...Reference.routes,
      ...(yield* FileDownload.routes),
      ...(yield* SpecDownload.routes),
      ...(yield* PdfDownload.routes),
      ...(options.metricsToken === undefined ? [] : [yield* metricsRoute(options.metricsToken)])
    ]
    return Dispatcher.make({
      gzip: gzipWithStream,
      ...options,
      tagSeed: `${version} ${options.tagSeed ?? ""}`,
      routes: [...compile(LecternApi, yield* allHandlers).map(withTus(maxFileBytes)), ...routes],
      authenticate,
      telemetry: telemetry && requestTelemetry,
      runtime: yield* Effect.runtime<never>()
    })
  })

/** The `fetch` form of an open engine. */
export const open = async (lectern: Lectern, options?: HttpOptions): Promise<WebHandler> =>
  webHandler(await lectern.runtime.runPromise(make(options)))
