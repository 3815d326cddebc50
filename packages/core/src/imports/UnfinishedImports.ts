/** The imports for which something is left to do. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { now } from "../ids/Time.js"
import type { ImportId, ImportRecord } from "./Import.js"
import type { ImportRepository, ImportRepositoryService } from "./ImportRepository.js"

/** The tag of the repository, without the code of the repository, which is loaded with the imports. */
const repository = Context.GenericTag<ImportRepository, ImportRepositoryService>("@lectern/core/ImportRepository")

/** Whether the call that did an import has ended without doing it. */
export const isDead = ({ heldUntil: until }: ImportRecord, at: string): boolean => until !== undefined && until < at

/** The imports that no call does any more and that are not done. */
export const unfinishedImports: Effect.Effect<ReadonlyArray<ImportId>, Unavailable, ImportRepository> = Effect.gen(
  function* () {
    const at = yield* now
    const open = yield* (yield* repository).open()
    return open.flatMap((one) => (one.heldUntil === undefined || isDead(one, at) ? [one.id] : []))
  }
)
