/** Answers the requests for the pages of sites, and for previews of change requests. */
import type { Visitor } from "@lectern/core/access/Visitor"
import type * as Engine from "@lectern/core/engine/Engine"
import { type LecternError, notFound } from "@lectern/core/errors/Errors"
import type { SitePlace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import { SitePages } from "@lectern/core/internal/publishing/site-reading/SitePages"
import { RateLimits } from "@lectern/core/rate-limits/RateLimits"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { PublishedContents } from "@lectern/core/sites/published-content/PublishedContents"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { hostSignInAt, makeHostSignIn } from "@lectern/http/internal/foundation/dispatcher/HostSignIn"
import { makeLimiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import type { AnyPages } from "@lectern/http/internal/foundation/dispatcher/Route"
import * as Effect from "effect/Effect"
import { lazyDiagramFiles } from "../content/DiagramFiles.js"
import { iconsAsHtml, makeServePreview } from "../preview/ServePreview.js"
import type { ReaderOptions } from "../ReaderOptions.js"
import { movedPage, movedTo } from "./Answers.js"
import { nowhere } from "./Nowhere.js"
import { isEndpoint, partsOf, takesPost, withQuery } from "./RequestParts.js"
import { makeServe } from "./Serve.js"
import { makeSharing } from "./SharedAnswers.js"
import { assetAnswer } from "./SiteAssets.js"
import type { SiteRequest } from "./SiteRequest.js"
import { addressOf, hostTargetOf, previewOf, type Target, targetOf } from "./Target.js"
import {
  type CredentialsInAddress,
  credentialsInAddress,
  type Keeper,
  keeping,
  visitorOf,
  withoutCookies
} from "./Visiting.js"

const signInAddressOf = ({ signInAddress, visibility }: SitePlace): string | undefined =>
  visibility === "visitor-auth" && signInAddress !== undefined && URL.canParse(signInAddress)
    ? signInAddress
    : undefined

/**
 * The page that a reader without access is sent to from a path. Programs cannot sign in, so an MCP endpoint sends them
 * nowhere.
 */
const signInAt = (place: SitePlace, path: string): string | undefined =>
  isEndpoint(path) ? undefined : signInAddressOf(place)

/** Whether a site reveals its existence to everybody at a path. */
const isOpenAt = (place: SitePlace, path: string): boolean =>
  place.visibility === "public" || place.visibility === "unlisted" || signInAt(place, path) !== undefined

/** A request below the path of a site, whether or not the site exists. */
type SiteAddress = Omit<SiteRequest, "place"> & Keeper & { readonly signsIn: boolean }

/** A request below the path of a site that exists. */
type FoundAddress = SiteRequest & SiteAddress

/** Matches a possible key of a share link in a URL. */
const keyLike = /^[\w-]{16,128}$/

/** Answers to requests: for sites by their paths, and for the site of a host name, if there is one. */
export interface SiteAnswers {
  readonly answer: (request: HttpRequest) => Effect.Effect<Answer, LecternError>
  readonly onHost: (hostName: string) => Effect.Effect<AnyPages | undefined, LecternError>
  /** The pages at the origin of sites, if that is not the one of the server. */
  readonly onSitesHost: AnyPages
}

/** Creates the answers to requests, over the services of the context. */
export const makeSiteAnswers = ({
  authenticate,
  baseUrl,
  cards,
  home,
  icons = () => undefined,
  limits,
  mermaid,
  signInUrl,
  sitesUrl
}: ReaderOptions): Effect.Effect<SiteAnswers, never, Engine.Services> =>
  Effect.gen(function* () {
    const pages = yield* SitePages
    const { enter } = yield* PublishedContents
    const diagrams = lazyDiagramFiles(mermaid)
    const limiter = limits && makeLimiter(yield* RateLimits, limits)
    const serve = yield* makeServe({ icons, cards, limiter, diagramFiles: diagrams.files, canAsk: true })
    const host = authenticate && makeHostSignIn(authenticate, yield* Sessions)
    const servePreview = yield* makeServePreview({ icon: iconsAsHtml(icons), baseUrl, host, signInUrl })
    const basePath = new URL(baseUrl).pathname.replace(/\/+$/, "")
    const sitesBase = new URL(sitesUrl ?? baseUrl)
    const sitesPath = sitesBase.pathname.replace(/\/+$/, "")
    const isSecure = sitesBase.protocol === "https:"

    /** Admits a reader whose URL contains the key of a share link, and redirects to the URL without it. */
    const throughKey = Effect.fnUntraced(function* (asked: FoundAddress, search: string) {
      const { hasSlash, path, place, request, root } = asked
      const [shareKey = "", ...rest] = path.split("/")
      if (place.visibility !== "share-link" || !keyLike.test(shareKey)) return undefined
      const isKey = yield* Effect.isSuccess(enter({ organization: place.organization, site: place.site }, { shareKey }))
      if (!isKey) return undefined
      const to = addressOf(root, { path: rest.join("/"), hasSlash }, search)
      return movedTo(to, 303, keeping({ ...visitorOf(request, asked), shareKey }, asked, isSecure))
    })

    /** Whether a request for a site by its name on the server is redirected to the site's own host. */
    const leadsToHost = (
      request: HttpRequest,
      target: Pick<Target, "path" | "cookie">,
      place: SitePlace,
      search: string
    ): Effect.Effect<boolean> => {
      if (isOpenAt(place, target.path)) return Effect.succeed(true)
      // A caller who may not see the site is not told that it exists.
      const [shareKey = ""] = target.path.split("/")
      const visitor = keyLike.test(shareKey) ? { shareKey } : credentialsInAddress(request, search, target)?.visitor
      if (visitor === undefined) return Effect.succeed(false)
      return Effect.isSuccess(enter({ organization: place.organization, site: place.site }, visitor))
    }

    /** Counts a wrong key or token, so that clients that send many of them are delayed. */
    const countWrong = (request: HttpRequest) => (limiter === undefined ? Effect.void : limiter.wrongSecret(request))

    /**
     * A request that may come from a page of another origin is nobody's, and does not tell whether there is a site. An MCP
     * endpoint has no cookies.
     */
    const hostCaller = (request: HttpRequest) =>
      host === undefined || isEndpoint(partsOf(request).path)
        ? Effect.succeed(undefined)
        : Effect.catchTag(host(request), "Forbidden", () => Effect.succeed(undefined))

    /**
     * Where a reader is sent whom the host has not signed in, whether or not there is a site. On host names of sites the
     * host has no sessions, and programs cannot sign in.
     */
    const entranceOf = ({ hasSlash, path, request, root, signsIn }: SiteAddress): string | undefined =>
      host === undefined || signInUrl === undefined || !signsIn || request.method === "POST" || isEndpoint(path)
        ? undefined
        : hostSignInAt(signInUrl, baseUrl, addressOf(root, { hasSlash, path }, partsOf(request).search))

    /**
     * Answers that nothing was found, or where to sign in, clears the site's cookie, and counts a possibly wrong key. The
     * answer does not reveal whether the site exists.
     */
    const closed = Effect.fnUntraced(function* (asked: SiteAddress) {
      const { path, request, visitor } = asked
      const hasKey = visitor.shareKey !== undefined || keyLike.test(path.split("/")[0] ?? "")
      const isKept = visitor.token !== undefined || visitor.shareKey !== undefined
      const headers = isKept ? keeping({}, asked, isSecure) : undefined
      if (hasKey) yield* countWrong(request)
      const entrance = entranceOf(asked)
      if (entrance === undefined || (yield* hostCaller(request)) !== undefined) return nowhere(request, headers)
      return movedTo(entrance, 303, headers)
    })

    /** Redirects a reader without access to the sign-in page, if there is one. */
    const refused = (asked: FoundAddress, kept: Visitor): Effect.Effect<Answer, LecternError> => {
      const { path, place, request, visitor } = asked
      const address = signInAt(place, path)
      if (address === undefined) return closed(asked)
      const to = new URL(address)
      // Encoded, so that a backslash in it cannot turn it into the URL of another host.
      to.searchParams.set("location", addressOf("/", asked, partsOf(request).search))
      return Effect.succeed(movedTo(to.href, 302, visitor.token === undefined ? {} : keeping(kept, asked, isSecure)))
    }

    /**
     * Moves keys and tokens from the URL to a cookie, and redirects to the URL without them, whether or not the site
     * exists.
     */
    const exchanged = Effect.fnUntraced(function* (
      asked: SiteAddress,
      place: SitePlace | undefined,
      { search, visitor }: CredentialsInAddress
    ) {
      const { request, root } = asked
      const isSecret = visitor.shareKey !== undefined || visitor.token !== undefined
      const isWrong =
        place === undefined ||
        (yield* enter({ organization: place.organization, site: place.site }, visitor).pipe(
          Effect.as(false),
          Effect.catchAll(({ _tag }) => Effect.succeed(_tag === "Unauthenticated"))
        ))
      if (isWrong && isSecret) yield* countWrong(request)
      return movedTo(addressOf(root, asked, search), 303, keeping(visitor, asked, isSecure))
    })

    /** Answers a reader whom no credentials of visitors admit: as the user whom the host has signed in, or else not. */
    const asHosts = (asked: FoundAddress, kept: Visitor): Effect.Effect<Answer, LecternError> =>
      Effect.flatMap(hostCaller(asked.request), (caller) =>
        caller === undefined
          ? refused(asked, kept)
          : Effect.catchTags(serve(asked, caller.actor), {
              Unauthenticated: () => refused(asked, kept),
              NotFound: () => closed(asked)
            })
      )

    const answerSite = (asked: FoundAddress, search: string): Effect.Effect<Answer, LecternError> =>
      Effect.gen(function* () {
        const { request, visitor } = asked
        const entered = yield* throughKey(asked, search)
        if (entered !== undefined) return entered
        // An expired token must not prevent readers from seeing public content.
        const { token, ...rest }: Visitor = visitor
        return yield* serve(asked).pipe(
          Effect.catchTag("Unauthenticated", () =>
            token === undefined
              ? asHosts(asked, rest)
              : serve({ ...asked, visitor: rest }).pipe(
                  Effect.map((answer) => ({
                    ...answer,
                    headers: { ...answer.headers, ...keeping(rest, asked, isSecure) }
                  })),
                  Effect.catchTag("Unauthenticated", () => asHosts(asked, rest))
                )
          ),
          Effect.catchTag("NotFound", () => Effect.succeed(nowhere(request)))
        )
      })

    /** Answers a request for a site, or for what could be one. */
    const answerBelow = Effect.fnUntraced(function* (
      request: HttpRequest,
      target: Omit<Target, "name">,
      place: SitePlace | undefined,
      signsIn = true
    ): Effect.fn.Return<Answer, LecternError> {
      const { path, search } = partsOf(request)
      const asset = assetAnswer(target.path) ?? (yield* diagrams.answer(target.path))
      if (asset !== undefined) return asset
      const brought = request.method === "POST" ? undefined : credentialsInAddress(request, search, target)
      const visitor = isEndpoint(path) ? withoutCookies(request, search) : visitorOf(request, target)
      const asked = { ...target, request, visitor, signsIn, query: new URLSearchParams(search) }
      if (brought !== undefined) return yield* exchanged(asked, place, brought)
      return place === undefined ? yield* closed(asked) : yield* answerSite({ ...asked, place }, search)
    })

    const answerAnew = (request: HttpRequest): Effect.Effect<Answer, LecternError> =>
      Effect.gen(function* () {
        const { path, search } = partsOf(request)
        const preview = previewOf(path, basePath)
        if (preview !== undefined) {
          return yield* servePreview({ ...preview, query: new URLSearchParams(search), request })
        }
        // Wherever it leads: that says nothing about which sites there are.
        if (sitesUrl !== undefined && targetOf(path, sitesPath, home) !== undefined) {
          return movedTo(`${sitesBase.origin}${withQuery(path, search)}`, 308)
        }
        return yield* answerSites(request)
      })

    /** Answers where sites are read by their names. */
    const answerSites = (request: HttpRequest): Effect.Effect<Answer, LecternError> =>
      Effect.gen(function* () {
        const { path, search } = partsOf(request)
        const target = targetOf(path, sitesPath, home)
        if (target === undefined) return path.startsWith("/sites/") ? nowhere(request) : yield* notFound("path")
        const { name, root } = target
        const place: SitePlace | undefined = yield* pages.find(name)
        const { hostAddress } = place ?? {}
        if (place !== undefined && hostAddress !== undefined && (yield* leadsToHost(request, target, place, search))) {
          return movedTo(addressOf(hostAddress, target, search), 308)
        }
        if (name === home && root !== `${sitesPath}/` && place !== undefined && isOpenAt(place, target.path)) {
          return movedTo(addressOf(`${sitesPath}/`, target, search), 308)
        }
        if (path === `/sites/${path.split("/")[2]}`) return movedPage(request, root)
        return yield* answerBelow(request, target, hostAddress === undefined ? place : undefined)
      })

    /** Answers on a host name of a site's own; while the site is not published, no path exists there. */
    const answerOnHost = (hostName: string, request: HttpRequest): Effect.Effect<Answer, LecternError> => {
      const target = hostTargetOf(partsOf(request).path)
      return target === undefined
        ? Effect.succeed(nowhere(request))
        : Effect.flatMap(pages.onHost(hostName), (found) => answerBelow(request, target, found?.place, false))
    }

    const sharing = makeSharing(pages, limiter)
    const pagesOnHost = (hostName: string): AnyPages => ({
      answer: (_, request) => sharing(request, answerOnHost(hostName, request)),
      takesPost
    })
    return {
      answer: (request) => sharing(request, answerAnew(request)),
      onSitesHost: { answer: (_, request) => sharing(request, answerSites(request)), takesPost },
      onHost: (hostName) => Effect.map(pages.onHost(hostName), (found) => found && pagesOnHost(hostName))
    }
  })
