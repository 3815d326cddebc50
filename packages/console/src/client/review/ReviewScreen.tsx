/** A change request and its review: what it is, what it changes, what conflicts, and what may be done with it. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { at, hasReader, person } from "../api/Session.js"
import { type PendingComments, pendingOf } from "../comments/Pending.js"
import { moves, type Place, pathOf } from "../navigation/Router.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { ago, texts } from "../texts.js"
import { Act } from "./Act.js"
import { AskForReview } from "./AskForReview.js"
import { Changes } from "./Changes.js"
import { Conflicts } from "./Conflicts.js"
import { changeStatus, patch, updateFromMain } from "./lifecycle.js"
import { Overview } from "./Overview.js"
import { act, isOngoing, type Known, refusals, useKnown } from "./ReviewModel.js"
import { SubmitReview } from "./SubmitReview.js"
import { words } from "./texts.js"

type SpacePlace = Extract<Place, { kind: "space" }>

const longestSubject = 100

const Subject = (given: { readonly known: Known; readonly model: SpaceModel }): JSX.Element => {
  const { known, model } = given
  const { number, subject } = known.request
  const isEdited = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isEdited.value) field.current?.select()
  }, [isEdited.value])
  const save = () => {
    const next = field.current?.value.trim()
    isEdited.value = false
    if (next !== undefined && next !== subject) void act(model, () => patch(model, { subject: next }))
  }
  const { edit } = refusals(model, known, undefined)
  if (isEdited.value) {
    return (
      <input
        ref={field}
        class="subject"
        aria-label={words.subjectName}
        maxLength={longestSubject}
        defaultValue={subject}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save()
          else if (event.key === "Escape") isEdited.value = false
        }}
      />
    )
  }
  return (
    <div class="subject-line">
      <h1 tabIndex={-1}>
        <span class="dim">#{number}</span> {subject || words.untitled}
      </h1>
      <Act
        refused={edit}
        label={words.rename}
        run={() => {
          isEdited.value = true
        }}
      >
        {texts.rename}
      </Act>
    </div>
  )
}

const Actions = (given: {
  readonly known: Known
  readonly model: SpaceModel
  readonly pages: string
  readonly pending: PendingComments | undefined
}): JSX.Element => {
  const { known, model, pages, pending } = given
  const waiting = pending?.comments.value.length ?? 0
  const { request } = known
  const dialog = useSignal<"ask" | "review" | undefined>(undefined)
  const close = () => {
    dialog.value = undefined
  }
  const refused = refusals(model, known, person.value?.id)
  const lacking = [...new Set([refused.edit, isOngoing(request) ? refused.review : undefined])].filter(Boolean)
  const preview = at(`/preview/${model.space.value.id}/${request.number}/`)
  return (
    <>
      <div class="buttons">
        <a class="button" href={pages}>
          {words.edit}
        </a>
        {hasReader && (
          <a class="button" href={preview} target="_blank" rel="noreferrer">
            {words.preview}
          </a>
        )}
        {request.outdated && isOngoing(request) && (
          <Act refused={refused.write} run={() => updateFromMain(model)}>
            {words.update}
          </Act>
        )}
        {isOngoing(request) && (
          <>
            <Act
              refused={refused.write}
              run={() => {
                dialog.value = "ask"
              }}
            >
              {words.askForReview}
            </Act>
            <Act
              isPrimary={request.status === "open" && refused.review === undefined}
              refused={refused.comment}
              run={() => {
                dialog.value = "review"
              }}
            >
              {words.review}
              {waiting > 0 && (
                <span class="count">
                  {" "}
                  {waiting} <span class="unseen">{words.pending(waiting)}</span>
                </span>
              )}
            </Act>
          </>
        )}
        {request.status === "draft" && (
          <Act isPrimary refused={refused.edit} run={() => changeStatus(model, "open")}>
            {words.ready}
          </Act>
        )}
        {request.status === "open" && (
          <Act refused={refused.edit} run={() => changeStatus(model, "draft")}>
            {words.draft}
          </Act>
        )}
        {isOngoing(request) ? (
          <Act refused={refused.archive} run={() => changeStatus(model, "archived")}>
            {words.archive}
          </Act>
        ) : (
          <Act refused={refused.edit} run={() => changeStatus(model, "open")}>
            {request.status === "merged" ? words.continue : words.reopen}
          </Act>
        )}
        {dialog.value === "ask" && <AskForReview model={model} known={known} close={close} />}
        {dialog.value === "review" && (
          <SubmitReview model={model} pending={pending} refusal={refused.review} close={close} />
        )}
      </div>
      {lacking.map((reason) => (
        <p key={reason} class="empty">
          {reason}
        </p>
      ))}
    </>
  )
}

/** The screen. */
export const ReviewScreen = ({
  model,
  place
}: {
  readonly model: SpaceModel
  readonly place: SpacePlace
}): JSX.Element => {
  const { found, problem } = useKnown(model)
  // What somebody types stays where it is when the server cannot be reached for a moment.
  const before = useRef<Known | undefined>(undefined)
  if (found !== undefined) before.current = found
  const known = found ?? before.current
  const heading = useRef<HTMLElement>(null)
  // Where somebody has gone gets the focus, and takes it over from a button that has done its work and is gone.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    heading.current?.querySelector("h1")?.focus({ preventScroll: true })
  }, [known, moves.value])
  useEffect(() => {
    const { number, subject } = known?.request ?? {}
    if (number !== undefined) document.title = `#${number} ${subject || words.untitled} · ${model.space.value.title}`
  }, [known?.request.subject])
  if (known === undefined)
    return <p class="nothing dim">{problem === undefined ? texts.loading : texts.failed(problem)}</p>
  const { request } = known
  const mayComment = refusals(model, known, person.value?.id).comment === undefined
  const pending = mayComment ? pendingOf(model.line) : undefined
  const to = (part?: SpacePlace["part"]) =>
    pathOf({ kind: "space", space: place.space, request: place.request, screen: "review", part })
  const part = (name: SpacePlace["part"], title: string, count?: number) => (
    <a href={to(name)} aria-current={place.part === name ? "page" : undefined}>
      {title}
      {count !== undefined && <span class="count">{count}</span>}
    </a>
  )
  const pages = pathOf({ kind: "space", space: place.space, request: place.request })
  return (
    <article class={place.part === "changes" ? "review wide" : "review"}>
      {problem !== undefined && (
        <p class="banner bad" role="alert">
          {texts.failed(problem)}
        </p>
      )}
      <header class="review-head" ref={heading}>
        <Subject model={model} known={known} />
        <p class="review-state">
          <span class={`status ${request.status}`}>{words.status[request.status]}</span>{" "}
          <span class="dim" title={new Date(request.createdAt).toLocaleString()}>
            {words.openedBy(request.createdBy.displayName, ago(request.createdAt))}
          </span>
        </p>
        <Actions model={model} known={known} pages={pages} pending={pending} />
        <nav class="parts" aria-label={words.partsOf}>
          {part(undefined, words.parts.overview)}
          {part("changes", words.parts.changes, known.changes)}
          {part("conflicts", words.parts.conflicts, known.conflicts.length)}
        </nav>
      </header>
      {place.part === undefined && <Overview model={model} known={known} pending={pending} />}
      {place.part === "changes" && <Changes model={model} place={place} known={known} pending={pending} />}
      {place.part === "conflicts" && <Conflicts key={model.line} model={model} known={known} />}
    </article>
  )
}
