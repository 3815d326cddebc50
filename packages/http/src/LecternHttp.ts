/** The API over an engine: handlers, routes beside the API, and the dispatcher that serves them. */

import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type * as Engine from "@lectern/core/engine/Engine"
import type { Lectern } from "@lectern/core/Lectern"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import { RateLimits } from "@lectern/core/rate-limits/RateLimits"
import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import { Uploads } from "@lectern/core/uploads/Uploads"
import { Effect, type Redacted } from "effect"
import { below } from "./BasePath.js"
import { gzipWithStream } from "./dispatcher/Compression.js"
import * as Dispatcher from "./dispatcher/Dispatcher.js"
import type { Handle } from "./dispatcher/Exchange.js"
import type { AnyHandler } from "./dispatcher/Handlers.js"
import { behindProxies, type TrustsProxy } from "./dispatcher/Proxies.js"
import { type Limiter, makeLimiter } from "./dispatcher/RateLimit.js"
import { compile } from "./dispatcher/RouteTable.js"
import * as Entrance from "./Entrance.js"
import * as FileDownload from "./files/FileDownload.js"
import { groups } from "./Groups.js"
import * as Health from "./Health.js"
import { LecternApi, version } from "./LecternApi.js"
import * as SpecDownload from "./openapi-specs/SpecDownload.js"
import * as PdfDownload from "./pdf/PdfDownload.js"
import * as Reference from "./Reference.js"
import { metricsRoute } from "./telemetry/MetricsRoute.js"
import { requestTelemetry } from "./telemetry/RequestTelemetry.js"
import { withTus } from "./uploads/Tus.js"
import { type WebHandler, webHandler } from "./WebHandler.js"
import { whenLoaded } from "./WhenLoaded.js"

/**
 * How the API is served.
 * @since 0.1.0
 */
export interface HttpOptions
  extends Pick<
    Dispatcher.DispatcherOptions,
    "acceptsRequestId" | "accessLog" | "gzip" | "hsts" | "pages" | "tagSeed" | "verifyAnswers"
  > {
  /**
   * How often a token, an account and an address of the network may call, in all processes of a workspace together. With
   * limits, wrong tokens, share keys, one-time links and answers of identity providers delay further ones of the same
   * address. Nothing is limited when absent.
   */
  readonly limits?: Limits | undefined
  /**
   * Which addresses are those of proxies whose `Forwarded` or `X-Forwarded-For` and `X-Forwarded-Proto` say where a
   * request came from. Nobody's are read when absent.
   */
  readonly trustedProxies?: TrustsProxy | undefined
  /** Serves metrics at `/metrics` to whoever has this token; they are not served when absent. */
  readonly metricsToken?: Redacted.Redacted | undefined
  /** Serves the pages to sign in at, such as `/login`; they are not served when absent. */
  readonly signIn?: SignInPages | undefined
}

/**
 * Where people sign in.
 * @since 0.1.0
 */
export interface SignInPages {
  /** The public base address of the server. Over plain HTTP, other than on this machine, the pages only say so. */
  readonly baseUrl: string
  /** Whether the engine can send mail. */
  readonly mails: boolean
}

/** The pages to sign in at, which are loaded where they are served. */
const signInRoutes = (pages: SignInPages | undefined, limiter: Limiter | undefined) =>
  pages === undefined
    ? Effect.succeed([])
    : Effect.flatMap(
        Effect.promise(() => import("./sign-in/SignInRoutes.js")),
        ({ routes }) => routes(pages.baseUrl, pages.mails, limiter)
      )

/** A server without a proxy that it trusts cannot know how it was reached, other than by what its address says. */
const asAddressSays =
  ({ signIn, trustedProxies }: HttpOptions, handle: Handle): Handle =>
  (request, respond) =>
    request.secure === undefined && trustedProxies === undefined && signIn?.baseUrl.startsWith("https:") === true
      ? handle({ ...request, secure: true }, respond)
      : handle(request, respond)

/** The routes of SCIM, which are loaded when the API is served. */
const scimRoutes = (limiter: Limiter | undefined) =>
  Effect.flatMap(
    Effect.promise(() => import("./scim/ScimRoutes.js")),
    ({ routes }) => routes(limiter)
  )

/** What answers the operations, by their names. */
const handlers: Effect.Effect<Readonly<Record<string, AnyHandler>>, never, Engine.Services> = Effect.gen(function* () {
  const found: Record<string, AnyHandler> = {}
  for (const made of yield* Effect.promise(() => Promise.all(groups.map(({ handlers }) => handlers())))) {
    for (const [name, handler] of Object.entries<AnyHandler>(yield* made)) found[name] = handler
  }
  return found
})

/**
 * The function that answers requests, over the services of the context; requests run in the runtime that makes it.
 * @since 0.1.0
 */
export const make = (options: HttpOptions = {}): Effect.Effect<Handle, never, Engine.Services> =>
  Effect.gen(function* () {
    const { authenticate } = yield* ApiTokens
    const { enter } = yield* PublishedContents
    const maxFileBytes = yield* (yield* Uploads).maxSize
    const telemetry = yield* Telemetry
    const limiter = options.limits && makeLimiter(yield* RateLimits, options.limits)
    const routes = [
      ...(yield* Health.routes),
      ...Entrance.routes(options.pages),
      ...Reference.routes,
      ...(yield* FileDownload.routes),
      ...(yield* SpecDownload.routes),
      ...(yield* PdfDownload.routes),
      ...(yield* scimRoutes(limiter)),
      ...(yield* signInRoutes(options.signIn, limiter)),
      ...(options.metricsToken === undefined ? [] : [yield* metricsRoute(options.metricsToken)])
    ]
    const handle = Dispatcher.make({
      gzip: gzipWithStream,
      ...options,
      limiter,
      tagSeed: `${version} ${options.tagSeed ?? ""}`,
      routes: [...compile(LecternApi, yield* handlers).map(withTus(maxFileBytes)), ...routes],
      authenticate,
      enter,
      telemetry: telemetry && requestTelemetry,
      runtime: yield* Effect.runtime<never>()
    })
    return behindProxies(options.trustedProxies, asAddressSays(options, handle))
  })

/**
 * How the API of an open engine is served among other things.
 * @since 0.1.0
 */
export interface MountOptions extends HttpOptions {
  /** The path that it is served below, as in `/api/docs`: requests have it in their address. Empty when absent. */
  readonly basePath?: string
}

/**
 * The function that answers the requests for an open engine, on any platform; the first wait for it to be loaded.
 * @since 0.1.0
 */
export const handle = (lectern: Lectern, { basePath = "", ...options }: MountOptions = {}): Handle =>
  below(basePath, whenLoaded(lectern.runtime.runPromise(make(options))))

/**
 * The `fetch` form of an open engine: from `Request` to `Response`, for any framework that has these.
 * @since 0.1.0
 */
export const fetchHandler = (lectern: Lectern, options: MountOptions = {}): WebHandler =>
  webHandler(handle(lectern, options))
