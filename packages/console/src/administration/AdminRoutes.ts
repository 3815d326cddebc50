/** The page of the server's administrators: managing people. */
import type { Account } from "@lectern/core/accounts/Account"
import type { AccountWithLink } from "@lectern/core/accounts/Accounts"
import type { LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import type { CreatedLink } from "@lectern/core/one-time-links/OneTimeLink"
import { Quotas, type QuotasValue } from "@lectern/core/quotas/Quotas"
import { UserId } from "@lectern/core/users/User"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import { eraseForm, requireTyped } from "../account/Erasing.js"
import { field, form, notice, type View } from "../html/Html.js"
import { confirmFirst, done, header, type OwnHandler, type OwnVisit, whenSignedIn } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { asCaller, makeRoute, type Shown } from "../visits/Visit.js"

const home = "/admin"

const states: Readonly<Record<Account["state"], string>> = {
  none: "cannot sign in",
  invited: "invited",
  active: "active",
  disabled: "disabled"
}

/** The description of a user's credentials. */
const means = ({ credentials: { passkeys, password, totp } }: Account): string =>
  [
    password ? "password" : "",
    totp ? "authenticator app" : "",
    passkeys === 0 ? "" : passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`
  ]
    .filter((each) => each !== "")
    .join(", ")

interface Extra {
  readonly problem?: LecternError
  readonly made?: AccountWithLink
}

/** A link on a page, for an administrator to pass on. */
const linkToHandOn = (name: string, { expiresAt, url }: CreatedLink): string =>
  `<div class="notice good" role="status"><p>This server sends no mail. Give this link to ${escape(name)}; it works once, until ${escape(expiresAt.slice(0, 16).replace("T", " "))} UTC:</p><p><code>${escape(url)}</code></p></div>`

/** Says who may make organizations, and which settings of the server decide that. */
const organizationMakers = ({ organizationCreators, organizationsPerUser }: QuotasValue): string => {
  const number = organizationsPerUser === undefined ? "any number" : `at most ${organizationsPerUser} each`
  const who =
    organizationCreators === "administrators"
      ? "Only administrators of the server may make organizations."
      : `Everybody may make organizations, ${number}.`
  return `<section aria-labelledby="organizations"><h2 id="organizations">Organizations</h2><p>${who}</p><small>The settings <code>organization-creators</code> and <code>user-organizations</code> of the server decide this.</small></section>`
}

/** The routes of the administration. */
export const adminRoutes = (site: Site) =>
  Effect.gen(function* () {
    const accounts = yield* tags.accounts
    const makers = organizationMakers(yield* Quotas)
    const signedIn = yield* whenSignedIn(home)
    const route = makeRoute(site)
    const own = (method: "GET" | "POST", path: string, operation: string, handler: OwnHandler): PlainRoute =>
      route(method, path, operation, signedIn(handler))

    const row = ({ caller, fresh, token }: OwnVisit, account: Account): string => {
      const { administrator, displayName, email = "known to one organization only", state, user } = account
      const button = (
        path: string,
        text: string,
        hidden: Record<string, string> = {},
        kind: "plain" | "bad" = "plain"
      ) => form(site, { token, action: path, hidden: { user, ...hidden }, button: text, kind, describes: displayName })
      const entry =
        account.email === undefined
          ? []
          : state === "disabled"
            ? [button("/admin/people", "Enable", { disabled: "false" })]
            : [
                button("/admin/people/reset", state === "none" ? "Invite" : "Reset sign-in"),
                button("/admin/people", "Disable", { disabled: "true" }, "bad")
              ]
      const erase = eraseForm(site, {
        token,
        action: "/admin/people/erase",
        hidden: { user },
        typed: displayName,
        what: "the name",
        describes: displayName
      })
      const actions = [
        ...(user === caller.user ? [] : entry),
        administrator
          ? button("/admin/people", "Remove as administrator", { administrator: "false" })
          : button("/admin/people", "Make administrator", { administrator: "true" })
      ]
      const facts = [states[state], administrator ? "administrator" : "", means(account)].filter((each) => each !== "")
      return `<li><h3>${escape(displayName)}</h3><small>${escape(email)} · ${facts.join(" · ")}</small>${fresh ? `<div class="actions">${actions.join("")}</div>${user === caller.user ? "" : erase}` : ""}</li>`
    }

    const inviteForm = (token: string): string =>
      `<section aria-labelledby="invite"><h2 id="invite">Invite somebody</h2>${form(site, {
        token,
        action: "/admin/invite",
        button: "Invite",
        inner: [
          field({ name: "displayName", label: "Name", autocomplete: "off", attributes: 'maxlength="100"' }),
          field({ name: "email", label: "E-mail address", type: "email", autocomplete: "off" }),
          '<label class="check"><input type="checkbox" name="administrator" value="true">Administrator of the server</label>'
        ].join("")
      })}</section>`

    const show = (visit: OwnVisit, { made, problem }: Extra = {}): Effect.Effect<View, LecternError> =>
      asCaller(visit.caller)(
        Effect.gen(function* () {
          const after = visit.query.get("page")
          const { count, items, next } = yield* accounts.list({ limit: 100, ...(after !== null && { page: after }) })
          const more =
            next === undefined
              ? ""
              : `<p><a href="${site.at(`${home}?page=${encodeURIComponent(next.page)}`)}">More people</a></p>`
          return {
            title: "People",
            header: header(site, visit.token, true),
            main: [
              done(visit),
              notice(problem?.message),
              made?.link === undefined ? "" : linkToHandOn(made.account.displayName, made.link),
              visit.fresh ? inviteForm(visit.token) : confirmFirst(site, home),
              `<section aria-labelledby="people"><h2 id="people">${count} ${count === 1 ? "person" : "people"}</h2>`,
              `<ul class="list">${items.map((account) => row(visit, account)).join("")}</ul>${more}</section>`,
              makers
            ].join("")
          }
        })
      )

    /** The page after a change: with an error, or with a link to pass on. */
    const after = (visit: OwnVisit, work: Effect.Effect<AccountWithLink | undefined, LecternError>) =>
      work.pipe(
        Effect.flatMap((made) =>
          made?.link === undefined
            ? Effect.succeed<Shown>({ to: `${home}?done=${made === undefined ? "changed" : "mailed"}` })
            : Effect.map(show(visit, { made }), (view): Shown => ({ view }))
        ),
        Effect.catchTags({
          Invalid: (problem) => Effect.map(show(visit, { problem }), (view): Shown => ({ view, status: 400 })),
          Conflict: (problem) => Effect.map(show(visit, { problem }), (view): Shown => ({ view, status: 409 }))
        })
      )

    const flag = (visit: OwnVisit, name: string) =>
      visit.fields.has(name) ? { [name]: visit.text(name) === "true" } : {}

    const routes: ReadonlyArray<PlainRoute> = [
      own("GET", home, "adminPage", (visit) => Effect.map(show(visit), (view) => ({ view }))),
      own("POST", "/admin/invite", "inviteAccount", (visit) =>
        after(
          visit,
          asCaller(visit.caller)(
            accounts.invite({
              displayName: visit.text("displayName"),
              email: visit.text("email"),
              administrator: visit.text("administrator") === "true"
            })
          )
        )
      ),
      own("POST", "/admin/people", "updateAccount", (visit) =>
        after(
          visit,
          Effect.as(
            asCaller(visit.caller)(
              accounts.update(UserId.make(visit.text("user")), {
                ...flag(visit, "disabled"),
                ...flag(visit, "administrator")
              })
            ),
            undefined
          )
        )
      ),
      own("POST", "/admin/people/erase", "eraseAccount", (visit) => {
        const user = UserId.make(visit.text("user"))
        return after(
          visit,
          asCaller(visit.caller)(
            Effect.gen(function* () {
              yield* requireTyped(visit, (yield* accounts.get(user)).displayName)
              yield* accounts.erase(user)
              return undefined
            })
          )
        )
      }),
      own("POST", "/admin/people/reset", "resetAccount", (visit) =>
        after(visit, asCaller(visit.caller)(accounts.reset(UserId.make(visit.text("user")))))
      )
    ]
    return routes
  })
