/** The pages for people who are not signed in yet. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import type { SignedIn } from "@lectern/core/sign-in/SignedIn"
import type { Limiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { sessionCookie } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { View } from "../html/Html.js"
import type { Site } from "../visits/Site.js"
import { asSystem, type Handler, makeRoute, type Shown, type Visit } from "../visits/Visit.js"
import { loginViews, withNext } from "./LoginViews.js"

/** Statuses of a form that is shown again. */
const statusOf = ({ _tag }: LecternError): number => (_tag === "RateLimited" ? 429 : _tag === "Unavailable" ? 503 : 400)

/** The routes of signing in and out, of a server. */
export const loginRoutes = (site: Site, mails: boolean, limiter?: Limiter) =>
  Effect.gen(function* () {
    const signIn = yield* tags.signIn
    const openId = yield* tags.openIdSignIn
    const sessions = yield* tags.sessions
    const route = makeRoute(site)

    /** Continues with a session: to its second factor, or to the requested page. */
    const goOn = (visit: Visit, { endsAt, secret, waiting }: SignedIn): Shown => ({
      to: waiting ? withNext(site, "/login/confirm", visit.next()) : visit.next(),
      headers: sessionCookie(secret, endsAt)
    })

    /** Shows a form again with its errors. */
    const again = (
      work: Effect.Effect<Shown, LecternError>,
      view: (failure: LecternError) => Effect.Effect<View, LecternError>
    ) =>
      Effect.catchAll(work, (failure) =>
        Effect.map(
          view(failure),
          (shown): Shown => ({
            view: shown,
            status: statusOf(failure),
            ...(failure._tag === "RateLimited" && { headers: { "retry-after": String(failure.retryAfter) } })
          })
        )
      )

    const openIdLabel = yield* Effect.orDie(asSystem(openId.serverLabel()))
    const { confirmView, gone, linkView, loginView, resetView } = loginViews(site, { mails, openIdLabel })

    /** The page that asks for another proof, or, without a session, to sign in. */
    const confirmation = (visit: Visit, failure?: LecternError) =>
      visit.session === undefined
        ? Effect.succeed(loginView(visit))
        : Effect.map(asSystem(signIn.means(visit.session)), (means) => confirmView(visit, means, failure))

    /** Answers a link that does not work. Clients that try many have to wait. */
    const noLink = (visit: Visit) =>
      Effect.as(limiter === undefined ? Effect.void : limiter.wrongSecret(visit.client), gone)

    const secretIn = (visit: Visit) => Redacted.make(visit.params.secret ?? "")
    const isOpen = (visit: Visit) =>
      visit.session === undefined
        ? Effect.succeed(false)
        : sessions.authenticate(visit.session).pipe(
            Effect.as(true),
            Effect.catchTag("Unauthenticated", () => Effect.succeed(false))
          )

    const confirm: Handler = (visit) => {
      const { session } = visit
      if (session === undefined) return Effect.succeed({ to: withNext(site, "/login", visit.next()) })
      const proof = visit.fields.has("code")
        ? signIn.code(session, { code: visit.text("code") }, visit.client)
        : signIn.confirmPassword(session, { password: visit.text("password") }, visit.client)
      return again(
        Effect.map(asSystem(proof), (signedIn) => goOn(visit, signedIn)),
        (failure) => confirmation(visit, failure)
      )
    }

    /** If the session has ended meanwhile, signing in starts over. */
    const orLogin =
      (handler: Handler): Handler =>
      (visit) =>
        Effect.catchTag(handler(visit), "Unauthenticated", () =>
          Effect.succeed<Shown>({ to: withNext(site, "/login", visit.next()) })
        )

    const routes: ReadonlyArray<PlainRoute> = [
      route("GET", "/login", "loginPage", (visit) =>
        Effect.map(isOpen(visit), (open): Shown => (open ? { to: visit.next() } : { view: loginView(visit) }))
      ),
      route("POST", "/login", "login", (visit) =>
        again(
          Effect.map(
            asSystem(signIn.password({ email: visit.text("email"), password: visit.text("password") }, visit.client)),
            (signedIn) => goOn(visit, signedIn)
          ),
          (failure) => Effect.succeed(loginView(visit, failure))
        )
      ),
      route("POST", "/login/passkey/options", "passkeyOptions", () =>
        Effect.map(asSystem(signIn.passkeyOptions()), (json): Shown => ({ json }))
      ),
      route("POST", "/login/passkey", "loginByPasskey", (visit) =>
        Effect.map(
          asSystem(signIn.passkey(visit.fields.get("response"), visit.client, visit.session)),
          ({ endsAt, secret }): Shown => ({
            json: { location: site.at(visit.next()) },
            headers: sessionCookie(secret, endsAt)
          })
        )
      ),
      route(
        "GET",
        "/login/confirm",
        "confirmPage",
        orLogin((visit) => Effect.map(confirmation(visit), (view) => ({ view })))
      ),
      route("POST", "/login/confirm", "confirm", orLogin(confirm)),
      route("GET", "/login/reset", "resetPage", (visit) => Effect.succeed({ view: resetView(visit) })),
      route("POST", "/login/reset", "requestReset", (visit) =>
        again(
          Effect.as(asSystem(signIn.requestReset({ email: visit.text("email") })), {
            view: {
              title: "Look into your mail",
              narrow: true,
              main: '<div class="card"><p>If somebody with this address has an account here, a link is on its way. It works once, for an hour.</p></div>'
            }
          }),
          (failure) => Effect.succeed(resetView(visit, failure))
        )
      ),
      route("GET", "/login/link/:secret", "linkPage", (visit) =>
        asSystem(signIn.link(secretIn(visit))).pipe(
          Effect.map((link): Shown => ({ view: linkView(visit, link) })),
          Effect.catchTag("NotFound", () => noLink(visit))
        )
      ),
      route("POST", "/login/link/:secret", "redeemLink", (visit) =>
        again(
          Effect.map(
            asSystem(signIn.redeem(secretIn(visit), { password: visit.text("password") }, visit.client)),
            (signedIn) => goOn(visit, signedIn)
          ),
          (failure) => Effect.map(asSystem(signIn.link(secretIn(visit))), (link) => linkView(visit, link, failure))
        ).pipe(Effect.catchTag("NotFound", () => noLink(visit)))
      )
    ]
    return routes
  })
