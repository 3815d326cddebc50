/**
 * The console of a workspace: a window in a browser for people who write, review and administer.
 *
 * @example
 * const pages = await lectern.runtime.runPromise(Console.make({ baseUrl: "https://docs.example.com", mails: false }))
 * const handler = LecternHttp.fetchHandler(lectern, { console: pages })
 * @since 0.1.0
 */
import type * as Engine from "@lectern/core/engine/Engine"
import { tags } from "@lectern/core/internal/engine/Services"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import { makeHostSignIn } from "@lectern/http/internal/foundation/dispatcher/HostSignIn"
import { type Limiter, makeLimiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import type { ConsoleRoutes, PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import type { HostAuthenticate } from "@lectern/http/LecternHttp"
import * as Effect from "effect/Effect"
import { accountRoutes } from "./account/AccountRoutes.js"
import { adminRoutes } from "./administration/AdminRoutes.js"
import { auditRoutes } from "./administration/AuditRoutes.js"
import { organizationRoutes } from "./administration/OrganizationRoutes.js"
import { assetRoutes } from "./html/Assets.js"
import { sessionRoutes } from "./session/SessionRoutes.js"
import type { ClientFiles } from "./shell/ClientFiles.js"
import { shellRoutes } from "./shell/ShellRoutes.js"
import { loginRoutes } from "./sign-in/LoginRoutes.js"
import { logoutRoutes } from "./sign-in/LogoutRoutes.js"
import { openIdRoutes } from "./sign-in/OpenIdRoutes.js"
import { samlRoutes } from "./sign-in/SamlRoutes.js"
import { toHost } from "./visits/HostVisits.js"
import { hostedSiteOf, type Site, siteOf } from "./visits/Site.js"
import { makeRoute } from "./visits/Visit.js"

/** Options of the console. */
export interface ConsoleOptions {
  /**
   * The public base URL of the server. Over plain HTTP, except on this machine, the pages only say that HTTPS is
   * required.
   */
  readonly baseUrl: string
  /** Whether the engine can send mail. */
  readonly mails: boolean
  /**
   * The rate limits of the server that it is served with. With limits, one-time links that do not work and wrong answers
   * of identity providers delay further ones from the same address. Nothing is limited when absent.
   */
  readonly limits?: Limits | undefined
  /**
   * The scripts and styles of the window at `/app`: `clientFiles` of `@lectern/console/node/ClientFiles`. When absent,
   * there are only the pages of signing in, of the account and of administration.
   */
  readonly files?: (() => Promise<ClientFiles>) | undefined
  /**
   * Whether the reader is served at the same origin, so that a page can be shown there as it is typed. `false` when
   * absent.
   */
  readonly hasReader?: boolean | undefined
  /**
   * Finds the user of a request by a session of the embedding host's own, as for `LecternHttp`. With it there is only the
   * window: the host has the pages of signing in and of the account. When absent, people sign in here.
   */
  readonly authenticate?: HostAuthenticate | undefined
  /**
   * Where the host of `authenticate` signs people in: an absolute URL, or a path of the origin of `baseUrl`. Who is not
   * signed in is sent there, with the path as the query parameter `next`, which the host must check. When absent, a page
   * says that they are not signed in.
   */
  readonly signInUrl?: string | undefined
}

/** What the routes of a part of the console are made from. */
interface Served {
  readonly site: Site
  readonly mails: boolean
  readonly limiter: Limiter | undefined
  readonly files: ConsoleOptions["files"]
  readonly hasReader: boolean
}

/** Makes the routes of a part of the console. */
type Part = (served: Served) => Effect.Effect<ReadonlyArray<PlainRoute>, never, Engine.Services>

/** The parts where people sign in here. */
const ownParts: ReadonlyArray<Part> = [
  ({ limiter, mails, site }) => loginRoutes(site, mails, limiter),
  ({ site }) => logoutRoutes(site),
  ({ limiter, site }) => samlRoutes(site, limiter),
  ({ limiter, site }) => openIdRoutes(site, limiter),
  ({ site }) => accountRoutes(site),
  ({ site }) => adminRoutes(site),
  ({ site }) => auditRoutes(site),
  ({ site }) => organizationRoutes(site),
  ({ site }) => sessionRoutes(site)
]

/** The address at which people sign in to a server leads to the host that signs them in. */
const hostLoginRoutes = (site: Site): ReadonlyArray<PlainRoute> => {
  const { host } = site
  if (host === undefined) return []
  return [makeRoute(site)("GET", "/login", "hostLogin", (visit) => Effect.succeed(toHost(site, host, visit.next())))]
}

/** The parts where the embedding host signs people in. */
const hostedParts: ReadonlyArray<Part> = [({ site }) => Effect.succeed(hostLoginRoutes(site))]

/** The parts that are there whoever signs people in. */
const commonParts: ReadonlyArray<Part> = [
  ({ files, hasReader, site }) => (files === undefined ? Effect.succeed([]) : shellRoutes(site, files, hasReader)),
  () => Effect.succeed(assetRoutes)
]

/**
 * Creates the routes of the console over the services of the context. They are served beside the API, by the option
 * `console` of `LecternHttp`.
 */
export const make = ({
  authenticate,
  baseUrl,
  files,
  hasReader = false,
  limits,
  mails,
  signInUrl
}: ConsoleOptions): Effect.Effect<ConsoleRoutes, never, Engine.Services> =>
  Effect.gen(function* () {
    const limiter = limits && makeLimiter(yield* tags.rateLimits, limits)
    const site =
      authenticate === undefined
        ? siteOf(baseUrl, files !== undefined)
        : hostedSiteOf(baseUrl, { signIn: makeHostSignIn(authenticate, yield* tags.sessions), signInUrl })
    const served: Served = { site, mails, limiter, files, hasReader }
    const all = [...(site.host === undefined ? ownParts : hostedParts), ...commonParts]
    const routes = yield* Effect.forEach(all, (part) => part(served))
    return { baseUrl, routes: routes.flat() }
  })
