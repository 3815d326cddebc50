/** What somebody types where a page cannot be edited, until the change request is open in which they go on. */

/** A text that was typed, and where in the page. */
export interface TypedAhead {
  readonly page: string
  readonly at: number
  text: string
}

let typed: TypedAhead | undefined

/** Whether a key writes something into a text. */
export const writes = ({ altKey, ctrlKey, key, metaKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey

const keep = (event: KeyboardEvent): void => {
  if (typed === undefined || (event.target as Element).matches("input, textarea")) return
  if (writes(event)) typed.text += event.key
  else if (event.key === "Enter") typed.text += "\n"
  else if (event.key === "Backspace") typed.text = [...typed.text].slice(0, -1).join("")
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps what is typed from this key on, until it is taken. */
export const keepTyped = (page: string, at: number, key: string): void => {
  typed = { page, at, text: key }
  addEventListener("keydown", keep, true)
}

/** Ends it, and returns what was typed. */
export const takeTyped = (): TypedAhead | undefined => {
  removeEventListener("keydown", keep, true)
  const taken = typed
  typed = undefined
  return taken
}
