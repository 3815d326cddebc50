/** The place of the pages, and which requests may change anything there. */
import { isSafeForSignIn, signInOrigin, signInPath } from "@lectern/core/internal/foundation/urls/SignInOrigin"
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { HostSignIn } from "@lectern/http/internal/foundation/dispatcher/HostSignIn"

/** The place of the pages. */
export interface Site {
  /** The only origin that they are served from and accept forms from. */
  readonly origin: string
  /** The absolute URL of a path. */
  readonly at: (path: string) => string
  /** Whether passwords and cookies may be sent there. */
  readonly isSafe: boolean
  /** The public URL of the server. */
  readonly base: string
  /** The path where people go who have signed in. */
  readonly home: string
  /** The embedding host, if that signs people in. It is responsible for its cookies, and for how they are sent. */
  readonly host?: HostOfSite
}

/** An embedding host that signs people in. */
export interface HostOfSite {
  readonly signIn: HostSignIn
  /** Where it does; unknown when absent. */
  readonly signInUrl: string | undefined
}

/** The place of the pages of a server with this public URL, which has the window of the console or only an account page. */
export const siteOf = (base: string, hasWindow = false): Site => {
  const origin = signInOrigin(base)
  const below = signInPath(base)
  return {
    origin,
    base,
    home: hasWindow ? "/app" : "/account",
    isSafe: isSafeForSignIn(base),
    at: (path) => `${origin}${below}${path}`
  }
}

/** The place of the window at a server with this public URL whose embedding host signs people in. */
export const hostedSiteOf = (base: string, host: HostOfSite): Site => {
  const { origin } = new URL(base)
  const below = signInPath(base)
  return { origin, base, home: "/app", isSafe: true, at: (path) => `${origin}${below}${path}`, host }
}

/** The path and the query of a request. */
export const hereOf = ({ url }: HttpRequest): string => url.replace(/^https?:\/\/[^/?#]*/i, "")

/**
 * The URL at the canonical origin that a page must be shown at instead: browsers separate the cookies and passkeys of
 * `localhost` from those of `127.0.0.1`. Every other host is accepted, since a proxy may have changed the name.
 */
export const canonical = ({ base, origin }: Site, request: HttpRequest): string | undefined => {
  const own = new URL(base).host
  return own !== new URL(origin).host && request.header("host") === own ? hereOf(request) : undefined
}

/** Whether a request came over plain HTTP according to a trusted proxy, to a site that is reached over TLS. */
export const isExposed = ({ host, origin }: Site, { secure }: HttpRequest): boolean =>
  host === undefined && secure === false && origin.startsWith("https:")

/** Whether a request was made by a page of this origin, according to headers that only a browser sets. */
export const isOwn = ({ origin }: Site, { header }: HttpRequest): boolean => {
  const from = header("origin")
  const relation = header("sec-fetch-site")
  if (relation !== undefined) return relation === "same-origin" && (from === undefined || from === origin)
  return from === origin
}

/** The path to continue to: always a path of this origin, whatever was requested. */
export const nextOf = ({ at, origin }: Site, asked: string | undefined, otherwise: string): string => {
  if (asked === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked)) return otherwise
  const url = URL.canParse(at(asked)) ? new URL(at(asked)) : undefined
  return url?.origin === origin ? asked : otherwise
}
