/** The pages of signing in with identity providers: its start, and the callbacks. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { type Refusal, refusalOf } from "@lectern/core/identities/Refusals"
import { tags } from "@lectern/core/internal/engine/Services"
import type { OpenIdPlace } from "@lectern/core/openid/OpenIdSignIn"
import type { Limiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import { sessionCookie } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Effect from "effect/Effect"
import { field, notice, type View } from "../html/Html.js"
import { attemptCookie } from "../visits/Cookies.js"
import { whenSignedIn } from "../visits/SignedIn.js"
import { nextOf, type Site } from "../visits/Site.js"
import { asSystem, type Handler, makeRoute, type Shown, type Visit } from "../visits/Visit.js"
import { makeCountWrong } from "./WrongAnswers.js"

const home = "/account"

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const queryOf = ({ here }: Visit): string => (here.includes("?") ? here.slice(here.indexOf("?") + 1) : "")

/**
 * Refusals of answers that no provider has given to this browser; all other refusals are about a person that a provider
 * has authenticated.
 */
const wrongAnswers: ReadonlySet<Refusal | undefined> = new Set(["noAttempt", "wrongState", "notBelieved", "replayed"])

/** The routes of signing in with identity providers. */
export const openIdRoutes = (site: Site, limiter?: Limiter) =>
  Effect.gen(function* () {
    const openId = yield* tags.openIdSignIn
    const route = makeRoute(site)
    const signedIn = yield* whenSignedIn(home)
    const counted = makeCountWrong(limiter, (failure) => wrongAnswers.has(refusalOf(failure)))

    const placeOf = ({ params: { organization, provider } }: Visit): OpenIdPlace =>
      organization === undefined || provider === undefined ? "server" : { organization, id: provider }

    /** Says why the user was not signed in, and lets them start over. */
    const failed = (failure: LecternError): Shown => ({
      status: failure._tag === "NotFound" ? 404 : failure._tag === "Unavailable" ? 503 : 403,
      view: {
        title: "You are not signed in",
        narrow: true,
        main: `<div class="card">${notice(sentence(failure.message))}<p><a href="${site.at("/login")}">Sign in</a></p></div>`
      }
    })

    const begin: Handler = (visit) =>
      asSystem(
        openId.begin(
          placeOf(visit),
          visit.query.get("intent") === "confirm" ? "confirm" : "sign-in",
          visit.query.has("next") ? visit.next("") : ""
        )
      ).pipe(
        Effect.map(({ cookie, location }): Shown => ({ away: location, headers: attemptCookie(cookie) })),
        Effect.catchAll((failure) => Effect.succeed(failed(failure)))
      )

    const complete: Handler = (visit) =>
      counted(
        visit,
        asSystem(
          openId.complete(placeOf(visit), {
            query: queryOf(visit),
            cookie: visit.attempt,
            session: visit.session,
            client: visit.client
          })
        )
      ).pipe(
        Effect.map(({ next, signedIn }): Shown => {
          const goal = nextOf(site, next, site.home)
          if (signedIn === undefined) return { to: goal }
          const to = signedIn.waiting ? `/login/confirm?next=${encodeURIComponent(goal)}` : goal
          return { to, headers: sessionCookie(signedIn.secret, signedIn.endsAt) }
        }),
        Effect.catchIf(
          (failure) => failure._tag !== "RateLimited",
          (failure) => Effect.succeed(failed(failure))
        )
      )

    const search = (visit: Visit, failure?: LecternError): View => ({
      title: "Sign in with your organization",
      narrow: true,
      main: `<div class="card"><form method="get" action="${escape(site.at("/login/sso"))}"><input type="hidden" name="next" value="${escape(visit.next())}">${field(
        {
          name: "email",
          label: "E-mail address at work",
          type: "email",
          autocomplete: "username",
          value: visit.query.get("email") ?? "",
          error: failure === undefined ? undefined : sentence(failure.message)
        }
      )}<button>Continue</button></form><p><a href="${site.at("/login")}">Sign in with your own credentials</a></p></div>`
    })

    /** The providers for an e-mail address. Clients that try many unverified domains have to wait. */
    const waysOf = (visit: Visit, email: string) =>
      Effect.tap(asSystem(openId.ways({ email })), (found) =>
        found.length > 0 || limiter === undefined ? Effect.void : limiter.wrongSecret(visit.client)
      )

    const ways = (visit: Visit, email: string) =>
      Effect.map(waysOf(visit, email), (found): Shown => {
        const items = found.map(({ label, organization, startURL }) => {
          const address = `${startURL}?next=${encodeURIComponent(visit.next())}`
          return `<p><a class="button" href="${escape(address)}">${escape(organization)}: ${escape(label)}</a></p>`
        })
        const none = `<p>No organization signs people in with addresses like ${escape(email)}.</p>`
        return {
          view: {
            title: "Sign in with your organization",
            narrow: true,
            main: `<div class="card">${items.length === 0 ? none : items.join("")}<p><a href="${site.at("/login")}">Sign in with your own credentials</a></p></div>`
          }
        }
      }).pipe(
        Effect.catchTag("Invalid", (failure) => Effect.succeed<Shown>({ view: search(visit, failure), status: 400 }))
      )

    const routes: ReadonlyArray<PlainRoute> = [
      route("GET", "/login/sso", "organizationSignInPage", (visit) => {
        const email = visit.query.get("email")
        return email === null ? Effect.succeed({ view: search(visit) }) : ways(visit, email)
      }),
      route("GET", "/openid/start", "beginOpenId", begin),
      route("GET", "/openid/callback", "completeOpenId", complete),
      route("GET", "/openid/:organization/:provider/start", "beginOrganizationOpenId", begin),
      route("GET", "/openid/:organization/:provider/callback", "completeOrganizationOpenId", complete),
      route(
        "POST",
        "/account/openid",
        "connectOpenId",
        signedIn(() =>
          Effect.map(asSystem(openId.begin("server", "connect", home)), ({ cookie, location }) => ({
            // A form must not lead to another origin; a link may.
            view: {
              title: "Connect your account",
              narrow: true,
              main: `<div class="card"><p>Sign in there as the person whom your account belongs to.</p><p><a class="button" href="${escape(location)}">Go to the identity provider</a></p></div>`
            },
            headers: attemptCookie(cookie)
          }))
        )
      )
    ]
    return routes
  })
