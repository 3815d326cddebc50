/** Asks somebody whose session has ended to sign in again, while everything stays as it is. */
import type { JSX } from "preact"
import { at, isSignedOut } from "../api/Session.js"
import { texts } from "../texts.js"
import { Dialog } from "./Dialog.js"

const open = (): void => {
  window.open(at(`/login?next=${encodeURIComponent("/app/signed-in")}`), "lectern-sign-in", "width=480,height=680")
}

/** The dialog, if it is needed. */
export const SignInAgain = (): JSX.Element | null =>
  isSignedOut.value ? (
    <Dialog label={texts.signedOut} class="small">
      <h2>{texts.signedOut}</h2>
      <p>{texts.signInAgain}</p>
      <button type="button" class="primary" onClick={open}>
        {texts.signIn}
      </button>
    </Dialog>
  ) : null
