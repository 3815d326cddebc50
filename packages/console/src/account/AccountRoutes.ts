/** The page of a person's own account: credentials, sessions and tokens. */
import { PasskeyId } from "@lectern/core/accounts/Account"
import { ApiTokenId } from "@lectern/core/api-tokens/ApiToken"
import type { LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import { SessionId } from "@lectern/core/sessions/Session"
import { Users } from "@lectern/core/users/Users"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import { notice, type View } from "../html/Html.js"
import {
  confirmFirst,
  done,
  header,
  makeAdministers,
  type OwnHandler,
  type OwnVisit,
  whenSignedIn
} from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { asCaller, makeRoute, type Shown } from "../visits/Visit.js"
import { accountSections, section } from "./AccountSections.js"
import { goneView, ownEraseForm, requireTyped } from "./Erasing.js"
import { makeProviderSections } from "./ProviderSections.js"

const home = "/account"
const went = (what: string): Shown => ({ to: `${home}?done=${what}` })
/** The message of a server with a mandatory second factor, for a user who has one or not. */
const required = (hasOne: boolean) =>
  `This server requires a second factor: ${hasOne ? "confirm with yours." : "add a passkey or an authenticator app."}`
/** Additions to a page after a failure, or after a token was created. */
interface Extra {
  readonly problem?: LecternError
  readonly secret?: string
}

/** The routes of the account page. */
export const accountRoutes = (site: Site) =>
  Effect.gen(function* () {
    const credentials = yield* tags.credentials
    const sessions = yield* tags.sessions
    const tokens = yield* tags.apiTokens
    const users = yield* Users
    const accounts = yield* tags.accounts
    const administers = yield* makeAdministers
    const providers = yield* makeProviderSections(site)
    const signedIn = yield* whenSignedIn(home)
    const { passkeySection, passwordSection, sessionSection, tokenSection, totpSection, totpView } =
      accountSections(site)
    const route = makeRoute(site)
    const own = (method: "GET" | "POST", path: string, operation: string, handler: OwnHandler): PlainRoute =>
      route(method, path, operation, signedIn(handler))

    const show = (visit: OwnVisit, { problem, secret }: Extra = {}): Effect.Effect<View, LecternError> =>
      asCaller(visit.caller)(
        Effect.gen(function* () {
          const { displayName, email } = yield* users.current
          const { passkeys, password, totp } = yield* credentials.get()
          const found = yield* sessions.list()
          const { items } = yield* tokens.list(visit.caller.user, { limit: 1000 })
          const lacks = visit.caller.session.lacksSecondFactor
          const isAdministrator = yield* administers
          return {
            title: "Your account",
            passkeys: visit.fresh,
            header: header(site, visit.token, isAdministrator),
            main: [
              done(visit),
              notice(problem === undefined ? undefined : problem.message),
              notice(lacks ? required(totp || passkeys.length > 0) : undefined),
              `<p>${escape(displayName ?? "")} · ${escape(email ?? "")}</p>`,
              visit.fresh ? "" : confirmFirst(site, home),
              passwordSection(visit, password),
              totpSection(visit, totp),
              passkeySection(visit, passkeys),
              providers.connection(visit, isAdministrator),
              sessionSection(visit, found),
              lacks ? "" : tokenSection(visit, items, secret),
              visit.fresh && email !== undefined
                ? section("erase-title", "Erase the account", ownEraseForm(site, visit.token, email))
                : ""
            ].join("")
          }
        })
      )

    /** The page with an error. */
    const refusedOnPage =
      (visit: OwnVisit) =>
      (work: Effect.Effect<Shown, LecternError>): Effect.Effect<Shown, LecternError> =>
        Effect.catchTags(work, {
          Invalid: (problem) => Effect.map(show(visit, { problem }), (view): Shown => ({ view, status: 400 })),
          Conflict: (problem) => Effect.map(show(visit, { problem }), (view): Shown => ({ view, status: 409 }))
        })

    /** Makes a change to the account, and then shows on its page that it is done, or an error. */
    const change = (
      path: string,
      operation: string,
      what: string,
      run: (visit: OwnVisit) => ReturnType<typeof sessions.revokeOthers>
    ) =>
      own("POST", path, operation, (visit) =>
        Effect.as(asCaller(visit.caller)(run(visit)), went(what)).pipe(refusedOnPage(visit))
      )

    const routes: ReadonlyArray<PlainRoute> = [
      own("GET", home, "accountPage", (visit) =>
        Effect.map(
          visit.caller.session.source.kind === "account" ? show(visit) : providers.organizationView(visit),
          (view) => ({ view })
        )
      ),
      change("/account/password", "setPassword", "password", (visit) =>
        credentials.setPassword({ password: visit.text("password") })
      ),
      own("POST", "/account/totp", "proposeTotp", (visit) =>
        Effect.map(asCaller(visit.caller)(credentials.proposeTotp()), ({ secret, uri }) => ({
          view: totpView(visit, secret, uri)
        }))
      ),
      change("/account/totp/confirm", "confirmTotp", "totp", (visit) =>
        credentials.confirmTotp({ code: visit.text("code") })
      ),
      change("/account/totp/remove", "removeTotp", "totp-removed", () => credentials.removeTotp()),
      own("POST", "/account/passkeys/options", "newPasskeyOptions", (visit) =>
        Effect.map(asCaller(visit.caller)(credentials.passkeyOptions()), (json) => ({ json }))
      ),
      own("POST", "/account/passkeys", "addPasskey", (visit) =>
        Effect.as(
          asCaller(visit.caller)(credentials.addPasskey(visit.fields.get("response"), { label: visit.text("label") })),
          { json: { location: site.at(`${home}?done=passkey`) } }
        )
      ),
      change("/account/passkeys/remove", "removePasskey", "passkey-removed", (visit) =>
        credentials.removePasskey(PasskeyId.make(visit.text("id")))
      ),
      change("/account/sessions/revoke", "revokeSession", "session", (visit) =>
        sessions.revoke(SessionId.make(visit.text("id")))
      ),
      change("/account/sessions/revoke-others", "revokeOtherSessions", "sessions", () => sessions.revokeOthers()),
      own("POST", "/account/tokens", "createOwnToken", (visit) =>
        asCaller(visit.caller)(tokens.create(visit.caller.user, { label: visit.text("label") })).pipe(
          Effect.flatMap(({ token }) => show(visit, { secret: token })),
          Effect.map((view): Shown => ({ view })),
          Effect.catchTag("Invalid", (problem) =>
            Effect.map(show(visit, { problem }), (view): Shown => ({ view, status: 400 }))
          )
        )
      ),
      own("POST", "/account/erase", "eraseOwnAccount", (visit) =>
        asCaller(visit.caller)(
          Effect.gen(function* () {
            yield* requireTyped(visit, (yield* users.current).email ?? "")
            yield* accounts.erase(visit.caller.user)
            return goneView
          })
        ).pipe(refusedOnPage(visit))
      ),
      change("/account/tokens/revoke", "revokeOwnToken", "token", (visit) =>
        tokens.revoke(visit.caller.user, ApiTokenId.make(visit.text("id")))
      )
    ]
    return routes
  })
