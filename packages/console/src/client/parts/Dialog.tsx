/** A dialog over the page, which the browser keeps the focus in. */
import type { ComponentChildren, JSX } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/** A modal dialog, shown while it is rendered. */
export const Dialog = (given: {
  readonly label: string
  readonly class?: string
  readonly close?: () => void
  readonly children: ComponentChildren
}): JSX.Element => {
  const element = useRef<HTMLDialogElement>(null)
  // Before the next key is pressed, which belongs to the dialog. Closing it gives the focus back to where it was.
  useLayoutEffect(() => {
    const shown = element.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={element}
      class={given.class}
      aria-label={given.label}
      onCancel={(event) => {
        event.preventDefault()
        given.close?.()
      }}
      onClick={(event) => {
        if (event.target === element.current) given.close?.()
      }}
    >
      {given.children}
    </dialog>
  )
}
