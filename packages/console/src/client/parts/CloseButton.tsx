/** The button that closes what it is in. */
import type { JSX } from "preact"
import { texts } from "../texts.js"

/** The button; `close` closes. */
export const CloseButton = ({ close }: { close: () => void }): JSX.Element => (
  <button type="button" class="quiet" aria-label={texts.close} onClick={close}>
    ×
  </button>
)
