/** The list of what a change request changes, which is read in parts. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { get } from "../api/Api.js"
import type { Changes } from "../api/Objects.js"
import { texts } from "../comparison/texts.js"
import { complain } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"

/** How many changes are read at a time. */
const most = 1000

/** The changes of a request: the first of them, with more once they are asked for. */
export const useListed = (line: string, revision: string | undefined) => {
  const address = `${line}/changes?limit=${most}&blocks=false`
  const first = useAnswer(() => get<Changes>(address), [line, revision])
  /** What follows the first ones, and of which answer they are. */
  const added = useSignal<{ readonly of: Changes; readonly last: Changes } | undefined>(undefined)
  const rest = added.value !== undefined && added.value.of === first.found ? added.value.last : undefined
  const reading = useRef<Promise<void> | undefined>(undefined)
  const { more, next } = rest ?? first.found ?? {}
  const found = useMemo(
    () => first.found && { ...first.found, changes: [...first.found.changes, ...(rest?.changes ?? [])] },
    [first.found, rest]
  )
  const readMore = () => {
    const of = first.found
    if (next === undefined || of === undefined) return
    reading.current ??= get<Changes>(`${address}&page=${encodeURIComponent(next.page)}`)
      .then((part) => {
        added.value = { of, last: { ...part, changes: [...(rest?.changes ?? []), ...part.changes] } }
      }, complain)
      .finally(() => {
        reading.current = undefined
      })
  }
  return { found, problem: first.problem, more, readMore }
}

/** The end of a list that goes on: what follows is read when it comes into view, or by its button. */
export const Rest = ({ more, read }: { readonly more: number; readonly read: () => void }): JSX.Element => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (button.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) read()
    })
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [more])
  return (
    <button ref={button} type="button" class="quiet" onClick={read}>
      {texts.more(more)}
    </button>
  )
}
