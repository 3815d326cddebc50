/** The files of batches. The code that stores them is loaded for the first batch that has any. */
import * as Effect from "effect/Effect"
import { lazyService } from "../../storage/services/LazyService.js"
import type { ContentChange } from "../editing/ContentChange.js"
import type { FileInsertion, TakeFiles } from "./FileInsertion.js"

/** The insertion of the files of batches. */
export const fileInsertion = lazyService("FileInsertion", () => import("./FileInsertion.js"), ["take"])

const none = Effect.succeed({ files: new Map(), claim: Effect.void })

const hasFiles = (changes: ReadonlyArray<ContentChange>): boolean =>
  changes.some(({ operation }) => operation === "insert_files")

/** Stores the bytes of all files that changes to a space insert. */
export const makeTakeFiles: Effect.Effect<TakeFiles, never, FileInsertion> = Effect.map(
  Effect.context<FileInsertion>(),
  (context) => {
    const { take } = fileInsertion.of(context)
    return (space, changes) => (hasFiles(changes) ? take(space, changes) : none)
  }
)
