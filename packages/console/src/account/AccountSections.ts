/** The sections of the account page, as HTML. */
import type { PasskeyId } from "@lectern/core/accounts/Account"
import type { ApiToken } from "@lectern/core/api-tokens/ApiToken"
import type { Session } from "@lectern/core/sessions/Session"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import { renderSVG } from "uqr"
import { field, form, passkeyBox, type View } from "../html/Html.js"
import { header, type OwnVisit } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"

const day = (time: string): string => escape(time.slice(0, 10))
const minute = (time: string): string => escape(time.slice(0, 16).replace("T", " "))

/** A titled section of a page. */
export const section = (id: string, title: string, inner: string): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${inner}</section>`
const list = (items: ReadonlyArray<string>): string =>
  items.length === 0 ? "" : `<ul class="list">${items.map((item) => `<li>${item}</li>`).join("")}</ul>`

/** Creates the sections of the account page at a site. */
export const accountSections = (site: Site) => {
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

  return { passwordSection, passkeySection, sessionSection, tokenSection, totpSection, totpView }
}
