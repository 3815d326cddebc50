import * as Schema from "effect/Schema"
import { ChangeRequestId } from "../change-requests/ChangeRequest.js"
import { RevisionId } from "../content/RevisionId.js"
import { optional } from "../schema/Input.js"
import { Timestamp, Url } from "../schema/Text.js"
import { SpaceId } from "../spaces/Space.js"
import { User, type UserId } from "../users/User.js"
import { type ImportOutline, ImportSource } from "./Importer.js"

/** An import's id. */
export const ImportId = Schema.String.pipe(Schema.brand("ImportId"))
/** @see {@link ImportId} */
export type ImportId = typeof ImportId.Type

/** Where an import is: it waits, works, or has ended in one of three ways. */
export const ImportStatus = Schema.Literal("pending", "running", "complete", "failed", "cancelled")
/** @see {@link ImportStatus} */
export type ImportStatus = typeof ImportStatus.Type

/** What is imported: an address, and what it holds. */
export const ImportContent = Schema.Struct({ url: Url, source: ImportSource }).annotations({
  identifier: "ImportContent"
})
/** @see {@link ImportContent} */
export type ImportContent = typeof ImportContent.Type

const Count = Schema.Number.annotations({ jsonSchema: { type: "integer", minimum: 0 } })

/** What came of an import: the revision that has it, and how many of the pages and files that were found are in it. */
export const ImportResult = Schema.Struct({
  revision: RevisionId,
  importedResources: Count,
  totalResources: Count
}).annotations({ identifier: "ImportResult" })
/** @see {@link ImportResult} */
export type ImportResult = typeof ImportResult.Type

/** What came of an import, and what of it could not be taken over, one sentence each. */
export interface ImportOutcome extends ImportResult {
  readonly problems: ReadonlyArray<string>
}

/**
 * An import as answered. `progress` counts pages and files: those known of, and those read. `result` is there when it is
 * complete, `error` when it failed; `problems` are what could not be taken over.
 */
export const Import = Schema.Struct({
  object: Schema.Literal("import"),
  id: ImportId,
  status: ImportStatus,
  url: Schema.String,
  source: ImportSource,
  space: SpaceId,
  changeRequest: optional(ChangeRequestId),
  createdBy: optional(User),
  createdAt: Timestamp,
  endedAt: optional(Timestamp),
  progress: Schema.Struct({ found: Count, read: Count }),
  result: optional(ImportResult),
  error: optional(Schema.String),
  problems: Schema.Array(Schema.String),
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "Import" })
/** @see {@link Import} */
export type Import = typeof Import.Type

/**
 * An import as stored. `open` until nothing is left to do for it: it ended, and what it staged is gone. One that a call
 * waits for is nobody else's to perform, and has died with its call when it is still open at `heldUntil`.
 */
export interface ImportRecord {
  readonly id: ImportId
  readonly space: SpaceId
  readonly changeRequest?: ChangeRequestId
  /** Absent where the embedding program imports. */
  readonly createdBy?: UserId
  readonly url: string
  readonly source: ImportSource
  readonly maxPages: number
  readonly status: ImportStatus
  readonly open: boolean
  readonly heldUntil?: string
  readonly createdAt: string
  readonly endedAt?: string
  readonly found: number
  readonly read: number
  readonly result?: ImportResult
  readonly error?: string
  readonly problems?: ReadonlyArray<string>
  /** There from when everything is read until it is appended: reading is not begun again. */
  readonly outline?: ImportOutline
}
