/** The line of content that a caller may edit: main, or a change request's. */
import * as Effect from "effect/Effect"
import { Conflict, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import { combinedReads } from "../../storage/rows/BatchedRead.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeChangeRequestLines } from "./ChangeRequestLines.js"
import { ContentWriter, type Line } from "./ContentWriter.js"
import { requireDirectEdits } from "./DirectEdits.js"

/**
 * Finds the line, main unless a change request is named; call it in the transaction that writes to it. Some of the
 * items that will be needed of main may be read with it. Needs `edit`; fails with `Conflict` if the space is locked, rules
 * of approval hold for it, or the change request is merged or archived.
 */
export type EditableLine = (
  space: SpaceId,
  changeRequest?: ChangeRequestRef,
  needed?: ReadonlyArray<string>
) => Effect.Effect<Line, LecternError, Actor>

/** The maximum number of items that are read with a line. */
const readWithLine = 8

const noItems: ReadonlyArray<string> = []

/** {@link EditableLine} over the services and repositories of the context. */
export const makeEditableLine = Effect.gen(function* () {
  const access = yield* Access
  const items = yield* ItemRepository
  const writer = yield* ContentWriter
  const requests = yield* ChangeRequestRepository
  const lineOf = yield* makeChangeRequestLines

  const main = Effect.fnUntraced(function* (id: SpaceId, needed: ReadonlyArray<string>) {
    const asked = needed.slice(0, readWithLine).map((item) => items.atHead.item(id, item))
    const [opened, found] = yield* access.requireSpaceAnd(id, needs.edit, combinedReads(asked))
    const permit = yield* requireDirectEdits(opened)
    const line: Line = { ...writer.main(opened.stored, permit), items: found.filter((item) => item !== undefined) }
    return line
  })
  const ofRequest = Effect.fnUntraced(function* (id: SpaceId, ref: ChangeRequestRef) {
    const [{ space }, request] = yield* access.requireSpaceAnd(id, needs.edit, requests.finding(id, ref))
    if (request === undefined) return yield* notFound("change request")
    const { status } = request.value
    if (status === "merged" || status === "archived") {
      return yield* new Conflict({ message: `the change request is ${status}` })
    }
    return lineOf(space, request)
  })
  const line: EditableLine = (id, ref, needed = noItems) => (ref === undefined ? main(id, needed) : ofRequest(id, ref))
  return line
})
