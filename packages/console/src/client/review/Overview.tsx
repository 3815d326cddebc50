/** What a change request is for, who reviews it, whether it can be merged, and what happened. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { request as call, get, post } from "../api/Api.js"
import type { DocumentNode, Reviewer, User } from "../api/Objects.js"
import { person } from "../api/Session.js"
import { Composer } from "../comments/Composer.js"
import type { PendingComments } from "../comments/Pending.js"
import { PendingView } from "../comments/PendingView.js"
import { complain, say } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { ago } from "../texts.js"
import { Act } from "./Act.js"
import { askThem } from "./AskForReview.js"
import { DocumentView } from "./DocumentView.js"
import { readHappenings } from "./happenings.js"
import { patch } from "./lifecycle.js"
import { MergeBox } from "./MergeBox.js"
import { act, isOngoing, type Known, readAgain, refusals } from "./ReviewModel.js"
import { words } from "./texts.js"

type Given = {
  readonly known: Known
  readonly model: SpaceModel
  readonly pending: PendingComments | undefined
}

/** Whoever asks for a field goes on in it. */
const focusOn = (element: HTMLElement | null): void => element?.focus()

const Description = ({ known, model }: Given): JSX.Element => {
  const written = known.request.description?.markdown ?? ""
  const shown = useAnswer(
    () => get<{ readonly description?: { readonly document?: DocumentNode } }>(`${model.line}?format=document`),
    [model, written]
  )
  const typed = useSignal<string | undefined>(undefined)
  const refused = refusals(model, known, person.value?.id).edit
  const save = async () => {
    const markdown = typed.value?.trim() ?? ""
    try {
      await patch(model, { description: markdown === "" ? null : { markdown } })
    } catch (error) {
      return complain(error)
    }
    typed.value = undefined
    void act(model, async () => {})
  }
  // The field gives the focus back to the button that has shown it.
  const section = useRef<HTMLElement>(null)
  const wasTyped = useRef(false)
  useEffect(() => {
    if (wasTyped.current && typed.value === undefined) section.current?.querySelector("button")?.focus()
    wasTyped.current = typed.value !== undefined
  }, [typed.value === undefined])
  return (
    <section ref={section}>
      <div class="section-head">
        <h2>{words.description}</h2>
        {typed.value === undefined && (
          <Act
            refused={refused}
            label={words.editDescription}
            run={() => {
              typed.value = written
            }}
          >
            {words.change}
          </Act>
        )}
      </div>
      {typed.value === undefined ? (
        written === "" ? (
          <p class="empty">{words.noDescription}</p>
        ) : (
          <DocumentView nodes={shown.found?.description?.document?.nodes ?? []} />
        )
      ) : (
        <form
          class="settings"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <textarea
            rows={6}
            ref={focusOn}
            aria-label={words.description}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value
            }}
          />
          <div class="buttons">
            <button type="submit" class="primary">
              {words.save}
            </button>
            <button
              type="button"
              onClick={() => {
                typed.value = undefined
              }}
            >
              {words.cancel}
            </button>
          </div>
        </form>
      )}
    </section>
  )
}

const Reviewers = ({ known, model }: Given): JSX.Element => {
  const { reviewers = [] } = known.request
  const refused = refusals(model, known, person.value?.id).write
  const remove = ({ displayName, id }: User) =>
    void act(model, async () => {
      await call("DELETE", `${model.line}/requested-reviewers/${id}`)
      say(words.removed(displayName))
    })
  const row = ({ outdated, status, user }: Reviewer) => (
    <li key={user.id} class="reviewer">
      <span>
        <strong>{user.displayName}</strong> <span class={`verdict ${status}`}>{words.reviewerStates[status]}</span>
        {outdated && status !== "requested" && <small> {words.outdated}</small>}
      </span>
      {status !== "requested" && (
        <Act refused={refused} label={`${words.askAgain}: ${user.displayName}`} run={() => void askThem(model, [user])}>
          {words.askAgain}
        </Act>
      )}
      {status === "requested" && (
        <Act refused={refused} label={words.removeReviewer(user.displayName)} run={() => remove(user)}>
          ×
        </Act>
      )}
    </li>
  )
  return (
    <section>
      <h2>{words.reviewers}</h2>
      {reviewers.length === 0 ? (
        <p class="empty">{words.noReviewers}</p>
      ) : (
        <ul class="reviewers">{reviewers.map(row)}</ul>
      )}
    </section>
  )
}

const Happenings = ({ known, model, pending }: Given): JSX.Element => {
  const { found = [] } = useAnswer(() => readHappenings(model, known.request), readAgain(model))
  const kept = (pending?.comments.value ?? []).filter(({ page, parent }) => page === undefined && parent === undefined)
  return (
    <section>
      <h2>{words.history}</h2>
      <ol class="happenings">
        {found.map(({ at, id, isOutdated, text, what, who }) => (
          <li key={id}>
            <span>
              <strong>{who}</strong> {what} <small title={new Date(at).toLocaleString()}>{ago(at)}</small>
              {isOutdated === true && <small> · {words.outdated}</small>}
            </span>
            {text !== undefined && <DocumentView nodes={text.nodes ?? []} />}
          </li>
        ))}
      </ol>
      {pending !== undefined &&
        kept.map((comment) => <PendingView key={comment.id} model={model} pending={pending} comment={comment} />)}
      <Composer
        model={model}
        label={words.comment}
        button={words.post}
        hasFocus={false}
        draft={`${model.line}/whole`}
        send={async (markdown) => {
          await post(`${model.line}/comments`, { body: { markdown } }, { key: crypto.randomUUID() })
          void act(model, async () => {})
        }}
        keep={pending && ((markdown) => pending.keep({ id: crypto.randomUUID(), markdown }))}
      />
    </section>
  )
}

const Contributors = ({ model }: Given): JSX.Element | null => {
  const { found } = useAnswer(
    () => get<{ items: ReadonlyArray<{ user: User }> }>(`${model.line}/contributors?limit=100`),
    readAgain(model)
  )
  const people = found?.items ?? []
  if (people.length === 0) return null
  return (
    <section>
      <h2>{words.contributors}</h2>
      <p>{people.map(({ user }) => user.displayName).join(", ")}</p>
    </section>
  )
}

/** The overview. */
export const Overview = (given: Given): JSX.Element => (
  <div class="overview">
    <div class="overview-main">
      <Description {...given} />
      <Happenings {...given} />
    </div>
    <div class="overview-side">
      <MergeBox {...given} />
      {(isOngoing(given.known.request) || given.known.request.reviewers !== undefined) && <Reviewers {...given} />}
      <Contributors {...given} />
    </div>
  </div>
)
