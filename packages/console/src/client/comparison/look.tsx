/** How changes are shown, and the buttons that choose it. */
import { signal } from "@preact/signals"
import type { JSX } from "preact"
import type { Look } from "./Comparison.js"
import { texts } from "./texts.js"

const kept = (name: string): boolean => localStorage.getItem(`lectern:review:${name}`) === "true"

/** How changes are shown. The choice is kept in this browser. */
export const look = signal<Look>({ isSource: kept("source"), isBeside: kept("beside") })

const setLook = (next: Look): void => {
  look.value = next
  localStorage.setItem("lectern:review:source", String(next.isSource))
  localStorage.setItem("lectern:review:beside", String(next.isBeside))
}

/** The buttons that choose how changes are shown. */
export const LookButtons = (): JSX.Element => {
  const { isBeside, isSource } = look.value
  const choice = (label: string, isChosen: boolean, next: Look) => (
    <button type="button" aria-pressed={isChosen} onClick={() => setLook(next)}>
      {label}
    </button>
  )
  return (
    <>
      <fieldset class="choices" aria-label={texts.view}>
        {choice(texts.rendered, !isSource, { isSource: false, isBeside })}
        {choice(texts.source, isSource, { isSource: true, isBeside })}
      </fieldset>
      <fieldset class="choices wide-only" aria-label={texts.layout}>
        {choice(texts.oneColumn, !isBeside, { isSource, isBeside: false })}
        {choice(texts.sideBySide, isBeside, { isSource, isBeside: true })}
      </fieldset>
    </>
  )
}
