/** Reviews a change request: a verdict, with a text. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { post } from "../api/Api.js"
import { inputOf, mostPending, type PendingComment, type PendingComments } from "../comments/Pending.js"
import { keepUnsent, readUnsent } from "../comments/unsent.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { complain, say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { findPage } from "../space/Tree.js"
import { act } from "./ReviewModel.js"
import { words } from "./texts.js"

/** How many characters of a pending comment are shown. */
const shownOf = 100

/** The dialog. What was typed stays until it is sent. */
export const SubmitReview = (given: {
  readonly model: SpaceModel
  readonly pending: PendingComments | undefined
  readonly close: () => void
}): JSX.Element => {
  const { close, model, pending } = given
  const status = useSignal<"approved" | "changes-requested">("approved")
  const refused = useSignal<string | undefined>(undefined)
  const draft = `${model.line}/review`
  const waiting = (pending?.comments.value ?? []).slice(0, mostPending)
  const send = async () => {
    const markdown = readUnsent(draft)?.text.trim() ?? ""
    const body = {
      status: status.value,
      ...(markdown !== "" && { comment: { markdown } }),
      ...(waiting.length > 0 && { comments: inputOf(waiting) })
    }
    try {
      await post(`${model.line}/reviews`, body, { key: crypto.randomUUID() })
    } catch (error) {
      const index = /^comments\.(\d+)\b/.exec(error instanceof Error ? error.message : "")?.[1]
      refused.value = index === undefined ? undefined : waiting[Number(index)]?.id
      return complain(error)
    }
    keepUnsent(draft, { text: "" })
    pending?.remove(waiting.map(({ id }) => id))
    close()
    void act(model, async () => say(words.reviewed))
  }
  const titleOf = ({ page, parent }: PendingComment): string => {
    if (parent !== undefined) return words.replyTo
    if (page === undefined) return words.onTheWhole
    return findPage(model.pages.value, ({ id }) => id === page)?.page.title ?? ""
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
            defaultValue={readUnsent(draft)?.text ?? ""}
            onInput={(event) => keepUnsent(draft, { text: event.currentTarget.value })}
          />
        </label>
        {pending !== undefined && waiting.length > 0 && (
          <section class="waiting-comments" aria-label={words.sentWithIt(waiting.length)}>
            <p>{words.sentWithIt(waiting.length)}</p>
            <ul>
              {waiting.map((comment) => (
                <li key={comment.id} class={comment.id === refused.value ? "refused" : undefined}>
                  <span>
                    <strong>{titleOf(comment)}</strong> {comment.markdown.slice(0, shownOf)}
                  </span>
                  <button
                    type="button"
                    class="quiet"
                    aria-label={words.removePending(titleOf(comment), comment.markdown.slice(0, shownOf))}
                    onClick={() => pending.remove([comment.id])}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
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
