/** Goes from one open thread of a change request to the next, across its pages. */
import { useEffect, useRef } from "preact/hooks"
import type { Thread } from "../comments/Threads.js"
import type { Changed } from "../comparison/changed.js"

/** Those without a place in the text stand above it. */
const placeOf = ({ target: { lost, range } }: Thread): number => (lost === true ? -1 : (range?.end ?? -1))

/** The open threads on some items, in the order in which they are shown. */
export const openOn = (
  items: ReadonlyArray<Changed>,
  threads: ReadonlyArray<Thread>
): ReadonlyArray<{ readonly thread: string; readonly item: Changed }> =>
  items.flatMap((item) =>
    threads
      .filter(({ status, target }) => status === "open" && target.page?.id === item.id)
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map(({ id }) => ({ thread: id, item }))
  )

/** Which of the open threads comes after, or before, another one, or after the beginning of an item. */
export const stepTo = (
  open: ReturnType<typeof openOn>,
  items: ReadonlyArray<Changed>,
  from: { readonly thread: string | undefined; readonly item: string | undefined },
  step: 1 | -1
): ReturnType<typeof openOn>[number] | undefined => {
  const at = open.findIndex(({ thread }) => thread === from.thread)
  if (at >= 0) return open.at((at + step) % open.length)
  const here = items.findIndex(({ id }) => id === from.item)
  const isAhead = ({ item }: { readonly item: Changed }) => items.indexOf(item) >= here
  return step === 1 ? (open.find(isAhead) ?? open[0]) : (open.findLast((each) => !isAhead(each)) ?? open.at(-1))
}

/** The threads that are open, and a way to the next of them, which gets the focus once it is shown. */
export const useOpenThreads = (given: {
  readonly items: ReadonlyArray<Changed>
  readonly threads: ReadonlyArray<Thread>
  readonly current: Changed | undefined
  readonly show: (item: Changed) => void
}) => {
  const { current, items, show, threads } = given
  const open = openOn(items, threads)
  // An address may lead to one of them, or to a resolved one.
  const wanted = useRef<string | undefined>(/^#comment-([\w-]+)$/.exec(location.hash)?.[1])
  const last = useRef<string | undefined>(undefined)
  const focus = () => {
    if (wanted.current === undefined) return
    const element = document.querySelector<HTMLElement>(`[data-thread="${wanted.current}"]`)
    if (element === null) return
    last.current = wanted.current
    wanted.current = undefined
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: "center" })
  }
  useEffect(focus)
  return {
    threads: open,
    go: (step: 1 | -1) => {
      const focused = document.activeElement?.closest<HTMLElement>("article[data-thread]")?.dataset.thread
      const isHere = open.some(({ item, thread }) => thread === last.current && item.id === current?.id)
      const from = { thread: focused ?? (isHere ? last.current : undefined), item: current?.id }
      const next = stepTo(open, items, from, step)
      if (next === undefined) return
      wanted.current = next.thread
      if (next.item.id === current?.id) focus()
      else show(next.item)
    }
  }
}
