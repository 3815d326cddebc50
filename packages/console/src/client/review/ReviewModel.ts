/** What the screens know of a change request, read again whenever something happened in the space. */
import { signal } from "@preact/signals"
import { get, isMissing, json } from "../api/Api.js"
import type { ChangeRequest } from "../api/Objects.js"
import { complain } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { type Ask, type Proposed, readProposed } from "./Deciding.js"
import { words } from "./texts.js"

/** What the rules of merging say of a change request. */
export interface Evaluation {
  readonly satisfied: boolean
  readonly rules: ReadonlyArray<{ readonly rule: unknown; readonly satisfied: boolean; readonly message: string }>
  /** Whether the person may merge although a rule is not satisfied. */
  readonly override: boolean
}

/** A change request as its screens show it. */
export interface Known extends Proposed {
  readonly evaluation: Evaluation
  /** Who can grant the person more than they may do. */
  readonly grantors: ReadonlyArray<string>
}

/** Calls the API as the person who is signed in. */
export const ask: Ask = (method, path, options) => json(method, path, options)

/** How many people are named who can grant a right. */
const mostNamed = 3

/** A workspace without rules has nothing that is not satisfied. */
const noRules: Evaluation = { satisfied: true, rules: [], override: false }

/** Reads `fallback` where there is nothing to read. */
const orElse = async <A>(read: Promise<A>, fallback: A): Promise<A> => {
  try {
    return await read
  } catch (error) {
    if (isMissing(error)) return fallback
    throw error
  }
}

const grantorsOf = async (space: string): Promise<ReadonlyArray<string>> => {
  const { grantors } = await get<{ grantors: ReadonlyArray<{ displayName: string }> }>(
    `/spaces/${space}/permissions/explain`
  )
  return grantors.map(({ displayName }) => displayName).slice(0, mostNamed)
}

const read = async ({ line, space }: SpaceModel): Promise<Known> => {
  const { id, permissions } = space.peek()
  const [proposed, evaluation, grantors] = await Promise.all([
    readProposed(ask, line),
    orElse(get<Evaluation>(`${line}/merge-rules`), noRules),
    permissions.edit && permissions.review ? [] : grantorsOf(id).catch(() => [])
  ])
  return { ...proposed, evaluation, grantors }
}

/** Counts what this window has done to change requests. */
const done = signal(0)

/** What is known of the change request of a space. */
export const useKnown = (model: SpaceModel) => useAnswer(() => read(model), [model, model.happened.value, done.value])

/** Whatever changes when the screens are to be read again. */
export const readAgain = (model: SpaceModel): ReadonlyArray<unknown> => [model, model.happened.value, done.value]

/** Does something to a change request, says why if it did not work, and reads it again. */
export const act = async <A>(model: SpaceModel, work: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await work()
  } catch (error) {
    complain(error)
    return undefined
  } finally {
    done.value++
    model.reload().catch(() => {})
  }
}

/** Whether the change request can still be worked on. */
export const isOngoing = ({ status }: Pick<ChangeRequest, "status">): boolean => status === "open" || status === "draft"

/** Why the person may not do something to this change request; `undefined` if they may. */
export const refusals = (model: SpaceModel, { grantors, request }: Known, me: string | undefined) => {
  const { comment = false, edit, review } = model.space.value.permissions
  const ofEdit = edit ? undefined : words.refused.edit(grantors)
  const closed = isOngoing(request) ? undefined : words.refused.closed
  return {
    edit: ofEdit,
    write: ofEdit ?? closed,
    review: review ? closed : words.refused.review(grantors),
    // Whoever may only comment collects comments, too.
    comment: comment ? closed : words.refused.review(grantors),
    merge: review ? undefined : words.refused.review(grantors),
    archive: ofEdit ?? (review || request.createdBy.id === me ? undefined : words.refused.archive(grantors))
  }
}
