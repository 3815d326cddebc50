/** Gives a revision a name, or takes it. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { request } from "../api/Api.js"
import type { Revision, Space } from "../api/Objects.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { say } from "../parts/Toasts.js"
import { texts as shared } from "../texts.js"
import { texts } from "./texts.js"

const words = texts.name

/** The dialog, which is closed with whether something changed. */
export const Naming = (given: {
  readonly space: Space
  readonly revision: Revision
  readonly close: (isChanged: boolean) => void
}): JSX.Element => {
  const { close, revision, space } = given
  const name = useSignal(revision.name ?? "")
  const description = useSignal(revision.description ?? "")
  const problem = useSignal<string | undefined>(undefined)
  const path = `/spaces/${space.id}/revisions/${revision.id}/name`
  const attempt = (work: Promise<unknown>, said: string) =>
    work.then(
      () => {
        say(said)
        close(true)
      },
      (error: Error) => {
        problem.value = shared.failed(error.message)
      }
    )
  const save = () => {
    const [its, about] = [name.value.trim(), description.value.trim()]
    const body = { name: its, ...(about !== "" && { description: about }) }
    return attempt(request("PUT", path, { body }), words.saved(its))
  }
  return (
    <Dialog label={words.title} class="small" close={() => close(false)}>
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div class="section-head">
          <h2>{words.title}</h2>
          <CloseButton close={() => close(false)} />
        </div>
        <div class="field">
          <label for="revision-name">{words.name}</label>
          <input
            id="revision-name"
            required
            maxLength={100}
            value={name.value}
            aria-describedby="revision-name-problem"
            onInput={(event) => {
              name.value = event.currentTarget.value
            }}
          />
          <small id="revision-name-problem" class="bad" role="alert">
            {problem.value}
          </small>
        </div>
        <div class="field">
          <label for="revision-description">{words.description}</label>
          <textarea
            id="revision-description"
            rows={3}
            maxLength={1000}
            value={description.value}
            onInput={(event) => {
              description.value = event.currentTarget.value
            }}
          />
        </div>
        <div class="page-tools">
          <button type="submit" class="primary">
            {words.save}
          </button>
          {revision.name !== undefined && (
            <button
              type="button"
              onClick={() => void attempt(request("DELETE", path), words.removed(revision.name ?? ""))}
            >
              {words.remove}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
