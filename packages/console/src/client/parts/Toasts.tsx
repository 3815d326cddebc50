/** Short messages about what was done, with a way back. */
import { signal } from "@preact/signals"
import type { JSX } from "preact"
import { texts } from "../texts.js"
import { CloseButton } from "./CloseButton.js"

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: () => Promise<unknown>
  readonly isProblem: boolean
}

const toasts = signal<ReadonlyArray<Toast>>([])
let last = 0
/** The last thing that can be taken back, also after its message has gone. */
let latest: Toast | undefined

/** How long a message stays, in milliseconds. A problem stays until it is closed. */
const stays = 8_000

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((each) => each.id !== id)
}

const show = (toast: Omit<Toast, "id">): void => {
  const id = ++last
  const shown = { ...toast, id }
  if (toast.undo !== undefined) latest = shown
  toasts.value = [...toasts.value.slice(-2), shown]
  if (!toast.isProblem) setTimeout(() => remove(id), stays)
}

/** Says that something was done; `undo` takes it back. */
export const say = (text: string, undo?: () => Promise<unknown>): void =>
  show({ text, isProblem: false, ...(undo !== undefined && { undo }) })

/** Says that something did not work. */
export const complain = (error: unknown): void =>
  show({ text: texts.failed(error instanceof Error ? error.message : String(error)), isProblem: true })

/** Puts a text on the clipboard, and says so. */
export const copy = (text: string, said: string): void => {
  navigator.clipboard.writeText(text).then(() => say(said), complain)
}

const takeBack = ({ id, undo }: Toast): void => {
  remove(id)
  if (latest?.id === id) latest = undefined
  undo?.().then(() => say(texts.undone), complain)
}

/** Takes back what was done last, if it can be and was not. */
export const undoLast = (): void => {
  if (latest !== undefined) takeBack(latest)
}

/** The messages. */
export const Toasts = (): JSX.Element => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map((toast) => {
      const { id, isProblem, text, undo } = toast
      return (
        <div key={id} class={isProblem ? "toast problem" : "toast"}>
          <span>{text}</span>
          {undo !== undefined && (
            <button type="button" onClick={() => takeBack(toast)}>
              {texts.undo}
            </button>
          )}
          <CloseButton close={() => remove(id)} />
        </div>
      )
    })}
  </div>
)
