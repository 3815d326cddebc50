/**
 * The API over an engine: handlers, routes in addition to the API, and the dispatcher that serves them.
 * @since 0.1.0
 */

import type * as Engine from "@lectern/core/engine/Engine"
import { tags } from "@lectern/core/internal/engine/Services"
import { sessionOfToken } from "@lectern/core/internal/people/sessions/SessionToken"
import type { Lectern } from "@lectern/core/Lectern"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import type { SessionsService } from "@lectern/core/sessions/Sessions"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as FolderDownload from "../content/exports/FolderDownload.js"
import * as FileDownload from "../content/files/FileDownload.js"
import * as SpecDownload from "../content/openapi-registry/SpecDownload.js"
import { withTus } from "../content/uploads/Tus.js"
import { gzipWithStream } from "../foundation/dispatcher/Compression.js"
import * as Dispatcher from "../foundation/dispatcher/Dispatcher.js"
import type { Handle } from "../foundation/dispatcher/Exchange.js"
import type { AnyHandler } from "../foundation/dispatcher/Handlers.js"
import type { HostAuthenticate } from "../foundation/dispatcher/HostAuthenticate.js"
import { behindProxies, type TrustsProxy } from "../foundation/dispatcher/Proxies.js"
import { type Limiter, makeLimiter } from "../foundation/dispatcher/RateLimit.js"
import type { ApiRoute, ConsoleRoutes } from "../foundation/dispatcher/Route.js"
import { compile } from "../foundation/dispatcher/RouteTable.js"
import { metricsRoute } from "../foundation/telemetry/MetricsRoute.js"
import { requestTelemetry } from "../foundation/telemetry/RequestTelemetry.js"
import { below } from "../foundation/urls/BasePath.js"
import * as PdfDownload from "../publishing/pdf/PdfDownload.js"
import { groups } from "./Groups.js"
import * as Health from "./Health.js"
import { LecternApi, version } from "./LecternApi.js"
import * as Reference from "./Reference.js"
import * as Entrance from "./RootPage.js"
import { type WebHandler, webHandler } from "./WebHandler.js"
import { whenLoaded } from "./WhenLoaded.js"

export type { HostAnswer, HostAuthenticate, HostRequest } from "../foundation/dispatcher/HostAuthenticate.js"

/** Options for serving the API. */
export interface HttpOptions
  extends Pick<
    Dispatcher.DispatcherOptions,
    "acceptsRequestId" | "accessLog" | "gzip" | "hsts" | "pages" | "stopping" | "tagSeed" | "verifyAnswers"
  > {
  /**
   * The rate limits for each token, account and network address, across all processes of a workspace. With limits,
   * wrong tokens, share keys, one-time links and answers of identity providers delay further ones from the same
   * address. Nothing is limited when absent.
   */
  readonly limits?: Limits | undefined
  /**
   * The addresses of trusted proxies, whose `Forwarded` or `X-Forwarded-For` and `X-Forwarded-Proto` tell where a
   * request came from. These headers are ignored when absent.
   */
  readonly trustedProxies?: TrustsProxy | undefined
  /** Serves metrics at `/metrics` to clients with this token; they are not served when absent. */
  readonly metricsToken?: Redacted.Redacted | undefined
  /**
   * The pages on which people sign in, such as `/login`, and see their account: `make` of `@lectern/console` makes them.
   * They are not served when absent.
   */
  readonly console?: ConsoleRoutes | undefined
  /**
   * Finds the user of a request without an access token by a session of the host's own. Give it to `@lectern/reader` and
   * `@lectern/console`, too. The host is then responsible for its cookies. Anything but GET needs the header
   * `Sec-Fetch-Site: same-origin` or `X-Lectern-Request: 1`, and no answer has CORS headers: pages of other origins can
   * read none. When absent, only tokens count.
   */
  readonly authenticate?: HostAuthenticate | undefined
}

/** Without a trusted proxy, a server can only tell from its public URL whether it was reached over TLS. */
const asAddressSays =
  ({ console, trustedProxies }: HttpOptions, handle: Handle): Handle =>
  (request, respond) =>
    request.secure === undefined && trustedProxies === undefined && console?.baseUrl.startsWith("https:") === true
      ? handle({ ...request, secure: true }, respond)
      : handle(request, respond)

/** The routes of SCIM, which are loaded when the API is served. */
const scimRoutes = (limiter: Limiter | undefined) =>
  Effect.flatMap(
    Effect.promise(() => import("../people/scim/ScimRoutes.js")),
    ({ routes }) => routes(limiter)
  )

/** Signing in by the host, which is loaded where a host does. */
const hostSignIn = (authenticate: HostAuthenticate, sessions: SessionsService) =>
  Effect.map(
    Effect.promise(() => import("../foundation/dispatcher/HostSignIn.js")),
    ({ makeHostSignIn }) => makeHostSignIn(authenticate, sessions)
  )

type Handlers = Readonly<Record<string, AnyHandler>>

/** Finds the handlers of a group over the services of a context, made by the first request for one of its operations. */
const handlersOf = (
  { handlers }: (typeof groups)[number],
  context: Context.Context<Engine.Services>
): ((name: string) => ReturnType<ApiRoute["handler"]>) => {
  let made: Handlers | undefined
  const make = Effect.flatMap(handlers.load, (make: Effect.Effect<object, never, Engine.Services>) =>
    Effect.map(Effect.provide(make, context), (all) => (made = all as Handlers))
  )
  return (name) => (made === undefined ? Effect.map(make, (all) => all[name]!) : Effect.succeed(made[name]!))
}

/** Finds the handler of an operation by its name. */
const handlers = Effect.map(Effect.context<Engine.Services>(), (context) => {
  const found = new Map<string, ApiRoute["handler"]>()
  for (const group of groups) {
    const ofGroup = handlersOf(group, context)
    for (const name of Object.keys(group.api.endpoints)) {
      found.set(name, () => ofGroup(name))
    }
  }
  return (operation: string) => found.get(operation)!
})

/**
 * The function that answers requests, over the services of the context; requests run in the runtime that creates it.
 */
export const make = (given: HttpOptions = {}): Effect.Effect<Handle, never, Engine.Services> =>
  Effect.gen(function* () {
    const { authenticate, ...options } = given
    const apiTokens = yield* tags.apiTokens
    const sessions = yield* tags.sessions
    const { enter } = yield* tags.publishedContents
    const { once } = yield* tags.idempotency
    const maxFileBytes = yield* (yield* tags.uploads).maxSize
    const telemetry = yield* Telemetry
    const limiter = options.limits && makeLimiter(yield* tags.rateLimits, options.limits)
    const routes = [
      ...(yield* Health.routes),
      ...Entrance.routes(options.pages),
      ...Reference.routes(options.pages ?? {}),
      ...(yield* FileDownload.routes),
      ...(yield* SpecDownload.routes),
      ...(yield* PdfDownload.routes),
      ...(yield* FolderDownload.routes),
      ...(yield* scimRoutes(limiter)),
      ...(options.console?.routes ?? []),
      ...(options.metricsToken === undefined ? [] : [yield* metricsRoute(options.metricsToken)])
    ]
    const handle = Dispatcher.make({
      gzip: gzipWithStream,
      ...options,
      limiter,
      tagSeed: `${version} ${options.tagSeed ?? ""}`,
      routes: [...compile(LecternApi, yield* handlers).map(withTus(maxFileBytes)), ...routes],
      authenticate: (token) =>
        sessionOfToken(Redacted.value(token)) === undefined
          ? apiTokens.authenticate(token)
          : sessions.authenticateToken(token),
      hostSignIn: authenticate && (yield* hostSignIn(authenticate, sessions)),
      ownOrigin: authenticate !== undefined,
      enter,
      once,
      telemetry: telemetry && requestTelemetry,
      runtime: yield* Effect.runtime<never>()
    })
    return behindProxies(options.trustedProxies, asAddressSays(options, handle))
  })

/** Options for mounting the API of an open engine. */
export interface MountOptions extends HttpOptions {
  /**
   * The path prefix of the API, which requests have in their URL, such as `/api` for `/api/docs`. Empty when absent.
   */
  readonly basePath?: string
}

/**
 * The function that answers the requests for an open engine, on any platform; the first ones wait until it is loaded.
 */
export const handle = (lectern: Lectern, { basePath = "", ...options }: MountOptions = {}): Handle =>
  below(basePath, whenLoaded(lectern.runtime.runPromise(make(options))))

/** The `fetch` form of an open engine: from `Request` to `Response`, for any framework that uses these. */
export const fetchHandler = (lectern: Lectern, options: MountOptions = {}): WebHandler =>
  webHandler(handle(lectern, options))
