/** The page of a person's own account: credentials, sessions and tokens. */
import { PasskeyId } from "@lectern/core/accounts/Account"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { type ApiToken, ApiTokenId } from "@lectern/core/api-tokens/ApiToken"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import type { LecternError } from "@lectern/core/errors/Errors"
import { type Session, SessionId } from "@lectern/core/sessions/Session"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { Users } from "@lectern/core/users/Users"
import { Effect } from "effect"
import { renderSVG } from "uqr"
import type { PlainRoute } from "../dispatcher/Route.js"
import { escape } from "../reference/Html.js"
import { goneView, ownEraseForm, requireTyped } from "./Erasing.js"
import { field, form, notice, passkeyBox, type View } from "./Html.js"
import { makeProviderSections } from "./ProviderSections.js"
import { confirmFirst, done, header, type OwnHandler, type OwnVisit, whenSignedIn } from "./SignedInRoutes.js"
import type { Site } from "./Site.js"
import { asCaller, makeRoute, type Shown } from "./Visit.js"

const home = "/account"
const went = (what: string): Shown => ({ to: `${home}?done=${what}` })
const day = (time: string): string => escape(time.slice(0, 10))
const minute = (time: string): string => escape(time.slice(0, 16).replace("T", " "))
const section = (id: string, title: string, inner: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${inner}</section>`
const list = (items: ReadonlyArray<string>): string =>
  items.length === 0 ? "" : `<ul class="list">${items.map((item) => `<li>${item}</li>`).join("")}</ul>`

/** What a page shows after a failure, or after a token was created. */
interface Extra {
  readonly problem?: LecternError
  readonly secret?: string
}

/** The routes of the account page. */
export const accountRoutes = (site: Site) =>
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const sessions = yield* Sessions
    const tokens = yield* ApiTokens
    const users = yield* Users
    const accounts = yield* Accounts
    const providers = yield* makeProviderSections(site)
    const signedIn = yield* whenSignedIn(home)
    const route = makeRoute(site)
    const own = (method: "GET" | "POST", path: string, operation: string, handler: OwnHandler): PlainRoute =>
      route(method, path, operation, signedIn(handler))

    const passwordSection = ({ fresh, token }: OwnVisit, isSet: boolean) =>
      section(
        "password-title",
        "Password",
        fresh
          ? form(site, {
              token,
              action: "/account/password",
              button: "Change the password",
              inner: field({
                name: "password",
                label: "New password",
                type: "password",
                autocomplete: "new-password",
                hint: "At least 12 characters. You are signed out everywhere else.",
                attributes: 'minlength="12" maxlength="256"'
              })
            })
          : `<p>${isSet ? "Set." : "Not set."}</p>`
      )

    const totpSection = ({ fresh, token }: OwnVisit, isOn: boolean) => {
      const change = isOn
        ? form(site, {
            token,
            action: "/account/totp/remove",
            button: "Turn off",
            kind: "bad",
            describes: "the authenticator app"
          })
        : form(site, { token, action: "/account/totp", button: "Set up an authenticator app" })
      const state = isOn ? "Codes are asked for after the password." : "Not set up."
      return section("totp-title", "Authenticator app", `<p>${state}</p>${fresh ? change : ""}`)
    }

    const passkeySection = (
      { fresh, token }: OwnVisit,
      passkeys: ReadonlyArray<{ id: PasskeyId; label: string; createdAt: string; lastUsedAt?: string }>
    ) => {
      const rows = passkeys.map(({ createdAt, id, label, lastUsedAt }) => {
        const used = lastUsedAt === undefined ? "" : `, last used ${day(lastUsedAt)}`
        const remove = form(site, {
          token,
          action: "/account/passkeys/remove",
          hidden: { id },
          button: "Remove",
          kind: "bad",
          describes: `the passkey ${label}`
        })
        return `<div class="row"><div><strong>${escape(label)}</strong><br><small>Added ${day(createdAt)}${used}</small></div>${fresh ? remove : ""}</div>`
      })
      const add = passkeyBox(site, {
        passkey: "create",
        options: "/account/passkeys/options",
        result: "/account/passkeys",
        token,
        inner: `<form>${field({ name: "label", label: "Name of the device", hint: "Such as “Laptop”.", attributes: 'maxlength="100"' })}<button>Add a passkey</button></form>`
      })
      const none =
        passkeys.length === 0 ? "<p>A passkey signs you in with the lock of your device, without a password.</p>" : ""
      return section("passkeys-title", "Passkeys", `${none}${list(rows)}${fresh ? add : ""}`)
    }

    const sessionSection = ({ token }: OwnVisit, all: ReadonlyArray<Session>) => {
      const rows = all.map(({ address, createdAt, current, device, id, lastUsedAt }) => {
        const end = form(site, {
          token,
          action: "/account/sessions/revoke",
          hidden: { id },
          button: "Sign out",
          kind: "plain",
          describes: device
        })
        const state = current ? "this device" : `last used ${minute(lastUsedAt)}`
        return `<div class="row"><div><strong>${escape(device)}</strong><br><small>${escape(address)}, since ${day(createdAt)}, ${state}</small></div>${current ? "" : end}</div>`
      })
      const others = form(site, {
        token,
        action: "/account/sessions/revoke-others",
        button: "Sign out everywhere else",
        kind: "plain"
      })
      return section("sessions-title", "Sessions", `${list(rows)}${all.length > 1 ? others : ""}`)
    }

    const tokenSection = ({ fresh, token }: OwnVisit, all: ReadonlyArray<ApiToken>, secret: string | undefined) => {
      const rows = all.map(({ createdAt, expiresAt, id, label }) => {
        const revoke = form(site, {
          token,
          action: "/account/tokens/revoke",
          hidden: { id },
          button: "Revoke",
          kind: "bad",
          describes: `the token ${label}`
        })
        const until = expiresAt === undefined ? "" : `, until ${day(expiresAt)}`
        return `<div class="row"><div><strong>${escape(label)}</strong><br><small>Made ${day(createdAt)}${until}</small></div>${revoke}</div>`
      })
      const shown =
        secret === undefined
          ? ""
          : `<div class="notice good" role="status"><p>Copy the token now: it is not shown again.</p><p><code>${escape(secret)}</code></p></div>`
      const add = form(site, {
        token,
        action: "/account/tokens",
        button: "Make a token",
        inner: field({
          name: "label",
          id: "token-label",
          label: "What the token is for",
          attributes: 'maxlength="100"'
        })
      })
      return section("tokens-title", "API tokens", `${shown}${list(rows)}${fresh ? add : ""}`)
    }

    const administers = (visit: OwnVisit) =>
      asCaller(visit.caller)(accounts.list({ limit: 0 })).pipe(
        Effect.as(true),
        Effect.catchTag("Forbidden", () => Effect.succeed(false))
      )

    const show = (visit: OwnVisit, { problem, secret }: Extra = {}): Effect.Effect<View, LecternError> =>
      asCaller(visit.caller)(
        Effect.gen(function* () {
          const { displayName, email } = yield* users.current
          const { passkeys, password, totp } = yield* credentials.get()
          const found = yield* sessions.list()
          const { items } = yield* tokens.list(visit.caller.user, { limit: 1000 })
          const lacks = visit.caller.session.lacksSecondFactor
          const isAdministrator = yield* administers(visit)
          return {
            title: "Your account",
            passkeys: visit.fresh,
            header: header(site, visit.token, isAdministrator),
            main: [
              done(visit),
              notice(problem === undefined ? undefined : problem.message),
              notice(
                lacks ? "This server asks for a second factor: add a passkey or an authenticator app." : undefined
              ),
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

    const totpView = (visit: OwnVisit, secret: string, uri: string): View => ({
      title: "Set up an authenticator app",
      narrow: true,
      header: header(site, visit.token, false),
      main: `<div class="card"><p>Scan this with the app, or type the key into it. Then enter the code that it shows.</p>${renderSVG(uri, { border: 2 }).replace("<svg", '<svg class="qr" role="img" aria-label="QR code of the key"')}<p><code>${escape(secret.replace(/(.{4})(?=.)/g, "$1 "))}</code></p>${form(
        site,
        {
          token: visit.token,
          action: "/account/totp/confirm",
          button: "Turn on",
          inner: field({
            name: "code",
            label: "Code",
            autocomplete: "one-time-code",
            attributes: 'inputmode="numeric" maxlength="10"'
          })
        }
      )}</div>`
    })

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
