/** The text of a live text: its saved body with the changes after it. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { LiveTextRecord, LiveUpdateRecord } from "./LiveRecords.js"
import type { LiveTextRepositoryService } from "./LiveTextRepository.js"

/** The module that applies changes, and the library that it needs. */
export const changedText = lazy("the changes of texts", () => import("./ChangedText.js"))

/** A live text at its last version. */
export interface TypedText {
  readonly text: string
  readonly version: number
  /** The changes that are not in a revision yet. */
  readonly unsaved: ReadonlyArray<LiveUpdateRecord>
}

/** Reads a live text at its last version. */
export const typedText = (
  {
    documents,
    live: repository
  }: {
    readonly documents: DocumentRepositoryService
    readonly live: LiveTextRepositoryService
  },
  { document, line, page, saved, space }: LiveTextRecord
): Effect.Effect<TypedText, Unavailable> =>
  Effect.gen(function* () {
    const body = yield* documents.markdown(space, document)
    const unsaved = yield* repository.updates(line, page, saved)
    if (unsaved.length === 0) return { text: body, version: saved, unsaved }
    const { markdownOf, textOf, withChanges } = yield* changedText.load
    return { text: markdownOf(withChanges(textOf(body), unsaved)), version: unsaved.at(-1)!.version, unsaved }
  })
