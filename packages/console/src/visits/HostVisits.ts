/** Visits of people whom an embedding host signs in. */
import { hostSignInAt } from "@lectern/http/internal/foundation/dispatcher/HostSignIn"
import * as Effect from "effect/Effect"
import type { OwnHandler } from "./SignedIn.js"
import type { HostOfSite, Site } from "./Site.js"
import type { Handler, Shown } from "./Visit.js"

/** The page for people who are not signed in, where nobody says where they could. */
const signedOut: Shown = {
  status: 401,
  view: {
    title: "You are not signed in",
    narrow: true,
    main: '<div class="card"><p>Sign in to the application that this is a part of, then load this page again.</p></div>'
  }
}

const secondFactorFirst: Shown = {
  status: 403,
  view: {
    title: "A second factor is required",
    narrow: true,
    main: '<div class="card"><p>This workspace needs a second factor. Sign in with one to the application that it is a part of, then load this page again.</p></div>'
  }
}

/** Sends people to the host to sign in, and from there to a path of this site. */
export const toHost = ({ at, base, origin }: Site, { signInUrl }: HostOfSite, path: string): Shown =>
  signInUrl === undefined ? signedOut : { away: hostSignInAt(signInUrl, base, at(path).slice(origin.length)) }

/** Admits people whom the host has signed in; others are sent to it. */
export const whenHostSignedIn =
  (site: Site, host: HostOfSite) =>
  (handler: OwnHandler): Handler =>
  (visit) =>
    Effect.flatMap(host.signIn(visit.request), (found) => {
      if (found?.actor.kind !== "user" || found.actor.session === undefined) {
        return Effect.succeed(toHost(site, host, visit.here))
      }
      const { session, ...caller } = found.actor
      if (session.lacksSecondFactor) return Effect.succeed(secondFactorFirst)
      return handler({ ...visit, caller: { ...caller, session }, fresh: false })
    })
