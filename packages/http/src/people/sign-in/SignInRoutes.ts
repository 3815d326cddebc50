/** All pages of signing in, as routes outside the API. */

import { tags } from "@lectern/core/internal/engine/Services"
import type { SamlSignIn } from "@lectern/core/saml/SamlSignIn"
import * as Effect from "effect/Effect"
import type { Limiter } from "../../foundation/dispatcher/RateLimit.js"
import type { PlainRoute } from "../../foundation/dispatcher/Route.js"
import { escape } from "../../foundation/html/Html.js"
import { samlRoutes } from "../saml/SamlRoutes.js"
import { accountRoutes } from "./AccountRoutes.js"
import { adminRoutes } from "./AdminRoutes.js"
import { auditRoutes } from "./AuditRoutes.js"
import { noSession } from "./Cookies.js"
import { style } from "./Html.js"
import { loginRoutes } from "./LoginRoutes.js"
import { openIdRoutes } from "./OpenIdRoutes.js"
import { script } from "./Script.js"
import { type Site, siteOf } from "./Site.js"
import { asSystem, makeRoute, type Shown } from "./Visit.js"

/** The route of signing out. */
const logoutRoutes = (site: Site): Effect.Effect<ReadonlyArray<PlainRoute>, never, SamlSignIn> =>
  Effect.map(tags.samlSignIn, ({ signOut }) => {
    const signedOut = (provider: { readonly label: string; readonly to: string }): Shown => ({
      view: {
        title: "You are signed out",
        narrow: true,
        main: `<div class="card"><p>You are still signed in at ${escape(provider.label)}.</p><p><a href="${escape(provider.to)}">Sign out of ${escape(provider.label)} too</a></p><p><a href="${site.at("/login")}">Sign in again</a></p></div>`
      },
      headers: noSession
    })
    return [
      makeRoute(site)("POST", "/logout", "logout", ({ session }) =>
        Effect.map(
          session === undefined ? Effect.succeed(undefined) : asSystem(signOut(session)),
          (provider): Shown => (provider === undefined ? { to: "/login", headers: noSession } : signedOut(provider))
        )
      )
    ]
  })

const asset = (path: string, contentType: string, body: string): PlainRoute => ({
  kind: "plain",
  method: "GET",
  path,
  operation: "signInAsset",
  answer: () =>
    Effect.succeed({
      status: 200,
      headers: { "cache-control": "no-cache", "cross-origin-resource-policy": "same-origin" },
      contentType,
      body,
      compressible: true
    })
})

/** The pages of a server with this public URL, which may or may not be able to send mail. */
export const routes = (base: string, mails: boolean, limiter?: Limiter) =>
  Effect.gen(function* () {
    const site = siteOf(base)
    return [
      ...(yield* loginRoutes(site, mails, limiter)),
      ...(yield* logoutRoutes(site)),
      ...(yield* samlRoutes(site, limiter)),
      ...(yield* openIdRoutes(site, limiter)),
      ...(yield* accountRoutes(site)),
      ...(yield* adminRoutes(site)),
      ...(yield* auditRoutes(site)),
      asset("/login/assets/style.css", "text/css; charset=utf-8", style),
      asset("/login/assets/passkeys.js", "text/javascript; charset=utf-8", script)
    ]
  })
