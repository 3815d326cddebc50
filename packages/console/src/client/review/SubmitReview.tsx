/** Reviews a change request: a verdict, with a text. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useRef } from "preact/hooks"
import { ApiError, post } from "../api/Api.js"
import {
  inputOf,
  isSent,
  mostPending,
  type PendingComment,
  type PendingComments,
  postPending
} from "../comments/Pending.js"
import { keepUnsent, readUnsent } from "../comments/unsent.js"
import { Choice } from "../parts/Choice.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { complain, say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { findPage } from "../space/Tree.js"
import { act } from "./ReviewModel.js"
import { words } from "./texts.js"

/** How many characters of a pending comment are shown. */
const shownOf = 100

/** What a review says; a comment says nothing of it. */
type Verdict = "approved" | "changes-requested" | "comment"

/** The dialog. What was typed stays until it is sent. `refusal` says why the person may give no verdict. */
export const SubmitReview = (given: {
  readonly model: SpaceModel
  readonly pending: PendingComments | undefined
  readonly refusal: string | undefined
  readonly close: () => void
}): JSX.Element => {
  const { close, model, pending, refusal } = given
  const status = useSignal<Verdict>(refusal === undefined ? "approved" : "comment")
  const refused = useSignal<string | undefined>(undefined)
  // What is sent once more, as after a lost connection, has one effect.
  const sent = useRef({ text: "", key: "" })
  const keyFor = (text: string): string => {
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    return sent.current.key
  }
  const isSending = useSignal(false)
  const draft = `${model.line}/review`
  const waiting = (pending?.comments.value ?? []).slice(0, mostPending)
  const sendReview = async (comment: object) => {
    const body = { status: status.value, ...comment, ...(waiting.length > 0 && { comments: inputOf(waiting) }) }
    try {
      await post(`${model.line}/reviews`, body, { key: keyFor(JSON.stringify(body)) })
    } catch (error) {
      // The server does not give a long answer twice.
      if (!(error instanceof ApiError && error.status === 409 && (await isSent(model.line, waiting)))) throw error
    }
    pending?.remove(waiting.map(({ id }) => id))
  }
  const send = async () => {
    const markdown = readUnsent(draft)?.text.trim() ?? ""
    isSending.value = true
    try {
      if (status.value !== "comment") await sendReview(markdown === "" ? {} : { comment: { markdown } })
      else {
        const whole = markdown === "" ? [] : [{ id: keyFor(markdown), markdown }]
        for (const comment of [...waiting, ...whole]) {
          refused.value = comment.id
          await postPending(model.line, comment)
          pending?.remove([comment.id])
        }
      }
    } catch (error) {
      const index = /^comments\.(\d+)\b/.exec(error instanceof Error ? error.message : "")?.[1]
      if (index !== undefined) refused.value = waiting[Number(index)]?.id
      return complain(error)
    } finally {
      isSending.value = false
    }
    keepUnsent(draft, { text: "" })
    close()
    void act(model, async () => say(status.value === "comment" ? words.commented : words.reviewed))
  }
  const titleOf = ({ page, parent }: PendingComment): string => {
    if (parent !== undefined) return words.replyTo
    if (page === undefined) return words.onTheWhole
    return findPage(model.pages.value, ({ id }) => id === page)?.page.title ?? ""
  }
  const verdict = (value: Verdict, name: string) => (
    <Choice
      name="verdict"
      label={name}
      isOn={status.value === value}
      refusal={value === "comment" ? undefined : refusal}
      choose={() => {
        status.value = value
      }}
    />
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
            required={status.value === "comment" && waiting.length === 0}
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
          {verdict("comment", words.onlyComment)}
        </fieldset>
        <button type="submit" class="primary" disabled={isSending.value}>
          {words.send}
        </button>
      </form>
    </Dialog>
  )
}
