/** The pages for people who are not signed in yet, as HTML. */
import type { LecternError } from "@lectern/core/errors/Errors"
import type { LinkView } from "@lectern/core/one-time-links/OneTimeLink"
import type { Means } from "@lectern/core/sign-in/SignIn"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import { field, form, notice, passkeyBox, type View } from "../html/Html.js"
import type { Site } from "../visits/Site.js"
import type { Shown, Visit } from "../visits/Visit.js"

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** The error of a field, if a failure is about it. */
const about = (failure: LecternError | undefined, name: string): string | undefined =>
  failure?._tag === "Invalid" && failure.field === name ? sentence(failure.message.slice(name.length + 2)) : undefined

/** Errors that are not about a field of a form. */
const besides = (failure: LecternError | undefined, ...names: ReadonlyArray<string>): string | undefined =>
  failure === undefined || names.some((name) => about(failure, name) !== undefined)
    ? undefined
    : sentence(failure.message)

/** The address of a page that leads on to another one, unless that one is the default. */
export const withNext = ({ home }: Site, path: string, next: string): string =>
  next === home ? path : `${path}?next=${encodeURIComponent(next)}`

/** Settings of the server that the pages depend on. */
export interface LoginOptions {
  /** Whether this server can send links. */
  readonly mails: boolean
  /** The name of the server's own identity provider, if there is one. */
  readonly openIdLabel: string | undefined
}

/** Creates the pages at a site. */
export const loginViews = (site: Site, { mails, openIdLabel }: LoginOptions) => {
  /** The identity providers to sign in with. */
  const elsewhere = (visit: Visit): string => {
    const next = visit.next()
    const own =
      openIdLabel === undefined
        ? ""
        : `<p><a class="button" href="${escape(site.at(withNext(site, "/openid/start", next)))}">Continue with ${escape(openIdLabel)}</a></p>`
    return `${own}<p><a href="${escape(site.at(withNext(site, "/login/sso", next)))}">Sign in with your organization</a></p>`
  }

  const loginView = (visit: Visit, failure?: LecternError): View => ({
    title: "Sign in",
    narrow: true,
    passkeys: true,
    main: `<div class="card">${notice(besides(failure))}${form(site, {
      token: visit.token,
      action: "/login",
      hidden: { next: visit.next() },
      button: "Sign in",
      inner: [
        field({
          name: "email",
          label: "E-mail address",
          type: "email",
          autocomplete: "username",
          value: visit.text("email")
        }),
        field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })
      ].join("")
    })}${passkeyBox(site, {
      passkey: "get",
      options: "/login/passkey/options",
      result: "/login/passkey",
      token: visit.token,
      next: visit.next(),
      inner: '<p class="or">or</p><button type="button" class="plain">Sign in with a passkey</button>'
    })}${elsewhere(visit)}<p><a href="${site.at("/login/reset")}">Forgot your password?</a></p></div>`
  })

  const confirmView = (visit: Visit, means: Means, failure?: LecternError): View => {
    const next = visit.next()
    const code = form(site, {
      token: visit.token,
      action: "/login/confirm",
      hidden: { next },
      button: "Continue",
      inner: field({
        name: "code",
        label: "Code of your authenticator app",
        autocomplete: "one-time-code",
        error: about(failure, "code"),
        attributes: 'inputmode="numeric" maxlength="10"'
      })
    })
    const password = form(site, {
      token: visit.token,
      action: "/login/confirm",
      hidden: { next },
      button: "Continue",
      inner: field({
        name: "password",
        label: "Password",
        type: "password",
        autocomplete: "current-password",
        error: about(failure, "password")
      })
    })
    const passkey = passkeyBox(site, {
      passkey: "get",
      options: "/login/passkey/options",
      result: "/login/passkey",
      token: visit.token,
      next,
      inner: '<button type="button">Use a passkey</button>'
    })
    const provider =
      means.provider && openIdLabel !== undefined
        ? `<p><a class="button" href="${escape(site.at(`/openid/start?intent=confirm&next=${encodeURIComponent(next)}`))}">Confirm with ${escape(openIdLabel)}</a></p>`
        : ""
    const script = means.passkey && !means.totp ? "<noscript><p>Passkeys need JavaScript.</p></noscript>" : ""
    return {
      title: means.waiting ? "Second step" : "Confirm that it is you",
      narrow: true,
      passkeys: means.passkey,
      main: `<div class="card"><p>Signed in as <strong>${escape(means.email)}</strong>.</p>${notice(besides(failure, "code", "password"))}${means.totp ? code : ""}${means.password ? password : ""}${means.passkey ? passkey : ""}${provider}${script}</div>`
    }
  }

  const resetView = (visit: Visit, failure?: LecternError): View => ({
    title: "Reset your password",
    narrow: true,
    main: mails
      ? `<div class="card"><p>We mail you a link to choose a new password.</p>${form(site, {
          token: visit.token,
          action: "/login/reset",
          button: "Send the link",
          inner: field({
            name: "email",
            label: "E-mail address",
            type: "email",
            autocomplete: "username",
            error: about(failure, "email")
          })
        })}</div>`
      : '<div class="card"><p>This server sends no mail. Ask an administrator of the server for a link to choose a new password.</p></div>'
  })

  const linkView = (visit: Visit, link: LinkView, failure?: LecternError): View => ({
    title: link.purpose === "invitation" ? `Welcome, ${link.displayName}` : "Choose a password",
    narrow: true,
    main: `<div class="card"><p>You sign in as <strong>${escape(link.email)}</strong>.</p>${notice(besides(failure, "password"))}${form(
      site,
      {
        token: visit.token,
        action: `/login/link/${visit.params.secret ?? ""}`,
        button: "Set the password",
        inner: [
          `<input type="hidden" name="username" autocomplete="username" value="${escape(link.email)}">`,
          field({
            name: "password",
            label: "New password",
            type: "password",
            autocomplete: "new-password",
            hint: "At least 12 characters.",
            error: about(failure, "password"),
            attributes: 'minlength="12" maxlength="256"'
          })
        ].join("")
      }
    )}</div>`
  })

  const gone: Shown = {
    status: 404,
    view: {
      title: "This link does not work",
      narrow: true,
      main: `<div class="card"><p>It was used already, or it has expired. Ask for another one.</p><p><a href="${site.at("/login")}">Sign in</a></p></div>`
    }
  }

  return { confirmView, gone, linkView, loginView, resetView }
}
