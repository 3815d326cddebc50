/** The identity providers on the account page. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Users } from "@lectern/core/users/Users"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import { form, type View } from "../html/Html.js"
import type { OwnVisit } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { asCaller, asSystem } from "../visits/Visit.js"

/** Makes the sections about identity providers on the account page. */
export const makeProviderSections = (site: Site) =>
  Effect.gen(function* () {
    const organizations = yield* Organizations
    const users = yield* Users
    const label = yield* Effect.orDie(asSystem((yield* tags.openIdSignIn).serverLabel()))

    /** The connection of an administrator's account to the provider of the server. */
    const connection = ({ fresh, token }: OwnVisit, administers: boolean): string => {
      if (label === undefined || !administers) return ""
      const connect = form(site, { token, action: "/account/openid", button: `Connect ${label}` })
      return `<section aria-labelledby="provider-title"><h2 id="provider-title">Identity provider</h2><p>The account of an administrator has to be connected before ${escape(label)} can sign in to it.</p>${fresh ? connect : ""}</section>`
    }

    /** The page for people who signed in with an organization's provider, which gives no access to their account. */
    const organizationView = ({ caller, token }: OwnVisit): Effect.Effect<View, LecternError> =>
      asCaller(caller)(
        Effect.gen(function* () {
          const { displayName, email } = yield* users.current
          const { items } = yield* organizations.list({})
          const title = items[0]?.title ?? "an organization"
          return {
            title: `Signed in to ${title}`,
            narrow: true,
            main: `<div class="card"><p>${escape(displayName)} · ${escape(email ?? "")}</p><p>The identity provider of ${escape(title)} has signed you in. That opens this organization, and nothing else on this server.</p>${form(site, { token, action: "/logout", button: "Sign out", kind: "plain" })}</div>`
          }
        })
      )

    return { connection, organizationView }
  })
