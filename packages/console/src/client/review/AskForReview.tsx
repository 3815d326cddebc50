/** Asks people for a review. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { post } from "../api/Api.js"
import type { User } from "../api/Objects.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { findPeople } from "../parts/people.js"
import { say } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { act, type Known } from "./ReviewModel.js"
import { words } from "./texts.js"

const most = 8

/** Asks these people, and says so. */
export const askThem = (model: SpaceModel, people: ReadonlyArray<User>): Promise<unknown> =>
  act(model, async () => {
    await post(`${model.line}/requested-reviewers`, { users: people.map(({ id }) => id) })
    say(words.asked(people.map(({ displayName }) => displayName)))
  })

/** The dialog: people are found by their names, and chosen. */
export const AskForReview = (given: {
  readonly model: SpaceModel
  readonly known: Known
  readonly close: () => void
}): JSX.Element => {
  const { close, known, model } = given
  const typed = useSignal("")
  const chosen = useSignal<ReadonlyArray<User>>([])
  const { found = [] } = useAnswer(() => findPeople(model, typed.value, most), [typed.value])
  const chosenIds = new Set(chosen.value.map(({ id }) => id))
  const others = found.filter(({ id }) => !chosenIds.has(id) && id !== known.request.createdBy.id)
  return (
    <Dialog label={words.askForReview} class="small" close={close}>
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.value.length === 0) return
          close()
          void askThem(model, chosen.value)
        }}
      >
        <div class="section-head">
          <h2>{words.askForReview}</h2>
          <CloseButton close={close} />
        </div>
        <label class="field">
          <span>{words.findPeople}</span>
          <input
            autofocus
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value
            }}
          />
        </label>
        <fieldset>
          <legend>{words.people}</legend>
          {[...chosen.value, ...others].map((user) => (
            <label key={user.id} class="check">
              <input
                type="checkbox"
                checked={chosenIds.has(user.id)}
                onChange={({ currentTarget: { checked } }) => {
                  const rest = chosen.value.filter(({ id }) => id !== user.id)
                  chosen.value = checked ? [...rest, user] : rest
                }}
              />
              <span>
                {user.displayName} <small>{user.email}</small>
              </span>
            </label>
          ))}
          {others.length + chosen.value.length === 0 && <p class="empty">{words.nobody}</p>}
        </fieldset>
        <button type="submit" class="primary" disabled={chosen.value.length === 0}>
          {words.ask(chosen.value.length)}
        </button>
      </form>
    </Dialog>
  )
}
