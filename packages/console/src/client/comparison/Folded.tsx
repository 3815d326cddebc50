/** Shows a part of a sequence, or buttons in its place that show all or a little of it. */
import { useSignal } from "@preact/signals"
import type { ComponentChildren, JSX } from "preact"
import type { Fold } from "./folds.js"
import { texts } from "./texts.js"

/** A part of a sequence: shown, or buttons that show it, and `step` of it at either end. */
export const Folded = (given: {
  readonly fold: Fold
  /** How long the whole sequence is. */
  readonly length: number
  readonly step: number
  readonly label: (hidden: number) => string
  readonly frame: (buttons: JSX.Element) => JSX.Element
  readonly show: (from: number, to: number) => ComponentChildren
}): JSX.Element => {
  const { fold, frame, label, length, show, step } = given
  const { from, isFolded, to } = fold
  // How much of it is shown at its beginning, and at its end.
  const first = useSignal(0)
  const last = useSignal(0)
  const [start, end] = [from + first.value, to - last.value]
  if (!isFolded || start >= end) return <>{show(from, to)}</>
  const button = (name: string, run: () => void) => (
    <button type="button" class="unfold" onClick={run}>
      {name}
    </button>
  )
  const isLong = end - start > step
  return (
    <>
      {start > from && show(from, start)}
      {frame(
        <>
          {isLong &&
            from > 0 &&
            button(`↓ ${texts.moreBelow(step)}`, () => {
              first.value += step
            })}
          {button(`${label(end - start)} · ${texts.show}`, () => {
            first.value = to - from
          })}
          {isLong &&
            to < length &&
            button(`↑ ${texts.moreAbove(step)}`, () => {
              last.value += step
            })}
        </>
      )}
      {end < to && show(end, to)}
    </>
  )
}
