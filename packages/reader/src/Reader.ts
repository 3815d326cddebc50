/**
 * Published sites as pages: HTML that is rendered on the server, works without scripts, and shows each reader what the
 * site lets them see.
 *
 * @example
 * const reader = Reader.fetchHandler(lectern)
 * const page = await reader(new Request("https://docs.example.com/sites/handbook/"))
 */
import type { Visitor } from "@lectern/core/access/Visitor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type * as Engine from "@lectern/core/engine/Engine"
import { type LecternError, notFound } from "@lectern/core/errors/Errors"
import type { SitePlace } from "@lectern/core/internal/site-reading/ReadSite"
import { SitePages } from "@lectern/core/internal/site-reading/SitePages"
import type { Lectern } from "@lectern/core/Lectern"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import { RateLimits } from "@lectern/core/rate-limits/RateLimits"
import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import { below } from "@lectern/http/internal/BasePath"
import { gzipWithStream } from "@lectern/http/internal/dispatcher/Compression"
import * as Dispatcher from "@lectern/http/internal/dispatcher/Dispatcher"
import type { Answer, Handle, HttpRequest } from "@lectern/http/internal/dispatcher/Exchange"
import { makeLimiter } from "@lectern/http/internal/dispatcher/RateLimit"
import type { Pages } from "@lectern/http/internal/dispatcher/Route"
import { whenLoaded } from "@lectern/http/internal/WhenLoaded"
import { type WebHandler, webHandler } from "@lectern/http/WebHandler"
import { Effect } from "effect"
import { iconsAsHtml, makeServePreview, type PreviewRequest } from "./preview/ServePreview.js"
import { movedTo } from "./site/Answers.js"
import { nowhere } from "./site/Nowhere.js"
import { makeServe } from "./site/Serve.js"
import type { SiteRequest } from "./site/SiteRequest.js"
import { broughtInAddress, keeping, visitorOf, withoutCookies } from "./site/Visiting.js"

/**
 * Which sites are served, and where.
 * @since 0.1.0
 */
export interface ReaderOptions {
  /** The public base URL, as the engine has it. */
  readonly baseUrl: string
  /** The name of the site that is served at the root as well: its basename, or its id where it has none. */
  readonly home?: string | undefined
  /** The SVG of an icon by its name; icons are not shown when absent. `fontAwesome` of `node/Icons` has them on Node. */
  readonly icons?: (name: string) => string | undefined
  /**
   * How often an address of the network may call. With limits, wrong share keys and tokens in addresses delay further ones
   * of the same address. Nothing is limited when absent.
   */
  readonly limits?: Limits | undefined
}

/** The first segments of paths that are never pages of the site at the root. */
const reserved: ReadonlySet<string> = new Set(
  "v1 app docs preview login account admin files sites saml scim oidc oauth openapi.json healthz readyz metrics .well-known".split(
    " "
  )
)

interface Target {
  readonly name: string
  readonly root: string
  readonly path: string
  readonly hasSlash: boolean
}

const origin = /^https?:\/\/[^/?#]*/i

/** Segments as a path, decoded; `undefined` if one is empty, or has what no page has in its path. */
const decoded = (segments: ReadonlyArray<string>): string | undefined => {
  try {
    const all = segments.map(decodeURIComponent)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no path has these
    return all.some((segment) => segment === "" || /[/\u0000-\u001f]/.test(segment)) ? undefined : all.join("/")
  } catch {
    return undefined
  }
}

/** The site that a path leads to, and what follows; `undefined` if that is none. */
const targetOf = (path: string, basePath: string, home: string | undefined): Target | undefined => {
  const segments = path.split("/").slice(1)
  const hasSlash = path.endsWith("/")
  const rest = (from: number) => decoded(segments.slice(from, hasSlash ? -1 : undefined))
  if (segments[0] === "sites" && segments[1] !== undefined && segments[1] !== "") {
    const [name, below] = [decoded([segments[1]]), rest(2)]
    if (name === undefined || below === undefined) return undefined
    return { name, root: `${basePath}/sites/${encodeURIComponent(name)}/`, path: below, hasSlash }
  }
  const below = rest(0)
  if (home === undefined || below === undefined || reserved.has(segments[0] ?? "")) return undefined
  return { name: home, root: `${basePath}/`, path: below, hasSlash }
}

/** The preview that a path leads to; `undefined` if that is none. */
const previewOf = (path: string, basePath: string): Omit<PreviewRequest, "query" | "request"> | undefined => {
  const [, kind, space, changeRequest, ...rest] = path.split("/")
  if (kind !== "preview" || space === undefined || changeRequest === undefined || rest.length === 0) return undefined
  const [named, below] = [decoded([space, changeRequest]), decoded(rest.at(-1) === "" ? rest.slice(0, -1) : rest)]
  if (named === undefined || below === undefined) return undefined
  return { space, changeRequest, root: `${basePath}/preview/${space}/${changeRequest}/`, path: below }
}

/** The address of a path of a site, made anew: whatever was asked for, it is one of this origin. */
const addressOf = (root: string, { hasSlash, path }: Pick<Target, "hasSlash" | "path">, search: string): string => {
  const below = path === "" ? "" : `${path.split("/").map(encodeURIComponent).join("/")}${hasSlash ? "/" : ""}`
  return `${root}${below}${search === "" ? "" : `?${search}`}`
}

/** The paths that something is posted to. */
const posted = /\/~\/(?:mcp|feedback)$/

/** What may be the key of a share link in an address. */
const keyLike = /^[\w-]{16,128}$/

/**
 * What answers the paths of sites, over the services of the context.
 * @since 0.1.0
 */
export const make = ({
  baseUrl,
  home,
  icons = () => undefined,
  limits
}: ReaderOptions): Effect.Effect<Pages, never, Engine.Services> =>
  Effect.gen(function* () {
    const pages = yield* SitePages
    const { enter } = yield* PublishedContents
    const serve = yield* makeServe(icons)
    const servePreview = yield* makeServePreview(iconsAsHtml(icons), baseUrl)
    const limiter = limits && makeLimiter(yield* RateLimits, limits)
    const base = new URL(baseUrl)
    const basePath = base.pathname.replace(/\/+$/, "")
    const isSecure = base.protocol === "https:"

    /** Lets in whoever has the key of a share link in the address, which goes on without it. */
    const throughKey = Effect.fnUntraced(function* (
      { hasSlash, path, place, request, root }: SiteRequest,
      search: string
    ) {
      const [shareKey = "", ...rest] = path.split("/")
      if (place.visibility !== "share-link" || !keyLike.test(shareKey)) return undefined
      const isKey = yield* Effect.isSuccess(enter({ organization: place.organization, site: place.site }, { shareKey }))
      if (!isKey) return undefined
      const to = addressOf(root, { path: rest.join("/"), hasSlash }, search)
      return movedTo(to, 303, keeping({ ...visitorOf(request), shareKey }, root, isSecure))
    })

    /** Counts a key or a token that was wrong; those who bring many have to wait. */
    const countWrong = (request: HttpRequest) => (limiter === undefined ? Effect.void : limiter.wrongSecret(request))

    /** Says that nothing is there, and counts what may have been a wrong key, whether or not there is such a site. */
    const closed = (request: HttpRequest, path: string, headers?: Record<string, string>) => {
      const hasKey = visitorOf(request).shareKey !== undefined || keyLike.test(path.split("/")[0] ?? "")
      return Effect.as(hasKey ? countWrong(request) : Effect.void, nowhere(request, headers))
    }

    /** Sends somebody whom the site does not let in to where they sign in, if there is such a place. */
    const refused = ({ path, place, request, root, visitor }: SiteRequest): Effect.Effect<Answer, LecternError> => {
      if (
        place.visibility === "visitor-auth" &&
        place.signInAddress !== undefined &&
        URL.canParse(place.signInAddress)
      ) {
        const to = new URL(place.signInAddress)
        // Encoded, so that a backslash in it does not make it the address of another host for whoever follows it.
        to.searchParams.set("location", `/${path.split("/").map(encodeURIComponent).join("/")}`)
        return Effect.succeed(movedTo(to.href, 302))
      }
      const isKept = visitor.token !== undefined || visitor.shareKey !== undefined
      return closed(request, path, isKept ? keeping({}, root, isSecure) : undefined)
    }

    const answerSite = (asked: SiteRequest, search: string): Effect.Effect<Answer, LecternError> =>
      Effect.gen(function* () {
        const { request, root, visitor } = asked
        const brought = broughtInAddress(request, search)
        if (brought !== undefined && request.method !== "POST") {
          const { place } = asked
          const { shareKey, token } = brought.visitor
          const isSecret = shareKey !== undefined || token !== undefined
          yield* enter({ organization: place.organization, site: place.site }, brought.visitor).pipe(
            Effect.catchTag("Unauthenticated", () => (isSecret ? countWrong(request) : Effect.void)),
            Effect.catchIf(
              (failure) => failure._tag !== "RateLimited",
              () => Effect.void
            )
          )
          const to = addressOf(root, asked, brought.search)
          return movedTo(to, 303, keeping(brought.visitor, root, isSecure))
        }
        const entered = yield* throughKey(asked, search)
        if (entered !== undefined) return entered
        return yield* serve(asked).pipe(
          Effect.catchTag("Unauthenticated", () => {
            if (visitor.token === undefined) return refused(asked)
            // A token that has expired keeps nobody from what everybody may read.
            const { token: _, ...rest }: Visitor = visitor
            return Effect.map(
              Effect.catchTag(serve({ ...asked, visitor: rest }), "Unauthenticated", () => refused(asked)),
              (answer) => ({ ...answer, headers: { ...answer.headers, ...keeping(rest, root, isSecure) } })
            )
          }),
          Effect.catchTag("NotFound", () => Effect.succeed(nowhere(request)))
        )
      })

    const answer = (request: HttpRequest): Effect.Effect<Answer, LecternError> =>
      Effect.gen(function* () {
        const [path = "/", ...queries] = request.url.replace(origin, "").split("?")
        const search = queries.join("?")
        const preview = previewOf(path, basePath)
        if (preview !== undefined) {
          return yield* servePreview({ ...preview, query: new URLSearchParams(search), request })
        }
        const target = targetOf(path, basePath, home)
        if (target === undefined) return path.startsWith("/sites/") ? nowhere(request) : yield* notFound("path")
        const { hasSlash, name, root } = target
        if (name === home && root !== `${basePath}/`) {
          return movedTo(addressOf(`${basePath}/`, target, search), 308)
        }
        const place: SitePlace | undefined = yield* pages.find(name)
        if (place === undefined) return yield* closed(request, target.path)
        if (path === `/sites/${path.split("/")[2]}`) return movedTo(`${root}${search === "" ? "" : `?${search}`}`, 308)
        const query = new URLSearchParams(search)
        const visitor = path.endsWith("/~/mcp") ? withoutCookies(request, search) : visitorOf(request)
        return yield* answerSite({ place, root, path: target.path, hasSlash, query, request, visitor }, search)
      })

    return {
      hasHome: home !== undefined,
      answer: (_, request) => answer(request),
      takesPost: (url) => posted.test(url.split("?")[0] ?? "")
    }
  })

/**
 * How the sites of an open engine are served among other things.
 * @since 0.1.0
 */
export interface MountOptions extends Partial<ReaderOptions> {
  /** The path that they are served below: requests have it in their address. Empty when absent. */
  readonly basePath?: string
}

/**
 * The function that answers the requests for the sites of an open engine, on any platform.
 * @since 0.1.0
 */
export const handle = (
  lectern: Lectern,
  { basePath = "", baseUrl = "http://localhost:4000", ...options }: MountOptions = {}
): Handle => {
  const made = Effect.gen(function* () {
    const { authenticate } = yield* ApiTokens
    const pages = yield* make({ ...options, baseUrl })
    const { limits } = options
    return Dispatcher.make({
      routes: [],
      pages,
      limiter: limits && makeLimiter(yield* RateLimits, limits),
      authenticate,
      gzip: gzipWithStream,
      runtime: yield* Effect.runtime<never>()
    })
  })
  return below(basePath, whenLoaded(lectern.runtime.runPromise(made)))
}

/**
 * The `fetch` form of the sites of an open engine: from `Request` to `Response`, for any framework that has these.
 * @since 0.1.0
 */
export const fetchHandler = (lectern: Lectern, options: MountOptions = {}): WebHandler =>
  webHandler(handle(lectern, options))
