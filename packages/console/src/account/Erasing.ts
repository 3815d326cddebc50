/** The confirmation before a person is erased: the text to type is shown on the page. */
import { invalid, type LecternError } from "@lectern/core/errors/Errors"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import * as Effect from "effect/Effect"
import { type FormParts, field, form } from "../html/Html.js"
import type { Site } from "../visits/Site.js"
import type { Shown, Visit } from "../visits/Visit.js"

/** A form that erases a person. */
export interface EraseParts extends Pick<FormParts, "token" | "action" | "hidden" | "describes"> {
  /** The text that must be typed, and its description. */
  readonly typed: string
  readonly what: string
}

/** The form, which is closed until the user opens it. */
export const eraseForm = (site: Site, { typed, what, ...parts }: EraseParts): string =>
  `<details><summary>Erase ${escape(parts.describes ?? typed)}…</summary><p>Credentials, tokens, memberships, the name and the e-mail address are removed for good. What was written stays, as that of a deleted user.</p>${form(
    site,
    {
      ...parts,
      kind: "bad",
      button: "Erase",
      inner: field({
        name: "typed",
        id: `erase-${parts.hidden?.user ?? "own"}`,
        label: `Type ${what} to confirm: ${typed}`,
        autocomplete: "off"
      })
    }
  )}</details>`

/** Fails if another text was typed. */
export const requireTyped = (visit: Visit, expected: string): Effect.Effect<void, LecternError> =>
  visit.text("typed").trim() === expected.trim()
    ? Effect.void
    : Effect.fail(invalid("typed", "expected exactly what the form asks for; nothing was erased"))

/** The form with which people erase themselves. */
export const ownEraseForm = (site: Site, token: string, email: string): string =>
  eraseForm(site, {
    token,
    action: "/account/erase",
    typed: email,
    what: "your e-mail address",
    describes: "my account"
  })

/** The page that people see after erasing their own account. */
export const goneView: Shown = {
  view: {
    title: "Your account is erased",
    narrow: true,
    main: '<div class="card"><p>Your name no longer appears here. What you wrote stays, attributed to a deleted user.</p></div>'
  }
}
