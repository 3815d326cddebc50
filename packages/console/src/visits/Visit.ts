/** Requests for the pages, and their answers: forms are read and checked only here. */
import { Actor, type ActorValue, system } from "@lectern/core/access/Actor"
import { Forbidden, invalid, type LecternError, TooLarge } from "@lectern/core/errors/Errors"
import { sameSecret } from "@lectern/core/internal/foundation/ids/SameSecret"
import type { SignInClient } from "@lectern/core/sessions/Session"
import { type Answer, type HttpRequest, jsonAnswer } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { failureAnswer } from "@lectern/http/internal/foundation/dispatcher/Failures"
import { requestLimits } from "@lectern/http/internal/foundation/dispatcher/Limits"
import type { Params, PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { documentHeaders, noPermissions } from "@lectern/http/internal/foundation/html/Html"
import { sessionOf } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { notice, page, type View } from "../html/Html.js"
import { attemptOf, formCookie, formTokenOf, newFormToken, samlRequestOf } from "./Cookies.js"
import { canonical, hereOf, isExposed, isOwn, nextOf, type Site } from "./Site.js"

const browsers = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"]
] as const

const systems = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"]
] as const

const named = (agent: string, names: ReadonlyArray<readonly [RegExp, string]>): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** A browser and a system, such as `Firefox on Linux`. */
const deviceOf = (agent: string | undefined): string => {
  const browser = named(agent ?? "", browsers) ?? "Unknown browser"
  const system = named(agent ?? "", systems)
  return system === undefined ? browser : `${browser} on ${system}`
}

/** The input of a page. */
export interface Visit {
  readonly request: HttpRequest
  readonly params: Params
  readonly query: URLSearchParams
  /** The fields of a form, or of the JSON that a script has sent. */
  readonly fields: ReadonlyMap<string, unknown>
  /** A field as text, empty if it is missing. */
  readonly text: (name: string) => string
  /** The token that forms of this browser must contain. */
  readonly token: string
  readonly session: Redacted.Redacted<string> | undefined
  /** This browser's latest request to a SAML provider. */
  readonly samlRequest: string | undefined
  /** The browser's cookie of an attempt to sign in with an OpenID provider. */
  readonly attempt: Redacted.Redacted<string> | undefined
  readonly client: SignInClient
  /** The path of this origin where the user continues afterwards. */
  readonly next: (otherwise?: string) => string
  /** The requested path and query. */
  readonly here: string
}

/**
 * A page, by its parts or as a whole document, or where to go instead: `to` is a path of this origin, `away` the URL of an
 * identity provider, or of an embedding host that signs people in.
 */
export type Shown =
  | { readonly view: View; readonly status?: number; readonly headers?: Record<string, string> }
  | { readonly document: string; readonly headers?: Record<string, string> }
  | { readonly away: string; readonly headers?: Record<string, string> }
  | { readonly to: string; readonly headers?: Record<string, string> }
  | { readonly xml: string; readonly contentType: string }
  | { readonly json: unknown; readonly headers?: Record<string, string> }

/** Runs an effect that only the embedding program may run, such as checking credentials. */
export const asSystem: <A, E>(effect: Effect.Effect<A, E, Actor>) => Effect.Effect<A, E> = Effect.provideService(
  Actor,
  system
)

/** Runs as the person who signed in. */
export const asCaller = (caller: ActorValue): typeof asSystem => Effect.provideService(Actor, caller)

const foreignBodyLimit = 512 * 1024

/** The options of a route, with defaults for pages of this server. */
export interface RouteOptions {
  /** Whether other origins may post to it, such as an identity provider, whose message its handler verifies. */
  readonly fromElsewhere?: boolean
}

const headersOf = ({ origin }: Site): Record<string, string> => ({
  ...documentHeaders,
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action ${origin}; base-uri 'none'; frame-ancestors 'none'`,
  "permissions-policy": `${noPermissions}, publickey-credentials-get=(self), publickey-credentials-create=(self)`
})

/** Sends a browser on to a path of this site. */
const redirect = (site: Site, path: string, more: Record<string, string> = {}): Answer => ({
  status: 303,
  headers: { ...headersOf(site), ...more, location: site.at(path) },
  sameOrigin: true
})

const documentAnswer = (site: Site, body: string, status: number, more: Answer["headers"] = {}): Answer => ({
  status,
  headers: { ...headersOf(site), ...more },
  contentType: "text/html; charset=utf-8",
  body,
  sameOrigin: true
})

const htmlAnswer = (site: Site, view: View, status: number, more?: Answer["headers"]): Answer =>
  documentAnswer(site, page(site, view), status, more)

const foreign = new Forbidden({
  message: "this form was not sent by a page of this server, or its page is too old: go back, load it again and retry"
})

const isJson = ({ header }: HttpRequest): boolean => header("content-type")?.startsWith("application/json") === true

const parseFields = (request: HttpRequest, text: string): ReadonlyMap<string, unknown> => {
  if (!isJson(request)) return new Map(new URLSearchParams(text))
  const value: unknown = JSON.parse(text)
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : [])
}

const readFields = (request: HttpRequest, limit: number): Effect.Effect<ReadonlyMap<string, unknown>, LecternError> =>
  Effect.gen(function* () {
    const bytes = yield* Effect.tryPromise({
      try: () => request.body(limit),
      catch: () => invalid("", "the form ended early")
    })
    if (bytes === undefined) return yield* new TooLarge({ message: "the form is too large", limit })
    return yield* Effect.try({
      try: () => parseFields(request, new TextDecoder().decode(bytes)),
      catch: () => invalid("", "the form cannot be read")
    })
  })

/** The handler of a page. */
export type Handler = (visit: Visit) => Effect.Effect<Shown, LecternError>

const visitOf = (
  site: Site,
  params: Params,
  request: HttpRequest,
  token: string,
  fields: ReadonlyMap<string, unknown>
): Visit => {
  const here = hereOf(request)
  const query = new URLSearchParams(here.includes("?") ? here.slice(here.indexOf("?") + 1) : "")
  const text = (name: string): string => {
    const value = fields.get(name)
    return typeof value === "string" ? value : ""
  }
  return {
    request,
    params,
    query,
    fields,
    text,
    token,
    session: sessionOf(request),
    samlRequest: samlRequestOf(request),
    attempt: attemptOf(request),
    client: { address: request.address ?? "unknown", device: deviceOf(request.header("user-agent")) },
    next: (otherwise = site.home) => nextOf(site, query.get("next") ?? (text("next") || undefined), otherwise),
    here
  }
}

const unsafe = (site: Site): View => ({
  title: "Signing in is off",
  narrow: true,
  main: notice(
    `This server is reached at ${site.base}, over plain HTTP, where a password could be read on its way. Serve it over HTTPS, set LECTERN_BASE_URL to its https address, and sign in there.`
  )
})

const exposed = (site: Site): View => ({
  title: "This was not encrypted",
  narrow: true,
  main: notice(
    `Your browser reached this server over plain HTTP, where a password could be read on its way. Sign in at ${site.at("/login")}.`
  )
})

const failureView = (message: string): View => ({
  title: "This did not work",
  narrow: true,
  main: notice(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`)
})

/** Creates the routes of pages at a site. */
export const makeRoute = (site: Site) => {
  const answerOf = (shown: Shown, cookie: Record<string, string>): Answer => {
    if ("view" in shown) return htmlAnswer(site, shown.view, shown.status ?? 200, { ...shown.headers, ...cookie })
    if ("document" in shown) return documentAnswer(site, shown.document, 200, { ...shown.headers, ...cookie })
    if ("xml" in shown) {
      return { status: 200, headers: headersOf(site), contentType: shown.contentType, body: shown.xml }
    }
    const headers = { ...headersOf(site), ...shown.headers }
    if ("json" in shown) return jsonAnswer(200, shown.json, { headers, sameOrigin: true })
    if ("away" in shown) return { status: 303, headers: { ...headers, location: shown.away }, sameOrigin: true }
    return redirect(site, shown.to, shown.headers)
  }

  return (
    method: "GET" | "POST",
    path: string,
    operation: string,
    handler: Handler,
    { fromElsewhere = false }: RouteOptions = {}
  ): PlainRoute => ({
    kind: "plain",
    method,
    path,
    operation,
    answer: (params, request) =>
      Effect.gen(function* () {
        if (!site.isSafe) return htmlAnswer(site, unsafe(site), 403)
        if (isExposed(site, request)) return htmlAnswer(site, exposed(site), 403)
        const known = formTokenOf(request)
        if (method === "GET") {
          const elsewhere = canonical(site, request)
          if (elsewhere !== undefined) return redirect(site, elsewhere)
          const token = known ?? newFormToken()
          const shown = yield* handler(visitOf(site, params, request, token, new Map()))
          // A host's pages have no forms of ours.
          return answerOf(shown, known === undefined && site.host === undefined ? formCookie(token) : {})
        }
        if (fromElsewhere) {
          const fields = yield* readFields(request, foreignBodyLimit)
          return answerOf(yield* handler(visitOf(site, params, request, known ?? newFormToken(), fields)), {})
        }
        if (!isOwn(site, request)) return yield* foreign
        const fields = yield* readFields(request, requestLimits.form)
        const sent = isJson(request) ? request.header("x-lectern-form") : fields.get("token")
        if (known === undefined || typeof sent !== "string" || !sameSecret(sent, known)) return yield* foreign
        return answerOf(yield* handler(visitOf(site, params, request, known, fields)), {})
      }).pipe(
        Effect.catchAll((failure) => {
          const answer = failureAnswer(failure)
          if (isJson(request)) return Effect.succeed({ ...answer, headers: { ...answer.headers, ...headersOf(site) } })
          return Effect.succeed(htmlAnswer(site, failureView(failure.message), answer.status, answer.headers))
        })
      )
  })
}
