/** Reads something for a component. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"

/** What was read, or why it could not be; neither while it is read for the first time. */
export interface Answer<A> {
  readonly found?: A
  readonly problem?: string
}

/** Reads something, and again whenever one of `inputs` has changed. Only the last reading counts. */
export const useAnswer = <A>(read: () => Promise<A>, inputs: ReadonlyArray<unknown>): Answer<A> => {
  const answer = useSignal<Answer<A>>({})
  useEffect(() => {
    let isOver = false
    read().then(
      (found) => {
        if (!isOver) answer.value = { found }
      },
      (error: unknown) => {
        if (!isOver) answer.value = { problem: error instanceof Error ? error.message : String(error) }
      }
    )
    return () => {
      isOver = true
    }
  }, inputs)
  return answer.value
}
