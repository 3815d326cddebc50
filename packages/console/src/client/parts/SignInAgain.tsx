/** Asks somebody whose session has ended to sign in again, while everything stays as it is. */
import type { JSX } from "preact"
import { isSignedOut, signInAddress } from "../api/Session.js"
import { texts } from "../texts.js"

const open = (): void => {
  window.open(signInAddress(), "lectern-sign-in", "width=480,height=680")
}

/** The dialog, if it is needed. It is beside the page and does not take the focus: who is typing goes on. */
export const SignInAgain = (): JSX.Element | null =>
  isSignedOut.value ? (
    <dialog open class="small beside" aria-label={texts.signedOut}>
      <div role="alert">
        <h2>{texts.signedOut}</h2>
        <p>{texts.signInAgain}</p>
      </div>
      {signInAddress() !== "" && (
        <button type="button" class="primary" onClick={open}>
          {texts.signIn}
        </button>
      )}
    </dialog>
  ) : null
