/** The conflicts that somebody has decided here, and how to change that until the request is merged. */
import type { Signal } from "@preact/signals"
import type { JSX } from "preact"
import { person } from "../api/Session.js"
import { say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { Act } from "./Act.js"
import { canReopen, type Decided, otherSide, reopen, takeInstead } from "./Reopening.js"
import { act, ask, type Known, refusals } from "./ReviewModel.js"
import { words } from "./texts.js"
import { partOf } from "./values.js"

/** The list, if anything was decided. */
export const DecidedList = (given: {
  readonly model: SpaceModel
  readonly known: Known
  readonly decided: Signal<ReadonlyArray<Decided>>
}): JSX.Element | null => {
  const { decided, known, model } = given
  const refused = refusals(model, known, person.value?.id).write
  if (decided.value.length === 0 || known.request.status === "merged") return null
  const again = (one: Decided) =>
    void act(model, async () => {
      if (!(await reopen(ask, model.line, one))) return say(words.notFoundAgain)
      decided.value = decided.value.filter((each) => each !== one)
      say(words.reopened)
    })
  const instead = (one: Decided, take: "main" | "request") =>
    void act(model, async () => {
      await takeInstead(ask, model.line, one)
      decided.value = decided.value.map((each) => (each === one ? { ...one, choice: { take } } : each))
      say(words.changedMind)
    })
  return (
    <section class="decided">
      <h2>{words.decided}</h2>
      <p class="empty">{words.decidedHelp}</p>
      <ul class="places">
        {decided.value.map((one, index) => {
          const { choice, conflict } = one
          const other = otherSide(one)
          return (
            <li key={index} class="draft">
              <span>
                <strong>{conflict.title || texts.untitled}</strong> · {partOf(conflict)}:{" "}
                {words.chose["take" in choice ? choice.take : "text"]}
              </span>
              {canReopen(one) && (
                <Act refused={refused} label={`${words.openAgain}: ${conflict.title}`} run={() => again(one)}>
                  {words.openAgain}
                </Act>
              )}
              {other !== undefined && (
                <Act refused={refused} run={() => instead(one, other)}>
                  {words.instead[other]}
                </Act>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
