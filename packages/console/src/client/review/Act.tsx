/** A button that says why it is grey. */
import type { ComponentChildren, JSX } from "preact"
import { useId } from "preact/hooks"

/** The button; `refused` says why it cannot be used, to everybody: beside the pointer, and to screen readers. */
export const Act = (given: {
  readonly run: () => void
  readonly refused?: string | undefined
  readonly isPrimary?: boolean
  readonly label?: string
  readonly children: ComponentChildren
}): JSX.Element => {
  const { children, isPrimary = false, label, refused, run } = given
  const id = useId()
  return (
    <>
      <button
        type="button"
        class={isPrimary ? "primary" : undefined}
        aria-label={label}
        disabled={refused !== undefined}
        title={refused}
        aria-describedby={refused === undefined ? undefined : id}
        onClick={run}
      >
        {children}
      </button>
      {refused !== undefined && (
        <span id={id} class="unseen">
          {refused}
        </span>
      )}
    </>
  )
}
