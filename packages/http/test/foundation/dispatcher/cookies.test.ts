/** Which cookies of a request count, of the session and of visitors. */
import { visitorCredentials } from "@lectern/http/foundation/dispatcher/VisitorCredentials"
import { sessionOf } from "@lectern/http/people/sessions/SessionCookie"
import { Redacted } from "effect"
import { describeCookies } from "../../support/plantedCookies.js"

describeCookies([
  {
    name: "__Host-lectern-session",
    values: [`lcs_${"a".repeat(43)}`, `lcs_${"b".repeat(43)}`],
    read: (request) => {
      const session = sessionOf(request)
      return session && Redacted.value(session)
    }
  },
  { name: "visitor_token", values: ["own", "planted"], read: (request) => visitorCredentials(request, "")?.token }
])
