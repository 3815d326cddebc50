/** What is done to a change request as a whole. */
import { json, post } from "../api/Api.js"
import { say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { act } from "./ReviewModel.js"
import { words } from "./texts.js"

/** Changes fields of a change request. */
export const patch = (model: SpaceModel, fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
  json("PATCH", model.line, { body: fields })

/** Gives a change request another status, which can be taken back. */
export const changeStatus = (model: SpaceModel, status: "open" | "draft" | "archived"): void => {
  const before = model.request.value?.status
  void act(model, async () => {
    await patch(model, { status })
    const undo = before === "merged" || before === undefined ? undefined : () => patch(model, { status: before })
    say(words.statusChanged(words.status[status]), undo && (() => act(model, undo)))
  })
}

/** Brings main into a change request. */
export const updateFromMain = (model: SpaceModel): void => {
  void act(model, async () => {
    const { result } = await post<{ result: string }>(`${model.line}/update`, {})
    say(result === "conflicts" ? words.updatedWithConflicts : words.updated)
  })
}
