/** Components that are loaded when they are first shown. */
import type { ComponentType, JSX } from "preact"
import { texts } from "../texts.js"
import { useAnswer } from "./useAnswer.js"

/** A component that is loaded when it is first shown; one that is quiet is not there before. */
export const later =
  <Given extends object>(load: () => Promise<ComponentType<Given>>, isQuiet = false) =>
  (given: Given): JSX.Element | null => {
    const { found: Found, problem } = useAnswer(load, [])
    if (Found !== undefined) return <Found {...given} />
    if (isQuiet) return null
    return <p class="nothing dim">{problem === undefined ? texts.loading : texts.failed(problem)}</p>
  }
