/** The imports with work left to do. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { now } from "../ids/Time.js"
import { Storage } from "../storage/Storage.js"
import type { ImportId, ImportRecord } from "./Import.js"
import { importRows } from "./ImportTables.js"

/** Whether the call that performed an import has ended without finishing it. */
export const isDead = ({ heldUntil: until }: ImportRecord, at: string): boolean => until !== undefined && until < at

/** The unfinished imports that no call is performing. */
export const unfinishedImports: Effect.Effect<ReadonlyArray<ImportId>, Unavailable, Storage> = Effect.gen(function* () {
  const at = yield* now
  const open = yield* importRows(yield* Storage).scan({ index: "open", prefix: [1] })
  return open.flatMap(({ value }) => (value.heldUntil === undefined || isDead(value, at) ? [value.id] : []))
})
