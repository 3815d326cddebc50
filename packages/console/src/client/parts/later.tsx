/** Components that are loaded when they are first shown. */
import type { ComponentType, JSX } from "preact"
import { texts } from "../texts.js"
import { useAnswer } from "./useAnswer.js"

/** A component that is loaded when it is first shown. */
export const later =
  <Given extends object>(load: () => Promise<ComponentType<Given>>) =>
  (given: Given): JSX.Element => {
    const { found: Found, problem } = useAnswer(load, [])
    if (Found !== undefined) return <Found {...given} />
    return <p class="nothing dim">{problem === undefined ? texts.loading : texts.failed(problem)}</p>
  }
