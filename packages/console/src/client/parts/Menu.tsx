/** A menu over the page, which gives the focus back at its end. */
import type { JSX } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/** An entry of a menu. */
export interface Command {
  readonly name: string
  readonly keys?: string
  readonly run: () => void
  readonly isBad?: boolean
  readonly isOff?: boolean
}

/** The menu, at a point of the window. */
export const Menu = (given: {
  readonly x: number
  readonly y: number
  readonly commands: ReadonlyArray<Command>
  /** Why the commands that are off are off. */
  readonly refusal: string | undefined
  readonly close: () => void
}): JSX.Element => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    // Escape closes it where every command is off, too.
    const first = element.current?.querySelector<HTMLElement>("button:not([disabled])") ?? element.current
    first?.focus()
    return () => (before instanceof HTMLElement ? before.focus() : undefined)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(element.current?.querySelectorAll<HTMLElement>("button:not([disabled])") ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) items.at((at + step) % items.length)?.focus()
    else if (event.key === "Escape" || event.key === "Tab") given.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const y = Math.min(given.y, innerHeight - given.commands.length * 36 - 16)
  return (
    <>
      <div class="menu-back" onClick={given.close} role="presentation" />
      <div
        ref={element}
        class="menu"
        role="menu"
        tabIndex={-1}
        style={{ left: `${Math.max(8, given.x - 240)}px`, top: `${y}px` }}
        onKeyDown={onKeyDown}
      >
        {given.commands.map(({ isBad, isOff, keys, name, run }) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            class={isBad === true ? "bad" : ""}
            disabled={isOff}
            title={isOff === true ? given.refusal : undefined}
            onClick={() => {
              given.close()
              run()
            }}
          >
            <span>{name}</span>
            {keys !== undefined && <kbd>{keys}</kbd>}
          </button>
        ))}
      </div>
    </>
  )
}
