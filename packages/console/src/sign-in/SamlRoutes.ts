/** The routes by which browsers go to the SAML providers of organizations and come back. */
import { tags } from "@lectern/core/internal/engine/Services"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import type { SamlLogoutMessage } from "@lectern/core/saml/SamlProtocol"
import { SamlProviderId } from "@lectern/core/saml/SamlProvider"
import { samlRefusalOf } from "@lectern/core/saml/SamlRefusals"
import type { SamlSignIn } from "@lectern/core/saml/SamlSignIn"
import type { Limiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { sessionCookie } from "@lectern/http/internal/people/sessions/SessionCookie"
import * as Effect from "effect/Effect"
import { samlCookie } from "../visits/Cookies.js"
import { nextOf, type Site } from "../visits/Site.js"
import { asSystem, makeRoute, type Shown, type Visit } from "../visits/Visit.js"
import { makeCountWrong } from "./WrongAnswers.js"

/** The maximum number of bytes that providers must send back. */
const longestRelayState = 80

const relayStateOf = (next: string): string => (next.length > longestRelayState ? "" : next)

/** A single-logout message in a form, or in a query. */
const messageOf = ({ fields, here, text }: Visit): SamlLogoutMessage => {
  if (fields.size === 0)
    return { binding: "redirect", query: here.includes("?") ? here.slice(here.indexOf("?") + 1) : "" }
  return {
    binding: "post",
    ...(fields.has("SAMLRequest") ? { request: text("SAMLRequest") } : { response: text("SAMLResponse") })
  }
}

/** The routes at the URLs that are registered with a provider. */
export const samlRoutes = (
  site: Site,
  limiter?: Limiter
): Effect.Effect<ReadonlyArray<PlainRoute>, never, SamlSignIn> =>
  Effect.map(tags.samlSignIn, (saml) => {
    const route = makeRoute(site)
    const counted = makeCountWrong(limiter, (failure) => samlRefusalOf(failure) !== undefined)
    const place = "/saml/:organizationId/:samlProviderId"
    const target = ({ params }: Visit) =>
      [OrganizationId.make(params.organizationId ?? ""), SamlProviderId.make(params.samlProviderId ?? "")] as const

    const logout = (visit: Visit) => {
      const relayState = visit.query.get("RelayState") ?? visit.text("RelayState")
      return Effect.map(
        counted(visit, asSystem(saml.logout(...target(visit), messageOf(visit), relayState))),
        ({ to }): Shown => (to === undefined ? { to: "/login" } : { away: to })
      )
    }

    return [
      route("GET", place, "samlMetadata", (visit) =>
        Effect.map(asSystem(saml.metadata(...target(visit))), (xml) => ({
          xml,
          contentType: "application/samlmetadata+xml"
        }))
      ),
      route("GET", `${place}/start`, "samlStart", (visit) =>
        Effect.map(asSystem(saml.start(...target(visit), relayStateOf(visit.next()))), ({ request, to }) => ({
          away: to,
          headers: samlCookie(request)
        }))
      ),
      route(
        "POST",
        `${place}/acs`,
        "samlResponse",
        (visit) =>
          Effect.map(
            counted(
              visit,
              asSystem(
                saml.finish(
                  ...target(visit),
                  { response: visit.text("SAMLResponse"), request: visit.samlRequest },
                  visit.client
                )
              )
            ),
            ({ endsAt, secret }) => ({
              to: nextOf(site, visit.text("RelayState"), site.home),
              headers: sessionCookie(secret, endsAt)
            })
          ),
        { fromElsewhere: true }
      ),
      route("GET", `${place}/logout`, "samlLogout", logout),
      route("POST", `${place}/logout`, "samlLogoutPost", logout, { fromElsewhere: true })
    ]
  })
