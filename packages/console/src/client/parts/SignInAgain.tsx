/** Asks somebody whose session has ended to sign in again, while everything stays as it is. */
import type { JSX } from "preact"
import { isSignedOut, signInAddress } from "../api/Session.js"
import { texts } from "../texts.js"
import { Dialog } from "./Dialog.js"

const open = (): void => {
  window.open(signInAddress(), "lectern-sign-in", "width=480,height=680")
}

/** The dialog, if it is needed. */
export const SignInAgain = (): JSX.Element | null =>
  isSignedOut.value ? (
    <Dialog label={texts.signedOut} class="small">
      <h2>{texts.signedOut}</h2>
      <p>{texts.signInAgain}</p>
      {signInAddress() !== "" && (
        <button type="button" class="primary" onClick={open}>
          {texts.signIn}
        </button>
      )}
    </Dialog>
  ) : null
