/**
 * Lines of content once what was typed on them is saved: whoever writes a line that may be edited live takes it from here,
 * inside the transaction of the write.
 */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { ChangeRequestId, ChangeRequestRecord } from "../change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { makeChangeRequestLines } from "../drafts/ChangeRequestLines.js"
import { ContentWriter, type Line } from "../drafts/ContentWriter.js"
import type { makeSaving } from "./Saving.js"

const saving = lazy("the saving of typed texts", () => import("./Saving.js"))

/** Saves what was typed on lines. All of them do nothing, and cost nothing, where nobody edits live. */
export interface SavedLines {
  /** The line, with what was typed on it as a revision at its head. */
  readonly saved: (line: Line) => Effect.Effect<Line, Unavailable>
  /** A space as it is once what was typed on its main line is saved. */
  readonly space: (stored: Stored<SpaceRecord>) => Effect.Effect<Stored<SpaceRecord>, Unavailable>
  /** A change request as it is once what was typed on its line is saved. */
  readonly request: (
    space: SpaceRecord,
    stored: Stored<ChangeRequestRecord>
  ) => Effect.Effect<Stored<ChangeRequestRecord>, Unavailable>
}

/** {@link SavedLines} over the services and repositories of the context. */
export const makeSavedLines = Effect.gen(function* () {
  const context = yield* Effect.context<Effect.Effect.Context<typeof makeSaving>>()
  const writer = yield* ContentWriter
  const spaces = yield* SpaceRepository
  const requests = yield* ChangeRequestRepository
  const lineOf = yield* makeChangeRequestLines

  const again = <A>(found: A | undefined): Effect.Effect<A> =>
    found === undefined ? Effect.dieMessage("what was typed on is gone") : Effect.succeed(found)
  const save = (line: Line) =>
    Effect.flatMap(saving.load, ({ makeSaving }) =>
      Effect.flatMap(Effect.provide(makeSaving, context), (saveTyped) => saveTyped(line))
    )
  const space: SavedLines["space"] = (stored) =>
    stored.value.live === true
      ? Effect.zipRight(save(writer.main(stored, "typed")), Effect.flatMap(spaces.find(stored.value.id), again))
      : Effect.succeed(stored)
  const request: SavedLines["request"] = (of, stored) =>
    stored.value.live === true
      ? Effect.zipRight(save(lineOf(of, stored)), Effect.flatMap(requests.find(of.id, stored.value.id), again))
      : Effect.succeed(stored)

  const saved: SavedLines["saved"] = Effect.fnUntraced(function* (line) {
    if (line.live !== true || line.typed !== undefined) return line
    const typed = yield* save(line)
    if (line.view.base === undefined) {
      return { ...writer.main(yield* again(yield* spaces.find(line.space.id)), line.permit), typed }
    }
    return {
      ...lineOf(line.space, yield* again(yield* requests.find(line.space.id, line.view.line as ChangeRequestId))),
      typed
    }
  })
  const lines: SavedLines = { saved, space, request }
  return lines
})
