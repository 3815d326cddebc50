/** The files of batches. The code that stores them is loaded for the first batch that has any. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { LecternError, NotFound, Unavailable } from "../../foundation/errors/Errors.js"
import type { Actor } from "../../people/access/Actor.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { ContentChange, InsertFile } from "../editing/ContentChange.js"
import type { TakenFile } from "./FileItems.js"

/** The files of a batch, by the file as it was sent. */
export interface TakenFiles {
  readonly files: ReadonlyMap<InsertFile, TakenFile>
  /**
   * Adds their bytes to the bytes that the space holds, in the transaction that inserts them, and ends the uploads
   * among them, none of which can be inserted again.
   */
  readonly claim: Effect.Effect<void, NotFound | Unavailable>
}

/** Stores the bytes of all files that changes to a space insert. */
export type TakeFiles = (
  space: SpaceId,
  changes: ReadonlyArray<ContentChange>
) => Effect.Effect<TakenFiles, LecternError, Actor>

/** Inserts files into content. */
export interface FileInsertionService {
  readonly take: TakeFiles
}

/** The insertion of files. */
export class FileInsertion extends Context.Tag("@lectern/core/FileInsertion")<FileInsertion, FileInsertionService>() {}

const none = Effect.succeed({ files: new Map(), claim: Effect.void })

const hasFiles = (changes: ReadonlyArray<ContentChange>): boolean =>
  changes.some(({ operation }) => operation === "insert_files")

/** Takes the files of changes; changes without files load nothing. */
export const makeTakeFiles: Effect.Effect<TakeFiles, never, FileInsertion> = Effect.map(
  FileInsertion,
  ({ take }): TakeFiles =>
    (space, changes) =>
      hasFiles(changes) ? take(space, changes) : none
)
