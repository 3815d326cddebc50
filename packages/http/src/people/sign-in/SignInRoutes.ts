/** All pages of signing in, as routes outside the API. */
import * as Effect from "effect/Effect"
import type { Limiter } from "../../foundation/dispatcher/RateLimit.js"
import type { PlainRoute } from "../../foundation/dispatcher/Route.js"
import { samlRoutes } from "../saml/SamlRoutes.js"
import { accountRoutes } from "./AccountRoutes.js"
import { adminRoutes } from "./AdminRoutes.js"
import { auditRoutes } from "./AuditRoutes.js"
import { style } from "./Html.js"
import { loginRoutes } from "./LoginRoutes.js"
import { logoutRoutes } from "./LogoutRoutes.js"
import { openIdRoutes } from "./OpenIdRoutes.js"
import { script } from "./Script.js"
import { siteOf } from "./Site.js"

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
