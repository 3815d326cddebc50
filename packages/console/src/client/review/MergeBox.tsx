/** Says what stands in the way of merging, and merges. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { get, post } from "../api/Api.js"
import type { Space } from "../api/Objects.js"
import { pathOf } from "../navigation/Router.js"
import { say } from "../parts/Toasts.js"
import { mainRefusal, type SpaceModel } from "../space/SpaceModel.js"
import { Act } from "./Act.js"
import { changeStatus, updateFromMain } from "./lifecycle.js"
import { act, type Known, refusals } from "./ReviewModel.js"
import { words } from "./texts.js"

interface Merged {
  readonly revision: string
  readonly result: "merge" | "conflicts"
}

/** A way to take a merge back, for who may change main itself: main as it was before, while nothing came after. */
const takingBack = async (space: Space, merged: string): Promise<(() => Promise<unknown>) | undefined> => {
  if (!space.permissions.edit || mainRefusal(space) !== undefined) return undefined
  const { items } = await get<{ items: ReadonlyArray<{ id: string; parents: ReadonlyArray<string> }> }>(
    `/spaces/${space.id}/revisions?limit=5`
  )
  const before = items.find(({ id }) => id === merged)?.parents[0]
  if (before === undefined) return undefined
  return async () => {
    const { revision } = await get<Space>(`/spaces/${space.id}`)
    if (revision !== merged) throw new Error(words.movedOn)
    await post(`/spaces/${space.id}/revisions/${before}/restore`, {})
  }
}

/** What the server says of a rule, as a sentence. */
const sentence = (message: string): string => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`

/** The box. */
export const MergeBox = ({ known, model }: { readonly known: Known; readonly model: SpaceModel }): JSX.Element => {
  const { conflicts, evaluation, request } = known
  const isMerging = useSignal(false)
  const { merge: refused, write } = refusals(model, known, undefined)
  const space = model.space.value
  const isClosed = request.status === "merged" || request.status === "archived"
  const isDraft = request.status === "draft"
  const unsatisfied = evaluation.rules.filter(({ satisfied }) => !satisfied)
  const isBlocked = isDraft || conflicts.length > 0
  const merge = (override: boolean) => {
    if (override && !confirm(words.confirmOverride(unsatisfied.map(({ message }) => message)))) return
    isMerging.value = true
    void act(model, async () => {
      const merged = await post<Merged>(`${model.line}/merge`, override ? { override } : {}, {
        key: crypto.randomUUID()
      })
      if (merged.result === "conflicts") return say(words.mergeConflicts)
      const undo = await takingBack(space, merged.revision).catch(() => undefined)
      say(words.merged(request.subject || words.untitled), undo)
    }).finally(() => {
      isMerging.value = false
    })
  }
  const place = { kind: "space", space: space.id, request: request.id, screen: "review", part: "conflicts" } as const
  if (isClosed) {
    return (
      <section class="merge-box" aria-label={words.merging}>
        <h2>{words.merging}</h2>
        <p>{request.status === "merged" ? words.isMerged : words.isArchived}</p>
        {request.overridden !== undefined && (
          <p class="warn">{words.wasOverridden(request.overridden.by?.displayName)}</p>
        )}
      </section>
    )
  }
  return (
    <section class="merge-box" aria-label={words.merging}>
      <h2>{words.merging}</h2>
      <ul class="checks">
        {isDraft && (
          <li class="stop">
            <span>{words.isDraft}</span>
            <Act refused={write} run={() => changeStatus(model, "open")}>
              {words.ready}
            </Act>
          </li>
        )}
        {conflicts.length > 0 && (
          <li class="stop">
            <span>{words.hasConflicts(conflicts.length)}</span>
            <a class="button" href={pathOf(place)}>
              {words.decideThem}
            </a>
          </li>
        )}
        {evaluation.rules.map(({ message, satisfied }, index) => (
          <li key={index} class={satisfied ? "go" : "stop"}>
            <span>{sentence(message)}</span>
          </li>
        ))}
        {request.outdated && conflicts.length === 0 && (
          <li class="note">
            <span>{words.isBehind}</span>
            <Act refused={write} run={() => updateFromMain(model)}>
              {words.update}
            </Act>
          </li>
        )}
        {known.changes === 0 && (
          <li class="note">
            <span>{words.hasNothing}</span>
          </li>
        )}
        {!isBlocked && evaluation.satisfied && (
          <li class="go">
            <span>{words.mayMerge}</span>
          </li>
        )}
      </ul>
      <div class="buttons">
        <Act
          isPrimary
          refused={
            refused ??
            (isDraft
              ? words.isDraft
              : conflicts.length > 0
                ? words.hasConflicts(conflicts.length)
                : evaluation.satisfied
                  ? isMerging.value
                    ? words.merging
                    : undefined
                  : unsatisfied.map(({ message }) => message).join(" "))
          }
          run={() => merge(false)}
        >
          {words.merge}
        </Act>
        {!evaluation.satisfied && evaluation.override && !isBlocked && refused === undefined && (
          <Act run={() => merge(true)}>{words.override}</Act>
        )}
      </div>
      {refused !== undefined && <p class="empty">{refused}</p>}
    </section>
  )
}
