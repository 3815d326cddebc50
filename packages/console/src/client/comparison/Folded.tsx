/** Shows a part of a sequence, or a button in its place. */
import { useSignal } from "@preact/signals"
import type { ComponentChildren, JSX } from "preact"
import type { Fold } from "./folds.js"
import { texts } from "./texts.js"

/** A part of a sequence: shown, or a button that shows it. */
export const Folded = (given: {
  readonly fold: Fold
  readonly label: string
  readonly frame: (button: JSX.Element) => JSX.Element
  readonly show: () => ComponentChildren
}): JSX.Element => {
  const isOpen = useSignal(false)
  if (!given.fold.isFolded || isOpen.value) return <>{given.show()}</>
  return given.frame(
    <button
      type="button"
      class="unfold"
      onClick={() => {
        isOpen.value = true
      }}
    >
      {given.label} · {texts.show}
    </button>
  )
}
