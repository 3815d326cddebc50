/**
 * Published sites as pages: HTML that is rendered on the server, works without scripts, and shows each reader what the
 * site lets them see.
 *
 * @example
 * const reader = Reader.fetchHandler(lectern)
 * const page = await reader(new Request("https://docs.example.com/sites/handbook/"))
 * @since 0.1.0
 */
import type * as Engine from "@lectern/core/engine/Engine"
import { tags } from "@lectern/core/internal/engine/Services"
import { lazy } from "@lectern/core/internal/foundation/loading/Lazy"
import { once } from "@lectern/core/internal/foundation/loading/Once"
import { isHostName } from "@lectern/core/internal/people/places/HostNames"
import type { Lectern } from "@lectern/core/Lectern"
import { whenLoaded } from "@lectern/http/internal/engine/WhenLoaded"
import { gzipWithStream } from "@lectern/http/internal/foundation/dispatcher/Compression"
import * as Dispatcher from "@lectern/http/internal/foundation/dispatcher/Dispatcher"
import type { Handle } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { hostNameOf } from "@lectern/http/internal/foundation/dispatcher/HostName"
import { makeLimiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import type { Pages } from "@lectern/http/internal/foundation/dispatcher/Route"
import { below } from "@lectern/http/internal/foundation/urls/BasePath"
import { type WebHandler, webHandler } from "@lectern/http/WebHandler"
import * as Effect from "effect/Effect"
import type { ReaderOptions } from "./ReaderOptions.js"
import { partsOf, takesPost } from "./site/RequestParts.js"

export type { ReaderOptions } from "./ReaderOptions.js"

type ServeReference = typeof import("./reference/ServeReference.js")

/** The paths that report whether the server is healthy, on any host and without its storage. */
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz"])

const answers = lazy("the pages of sites", () => import("./site/SiteAnswers.js"))
const references = lazy("the reference of the API", () => import("./reference/ServeReference.js"))

/**
 * Creates the function that answers requests below the paths of sites, over the services of the context. The code that
 * makes the pages is loaded for the first of them.
 */
export const make = (options: ReaderOptions): Effect.Effect<Pages, never, Engine.Services> =>
  Effect.gen(function* () {
    const services = yield* Effect.context<Engine.Services>()
    const siteAnswers = once(
      Effect.flatMap(answers.load, ({ makeSiteAnswers }) => makeSiteAnswers(options)).pipe(Effect.provide(services))
    )
    const { hostname } = new URL(options.baseUrl)
    const sitesHost = options.sitesUrl === undefined ? hostname : new URL(options.sitesUrl).hostname
    let reference: ReturnType<ServeReference["makeServeReference"]> | undefined
    return {
      hasHome: options.home !== undefined,
      reference: (_, request) =>
        Effect.flatMap(references.load, ({ makeServeReference }) => {
          reference ??= makeServeReference(options)
          return reference(request)
        }),
      answer: (_, request) => Effect.flatMap(siteAnswers, ({ answer }) => answer(request)),
      takesPost,
      ofHost: (request) => {
        const hostName = hostNameOf(request)
        if (hostName === hostname || probes.has(partsOf(request).path)) return undefined
        if (hostName === sitesHost) return Effect.map(siteAnswers, ({ onSitesHost }) => onSitesHost)
        if (!isHostName(hostName)) return undefined
        return Effect.flatMap(siteAnswers, ({ onHost }) => onHost(hostName))
      }
    }
  })

/** The options for serving the sites of an open engine next to other content. */
export interface MountOptions extends Partial<ReaderOptions> {
  /** The path below which they are served, which request URLs begin with. Empty when absent. */
  readonly basePath?: string
}

/** The function that answers the requests for the sites of an open engine, on any platform. */
export const handle = (
  lectern: Lectern,
  { basePath = "", baseUrl = "http://localhost:4000", ...options }: MountOptions = {}
): Handle => {
  const made = Effect.gen(function* () {
    const { authenticate } = yield* tags.apiTokens
    const pages = yield* make({ ...options, baseUrl })
    const { limits } = options
    return Dispatcher.make({
      routes: [],
      pages,
      limiter: limits && makeLimiter(yield* tags.rateLimits, limits),
      authenticate,
      ownOrigin: options.authenticate !== undefined,
      gzip: gzipWithStream,
      runtime: yield* Effect.runtime<never>()
    })
  })
  return below(basePath, whenLoaded(lectern.runtime.runPromise(made)))
}

/** Like {@link handle}, as a function from `Request` to `Response`, for any framework that has these. */
export const fetchHandler = (lectern: Lectern, options: MountOptions = {}): WebHandler =>
  webHandler(handle(lectern, options))
