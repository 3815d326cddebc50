/** Signing out, here and at the identity provider. */
import { tags } from "@lectern/core/internal/engine/Services"
import type { SamlSignIn } from "@lectern/core/saml/SamlSignIn"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import { noSession } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Effect from "effect/Effect"
import type { Site } from "../visits/Site.js"
import { asSystem, makeRoute, type Shown } from "../visits/Visit.js"

/** The route of signing out. */
export const logoutRoutes = (site: Site): Effect.Effect<ReadonlyArray<PlainRoute>, never, SamlSignIn> =>
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
