/** The conflicts that were decided, by whom, and how to undo that until the request is merged. */
import type { JSX } from "preact"
import { person } from "../api/Session.js"
import { say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { ago, texts } from "../texts.js"
import { Act } from "./Act.js"
import { reopen } from "./Deciding.js"
import { act, ask, type Known, refusals } from "./ReviewModel.js"
import { words } from "./texts.js"
import { partOf } from "./values.js"

/** The list, if anything was decided. */
export const DecidedList = ({
  known,
  model
}: {
  readonly known: Known
  readonly model: SpaceModel
}): JSX.Element | null => {
  const { decided, request } = known
  const refused = refusals(model, known, person.value?.id).write
  if (decided.length === 0 || request.status === "merged") return null
  return (
    <section class="decided">
      <h2>{words.decided}</h2>
      <p class="empty">{words.decidedHelp}</p>
      <ul class="places">
        {decided.map((one) => {
          const { at, by, item, take, title, where } = one
          const name = title || texts.untitled
          const undo = () =>
            void act(model, async () => {
              await reopen(ask, model.line, [one])
              say(words.reopened(1))
            })
          return (
            <li key={`${item} ${where}`} class="draft">
              <span>
                <strong>{name}</strong> · {partOf(one)}: {words.chose[take ?? "text"]}{" "}
                <small>{words.decidedBy(by?.displayName, ago(at))}</small>
              </span>
              <Act refused={refused} label={words.undoOf(name)} run={undo}>
                {words.undo}
              </Act>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
