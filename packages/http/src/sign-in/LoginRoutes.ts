/** The pages for people who are not signed in yet. */
import type { LecternError } from "@lectern/core/errors/Errors"
import type { LinkView } from "@lectern/core/one-time-links/OneTimeLink"
import { OpenIdSignIn } from "@lectern/core/openid/OpenIdSignIn"
import { Sessions } from "@lectern/core/sessions/Sessions"
import type { SignedIn } from "@lectern/core/sign-in/SignedIn"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Effect, Redacted } from "effect"
import type { Limiter } from "../dispatcher/RateLimit.js"
import type { PlainRoute } from "../dispatcher/Route.js"
import { escape } from "../reference/Html.js"
import { sessionCookie } from "./Cookies.js"
import { field, form, notice, passkeyBox, type View } from "./Html.js"
import type { Site } from "./Site.js"
import { asSystem, type Handler, makeRoute, type Shown, type Visit } from "./Visit.js"

/** Where people go after signing in, by default. */
const home = "/account"

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** The error of a field, if a failure is about it. */
const about = (failure: LecternError | undefined, name: string): string | undefined =>
  failure?._tag === "Invalid" && failure.field === name ? sentence(failure.message.slice(name.length + 2)) : undefined

/** Errors that are not about a field of a form. */
const besides = (failure: LecternError | undefined, ...names: ReadonlyArray<string>): string | undefined =>
  failure === undefined || names.some((name) => about(failure, name) !== undefined)
    ? undefined
    : sentence(failure.message)

/** Statuses of a form that is shown again. */
const statusOf = ({ _tag }: LecternError): number => (_tag === "RateLimited" ? 429 : _tag === "Unavailable" ? 503 : 400)

const withNext = (path: string, next: string): string =>
  next === home ? path : `${path}?next=${encodeURIComponent(next)}`

/** The routes of signing in and out, of a server. */
export const loginRoutes = (site: Site, mails: boolean, limiter?: Limiter) =>
  Effect.gen(function* () {
    const signIn = yield* SignIn
    const openId = yield* OpenIdSignIn
    const sessions = yield* Sessions
    const route = makeRoute(site)

    /** Continues with a session: to its second factor, or to the requested page. */
    const goOn = (visit: Visit, { endsAt, secret, waiting }: SignedIn): Shown => ({
      to: waiting ? withNext("/login/confirm", visit.next(home)) : visit.next(home),
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

    /** The identity providers to sign in with. */
    const elsewhere = (visit: Visit): string => {
      const next = visit.next(home)
      const own =
        openIdLabel === undefined
          ? ""
          : `<p><a class="button" href="${escape(site.at(withNext("/openid/start", next)))}">Continue with ${escape(openIdLabel)}</a></p>`
      return `${own}<p><a href="${escape(site.at(withNext("/login/sso", next)))}">Sign in with your organization</a></p>`
    }

    const loginView = (visit: Visit, failure?: LecternError): View => ({
      title: "Sign in",
      narrow: true,
      passkeys: true,
      main: `<div class="card">${notice(besides(failure))}${form(site, {
        token: visit.token,
        action: "/login",
        hidden: { next: visit.next(home) },
        button: "Sign in",
        inner: [
          field({
            name: "email",
            label: "E-mail address",
            type: "email",
            autocomplete: "username",
            value: visit.text("email")
          }),
          field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })
        ].join("")
      })}${passkeyBox(site, {
        passkey: "get",
        options: "/login/passkey/options",
        result: "/login/passkey",
        token: visit.token,
        next: visit.next(home),
        inner: '<p class="or">or</p><button type="button" class="plain">Sign in with a passkey</button>'
      })}${elsewhere(visit)}<p><a href="${site.at("/login/reset")}">Forgot your password?</a></p></div>`
    })

    const confirmView = (visit: Visit, failure?: LecternError) =>
      Effect.gen(function* () {
        if (visit.session === undefined) return loginView(visit)
        const means = yield* asSystem(signIn.means(visit.session))
        const next = visit.next(home)
        const code = form(site, {
          token: visit.token,
          action: "/login/confirm",
          hidden: { next },
          button: "Continue",
          inner: field({
            name: "code",
            label: "Code of your authenticator app",
            autocomplete: "one-time-code",
            error: about(failure, "code"),
            attributes: 'inputmode="numeric" maxlength="10"'
          })
        })
        const password = form(site, {
          token: visit.token,
          action: "/login/confirm",
          hidden: { next },
          button: "Continue",
          inner: field({
            name: "password",
            label: "Password",
            type: "password",
            autocomplete: "current-password",
            error: about(failure, "password")
          })
        })
        const passkey = passkeyBox(site, {
          passkey: "get",
          options: "/login/passkey/options",
          result: "/login/passkey",
          token: visit.token,
          next,
          inner: '<button type="button">Use a passkey</button>'
        })
        const provider =
          means.provider && openIdLabel !== undefined
            ? `<p><a class="button" href="${escape(site.at(`/openid/start?intent=confirm&next=${encodeURIComponent(next)}`))}">Confirm with ${escape(openIdLabel)}</a></p>`
            : ""
        const script = means.passkey && !means.totp ? "<noscript><p>Passkeys need JavaScript.</p></noscript>" : ""
        return {
          title: means.waiting ? "Second step" : "Confirm that it is you",
          narrow: true,
          passkeys: means.passkey,
          main: `<div class="card"><p>Signed in as <strong>${escape(means.email)}</strong>.</p>${notice(besides(failure, "code", "password"))}${means.totp ? code : ""}${means.password ? password : ""}${means.passkey ? passkey : ""}${provider}${script}</div>`
        } satisfies View
      })

    const resetView = (visit: Visit, failure?: LecternError): View => ({
      title: "Reset your password",
      narrow: true,
      main: mails
        ? `<div class="card"><p>We mail you a link to choose a new password.</p>${form(site, {
            token: visit.token,
            action: "/login/reset",
            button: "Send the link",
            inner: field({
              name: "email",
              label: "E-mail address",
              type: "email",
              autocomplete: "username",
              error: about(failure, "email")
            })
          })}</div>`
        : '<div class="card"><p>This server sends no mail. Ask an administrator of the server for a link to choose a new password.</p></div>'
    })

    const linkView = (visit: Visit, link: LinkView, failure?: LecternError): View => ({
      title: link.purpose === "invitation" ? `Welcome, ${link.displayName}` : "Choose a password",
      narrow: true,
      main: `<div class="card"><p>You sign in as <strong>${escape(link.email)}</strong>.</p>${notice(besides(failure, "password"))}${form(
        site,
        {
          token: visit.token,
          action: `/login/link/${visit.params.secret ?? ""}`,
          button: "Set the password",
          inner: [
            `<input type="hidden" name="username" autocomplete="username" value="${escape(link.email)}">`,
            field({
              name: "password",
              label: "New password",
              type: "password",
              autocomplete: "new-password",
              hint: "At least 12 characters.",
              error: about(failure, "password"),
              attributes: 'minlength="12" maxlength="256"'
            })
          ].join("")
        }
      )}</div>`
    })

    const gone: Shown = {
      status: 404,
      view: {
        title: "This link does not work",
        narrow: true,
        main: `<div class="card"><p>It was used already, or it has expired. Ask for another one.</p><p><a href="${site.at("/login")}">Sign in</a></p></div>`
      }
    }

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
      if (session === undefined) return Effect.succeed({ to: withNext("/login", visit.next(home)) })
      const proof = visit.fields.has("code")
        ? signIn.code(session, { code: visit.text("code") }, visit.client)
        : signIn.confirmPassword(session, { password: visit.text("password") }, visit.client)
      return again(
        Effect.map(asSystem(proof), (signedIn) => goOn(visit, signedIn)),
        (failure) => confirmView(visit, failure)
      )
    }

    /** If the session has ended meanwhile, signing in starts over. */
    const orLogin =
      (handler: Handler): Handler =>
      (visit) =>
        Effect.catchTag(handler(visit), "Unauthenticated", () =>
          Effect.succeed<Shown>({ to: withNext("/login", visit.next(home)) })
        )

    const routes: ReadonlyArray<PlainRoute> = [
      route("GET", "/login", "loginPage", (visit) =>
        Effect.map(isOpen(visit), (open): Shown => (open ? { to: visit.next(home) } : { view: loginView(visit) }))
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
            json: { location: site.at(visit.next(home)) },
            headers: sessionCookie(secret, endsAt)
          })
        )
      ),
      route(
        "GET",
        "/login/confirm",
        "confirmPage",
        orLogin((visit) => Effect.map(confirmView(visit), (view) => ({ view })))
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
