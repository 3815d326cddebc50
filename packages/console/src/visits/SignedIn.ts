/** The common parts of the pages for people who are signed in: the header, and the redirect for people who are not. */
import type { ActorValue, SessionProof } from "@lectern/core/access/Actor"
import type { LecternError } from "@lectern/core/errors/Errors"
import { tags } from "@lectern/core/internal/engine/Services"
import { staleProof } from "@lectern/core/internal/people/sessions/SignedIn"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { form, notice } from "../html/Html.js"
import type { Site } from "./Site.js"
import type { Handler, Shown, Visit } from "./Visit.js"

/** A person who signed in with their account. */
export type Caller = Extract<ActorValue, { readonly kind: "user" }> & { readonly session: SessionProof }

/** A request of a person who signed in. */
export interface OwnVisit extends Visit {
  readonly caller: Caller
  /** Whether they have a fresh proof of identity. */
  readonly fresh: boolean
}

/** A handler of requests from people who signed in. */
export type OwnHandler = (visit: OwnVisit) => Effect.Effect<Shown, LecternError>

/** The header of the pages, with their navigation. */
export const header = (site: Site, token: string, administers: boolean): string =>
  [
    `<header><span class="brand"><img src="${site.at("/favicon.svg")}" alt="" width="28" height="28">Lectern</span>`,
    site.home === "/account" ? "" : `<a href="${site.at(site.home)}">Console</a>`,
    `<a href="${site.at("/account")}">Account</a>`,
    `<a href="${site.at("/admin/organizations")}">Organizations</a>`,
    administers ? `<a href="${site.at("/admin")}">People</a><a href="${site.at("/admin/audit")}">Audit trail</a>` : "",
    form(site, { token, action: "/logout", button: "Sign out", kind: "plain" }),
    "</header>"
  ].join("")

/** Whether the caller administers the server. */
export const makeAdministers = Effect.map(tags.accounts, (accounts) =>
  accounts.list({ limit: 0 }).pipe(
    Effect.as(true),
    Effect.catchTag("Forbidden", () => Effect.succeed(false))
  )
)

/** Asks for a proof of identity before anything can be changed. */
export const confirmFirst = (site: Site, next: string): string =>
  `<div class="card"><div class="row"><span>To change anything here, confirm that it is you.</span><a href="${site.at(`/login/confirm?next=${encodeURIComponent(next)}`)}">Confirm</a></div></div>`

const messages: Readonly<Record<string, string>> = {
  password: "The password is set. You are signed out everywhere else.",
  totp: "Codes of your authenticator app are asked for from now on.",
  "totp-removed": "Codes are no longer asked for.",
  passkey: "The passkey is added.",
  "passkey-removed": "The passkey is removed.",
  session: "The session has ended.",
  sessions: "You are signed out everywhere else.",
  token: "The token is revoked.",
  changed: "The change is saved.",
  mailed: "A link was mailed."
}

/** The message after a redirect. */
export const done = ({ query }: Visit): string => notice(messages[query.get("done") ?? ""], "good")

/**
 * Admits people who have signed in; others are sent to sign in first. `home` is the page of the routes, to which people
 * return after that, or after a fresh proof; without one, they return to where they were.
 */
export const whenSignedIn = (home?: string) =>
  Effect.map(
    tags.sessions,
    (sessions) =>
      (handler: OwnHandler): Handler =>
      (visit) => {
        const next = encodeURIComponent(home ?? visit.here)
        const login: Shown = { to: `/login?next=${next}` }
        if (visit.session === undefined) return Effect.succeed(login)
        return sessions.authenticate(visit.session).pipe(
          Effect.flatMap((caller) =>
            Effect.flatMap(Clock.currentTimeMillis, (time) =>
              caller.kind === "user" && caller.session !== undefined
                ? handler({
                    ...visit,
                    caller: { ...caller, session: caller.session },
                    fresh: time <= caller.session.freshUntil
                  })
                : Effect.succeed(login)
            )
          ),
          Effect.catchTags({
            Unauthenticated: () => Effect.succeed(login),
            Forbidden: (failure) =>
              failure.message === staleProof
                ? Effect.succeed<Shown>({ to: `/login/confirm?next=${next}` })
                : Effect.fail(failure)
          })
        )
      }
  )
