/** Callers whom an embedding host has signed in: it finds out who they are by its own cookies. */
import type { ActorValue } from "@lectern/core/access/Actor"
import { Forbidden, Unauthenticated, type Unavailable } from "@lectern/core/errors/Errors"
import type { HostSession } from "@lectern/core/sessions/Session"
import type { SessionsService } from "@lectern/core/sessions/Sessions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpRequest } from "./Exchange.js"
import type { HostAuthenticate, HostRequest } from "./HostAuthenticate.js"

/** A caller whom a host has signed in. */
export interface HostCaller {
  readonly actor: ActorValue
  /**
   * Finds the caller again while an answer goes on: asks the host once a minute, and looks each time whether the user can
   * still sign in. `Unauthenticated` if there is nobody any more, or somebody else.
   */
  readonly again: Effect.Effect<ActorValue, Unauthenticated | Unavailable>
}

/**
 * Finds the caller of a request whom a host has signed in; `undefined` if the host knows nobody, or its user cannot sign
 * in. `Forbidden` if the request could have been made by a page of another origin, with the cookies of a person who knows
 * nothing of it.
 */
export type HostSignIn = (request: HttpRequest) => Effect.Effect<HostCaller | undefined, Forbidden | Unavailable>

/**
 * The absolute URL at which a host signs people in: `signInUrl`, relative to the origin of `baseUrl`, with the path where
 * they continue as the query parameter `next`.
 */
export const hostSignInAt = (signInUrl: string, baseUrl: string, next: string): string => {
  const to = new URL(signInUrl, baseUrl)
  to.searchParams.set("next", next)
  return to.href
}

/** How long what a host says about the caller of a stream holds, in milliseconds. */
const holds = 60_000

const foreign = new Forbidden({
  message:
    "this request may come from a page of another origin: send the header Sec-Fetch-Site: same-origin, as browsers do, or X-Lectern-Request: 1"
})

const over = new Unauthenticated({ message: "the session has ended; sign in again" })

/** Whether a request only reads, or was made by a page of this origin or by a program. */
const isOwn = ({ header, method }: HttpRequest): boolean =>
  method === "GET" ||
  method === "HEAD" ||
  header("sec-fetch-site") === "same-origin" ||
  header("x-lectern-request") === "1"

const absolute = ({ basePath = "", header, secure, url }: HttpRequest): string =>
  url.startsWith("/")
    ? `${secure === true ? "https" : "http"}://${header("host") ?? "localhost"}${basePath}${url}`
    : url

/** The request for a host. Its parts are made when they are read. */
const hostRequest = (request: HttpRequest): HostRequest => ({
  method: request.method,
  get url() {
    return absolute(request)
  },
  get headers() {
    return request.headers()
  }
})

/** Finds callers by the function of a host. */
export const makeHostSignIn = (
  authenticate: HostAuthenticate,
  { authenticateHost }: Pick<SessionsService, "authenticateHost">
): HostSignIn => {
  const ask = (request: HttpRequest): Effect.Effect<HostSession | undefined> =>
    Effect.map(
      Effect.promise(async () => authenticate(hostRequest(request))),
      (answer) => (typeof answer === "string" ? { user: answer } : (answer ?? undefined))
    )

  /** Finds the caller again, from what the host said at a time. */
  const following = (request: HttpRequest, first: HostSession, askedAt: number): HostCaller["again"] => {
    let session: HostSession | undefined = first
    let until = askedAt + holds
    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now >= until) {
        session = yield* ask(request)
        until = now + holds
      }
      return session?.user === first.user ? yield* authenticateHost(session) : yield* over
    })
  }

  return Effect.fnUntraced(function* (request) {
    const session = yield* ask(request)
    if (session === undefined) return undefined
    const actor = yield* Effect.catchTag(authenticateHost(session), "Unauthenticated", () => Effect.succeed(undefined))
    if (actor === undefined) return undefined
    if (!isOwn(request)) return yield* foreign
    return { actor, again: following(request, session, yield* Clock.currentTimeMillis) }
  })
}
