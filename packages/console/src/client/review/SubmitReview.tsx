/** Reviews a change request: a verdict, with a text. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { post } from "../api/Api.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { complain, say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { act } from "./ReviewModel.js"
import { words } from "./texts.js"

/** The texts that were typed and not sent, by the addresses of their change requests. */
const unsent = new Map<string, string>()

/** The dialog. What was typed stays until it is sent. */
export const SubmitReview = ({
  close,
  model
}: {
  readonly model: SpaceModel
  readonly close: () => void
}): JSX.Element => {
  const status = useSignal<"approved" | "changes-requested">("approved")
  const send = async () => {
    const markdown = unsent.get(model.line)?.trim() ?? ""
    const comment = markdown === "" ? {} : { comment: { markdown } }
    try {
      await post(`${model.line}/reviews`, { status: status.value, ...comment }, { key: crypto.randomUUID() })
    } catch (error) {
      return complain(error)
    }
    unsent.delete(model.line)
    close()
    void act(model, async () => say(words.reviewed))
  }
  const verdict = (value: typeof status.value, name: string) => (
    <label class="check">
      <input
        type="radio"
        name="verdict"
        checked={status.value === value}
        onChange={() => {
          status.value = value
        }}
      />
      <span>{name}</span>
    </label>
  )
  return (
    <Dialog label={words.review} class="review-dialog" close={close}>
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div class="section-head">
          <h2>{words.review}</h2>
          <CloseButton close={close} />
        </div>
        <label class="field">
          <span>{words.say}</span>
          <textarea
            rows={6}
            autofocus
            defaultValue={unsent.get(model.line) ?? ""}
            onInput={(event) => unsent.set(model.line, event.currentTarget.value)}
          />
        </label>
        <fieldset>
          <legend>{words.verdict}</legend>
          {verdict("approved", words.approve)}
          {verdict("changes-requested", words.askForChanges)}
        </fieldset>
        <button type="submit" class="primary">
          {words.send}
        </button>
      </form>
    </Dialog>
  )
}
