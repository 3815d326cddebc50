/** The line of content that a caller may edit: main, or that of a change request. */
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { Conflict, type LecternError, notFound } from "../errors/Errors.js"
import type { SpaceId } from "../spaces/Space.js"
import { makeChangeRequestLines } from "./ChangeRequestLines.js"
import { ContentWriter, type Line } from "./ContentWriter.js"

/**
 * Finds the line, main unless a change request is named; call it in the transaction that writes to it. Needs `edit`;
 * fails with `Conflict` if the space is locked, or the change request is merged or archived.
 */
export type EditableLine = (
  space: SpaceId,
  changeRequest?: ChangeRequestRef
) => Effect.Effect<Line, LecternError, Actor>

/** {@link EditableLine} over the services and repositories of the context. */
export const makeEditableLine = Effect.gen(function* () {
  const access = yield* Access
  const requests = yield* ChangeRequestRepository
  const writer = yield* ContentWriter
  const lineOf = yield* makeChangeRequestLines
  const line: EditableLine = Effect.fnUntraced(function* (id, ref) {
    const { space, stored } = yield* access.requireSpace(id, needs.edit)
    if (ref === undefined) {
      if (space.editMode === "locked") return yield* new Conflict({ message: "the space is locked for edits" })
      return writer.main(stored)
    }
    const found = yield* requests.find(id, ref)
    if (found === undefined) return yield* notFound("change request")
    const { status } = found.value
    if (status === "merged" || status === "archived") {
      return yield* new Conflict({ message: `the change request is ${status}` })
    }
    return lineOf(space, found)
  })
  return line
})
