/** Gives the pages of a session the token with which they call the API. */

import { Unauthenticated } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { makeAdministers } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { asCaller, makeRoute, type Shown } from "../visits/Visit.js"

const signedOut = new Unauthenticated({ message: "nobody is signed in in this browser" })

/** The route that exchanges the session's cookie for its token. Pages of other origins cannot ask for it. */
export const sessionRoutes = (site: Site) =>
  Effect.gen(function* () {
    const sessions = yield* tags.sessions
    const users = yield* tags.users
    const administers = yield* makeAdministers
    const route = makeRoute(site)
    return [
      route("POST", "/app/session", "openAppSession", ({ session }) =>
        Effect.gen(function* () {
          if (session === undefined) return yield* signedOut
          const token = yield* sessions.token(session)
          const own = asCaller(yield* sessions.authenticate(session))
          const { displayName, email, id } = yield* own(users.current)
          const isAdministrator = yield* own(administers)
          const user = { id, displayName, ...(email && { email }), ...(isAdministrator && { administers: true }) }
          const json = { token: Redacted.value(token), user }
          return { json } satisfies Shown
        })
      )
    ] satisfies ReadonlyArray<PlainRoute>
  })
