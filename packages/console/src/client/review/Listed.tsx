/** The list of what a change request changes, which is read in parts. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { get } from "../api/Api.js"
import type { Changes } from "../api/Objects.js"
import { texts } from "../comparison/texts.js"
import { complain } from "../parts/Toasts.js"
import { changesOf } from "./Deciding.js"

/** All changes of a request that were read: the `first` of them, with more once they are asked for. */
export const useListed = (line: string, first: Changes) => {
  /** What follows the first ones, and of which answer they are. */
  const added = useSignal<{ readonly of: Changes; readonly last: Changes } | undefined>(undefined)
  const rest = added.value?.of === first ? added.value.last : undefined
  const reading = useRef<Promise<void> | undefined>(undefined)
  const { more, next } = rest ?? first
  const found = useMemo(
    (): Changes => ({ ...first, more: more ?? 0, changes: [...first.changes, ...(rest?.changes ?? [])] }),
    [first, rest]
  )
  const readMore = () => {
    if (next === undefined) return
    reading.current ??= get<Changes>(`${changesOf(line)}&page=${encodeURIComponent(next.page)}`)
      .then((part) => {
        added.value = { of: first, last: { ...part, changes: [...(rest?.changes ?? []), ...part.changes] } }
      }, complain)
      .finally(() => {
        reading.current = undefined
      })
  }
  return { found, readMore }
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
