/** Which cookies of a request count, of forms and of attempts to sign in with a provider. */
import { attemptOf, formTokenOf, samlRequestOf } from "@lectern/console/visits/Cookies"
import { Redacted } from "effect"
import { describeCookies } from "../../../http/test/support/plantedCookies.js"

describeCookies([
  { name: "__Host-lectern-form", values: ["a".repeat(32), "b".repeat(32)], read: formTokenOf },
  { name: "__Host-lectern-saml", values: ["_own", "_planted"], read: samlRequestOf },
  {
    name: "__Host-lectern-openid",
    values: ["own", "planted"],
    read: (request) => {
      const attempt = attemptOf(request)
      return attempt && Redacted.value(attempt)
    }
  }
])
