/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { createdAt, described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Timestamp, Url } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { User, type UserId } from "../../people/users/User.js"
import { ChangeRequestId } from "../change-requests/ChangeRequest.js"
import { PageId } from "../pages/PageId.js"
import { UploadId } from "../uploads/UploadId.js"
import { type ImportOutline, ImportSource } from "./Importer.js"
import { ImportId } from "./ImportId.js"

export { ImportId }

/** The state of an import: waiting, running, or ended in one of three ways. */
export const ImportStatus = Schema.Literal("pending", "running", "complete", "failed", "cancelled")
export type ImportStatus = typeof ImportStatus.Type

/** Sources that are more than one document or archive, so that they cannot be uploaded. */
const onlyThere: ReadonlySet<ImportSource> = new Set(["website", "github-wiki", "google-docs"])

/** The source of an import: an address or an upload, and the format of its content. */
export const ImportContent = Schema.Struct({
  url: optional(
    Url,
    "An http or https address, at most 2,048 characters. Private and reserved addresses are refused unless the server allows them."
  ),
  upload: optional(
    UploadId,
    "The id of a complete upload of the same caller to the same space: a document or an archive."
  ),
  source: described(
    ImportSource,
    "The content at the address: a `website` is followed from page to page, the others are one document or archive."
  )
})
  .pipe(
    Schema.filter(({ source, upload, url }) => {
      if (upload === undefined) return url !== undefined || { path: ["url"], message: "is missing, and so is upload" }
      if (url !== undefined) return { path: ["upload"], message: "expected url or upload, not both" }
      return !onlyThere.has(source) || { path: ["source"], message: `a ${source} is imported from its address` }
    })
  )
  .annotations({
    identifier: "ImportContent",
    jsonSchema: { description: "What to import: exactly one of `url` and `upload`." }
  })
export type ImportContent = typeof ImportContent.Type

const Count = Schema.Number.annotations({ jsonSchema: { type: "integer", minimum: 0 } })

/**
 * The result of an import: the revision that contains it, and the numbers of the pages and files found that are in it.
 */
export const ImportResult = Schema.Struct({
  revision: described(RevisionId, "The id of the revision that has the imported content."),
  importedResources: described(Count, "How many pages and files were imported."),
  totalResources: described(Count, "How many pages and files were found.")
}).annotations({ identifier: "ImportResult", description: "The outcome of an import." })
export type ImportResult = typeof ImportResult.Type

/**
 * The differences from an earlier import of the same address into the same space, page by page. Pages are compared by
 * their own addresses, and by their content at the time of each import: edits in the space do not matter.
 */
export const ImportChanges = Schema.Struct({
  since: described(Timestamp, "When the earlier import ended."),
  added: described(Count, "How many pages the earlier import did not have."),
  changed: described(Count, "How many pages have changed since then."),
  unchanged: described(Count, "How many pages have not changed since then."),
  removed: described(Count, "How many pages of the earlier import no longer exist."),
  pages: described(
    Schema.Array(
      Schema.Struct({
        address: described(Schema.String, "The address of the page."),
        change: described(Schema.Literal("added", "changed", "removed"), "What became of it.")
      })
    ),
    "The pages that differ, at most 1,000 of them."
  )
}).annotations({
  identifier: "ImportChanges",
  description: "What differs from an earlier import of the same address into the same space."
})
export type ImportChanges = typeof ImportChanges.Type

/**
 * The result of an import, the items that could not be imported, one sentence each, and the differences from the
 * previous import of the same address, if there was one.
 */
export interface ImportOutcome extends ImportResult {
  readonly problems: ReadonlyArray<string>
  readonly changes?: ImportChanges
}

/** Something that could not be imported as it is, with its place where that is known. */
export const ImportProblem = Schema.Struct({
  message: described(Schema.String, "What could not be imported, or is different now."),
  path: optional(
    Schema.String,
    "The address, or the path in the archive, that it is about. Absent if it is not about one of them."
  ),
  page: optional(PageId, "The id of the page that was made of what is at `path`. Absent if there is none.")
}).annotations({ identifier: "ImportProblem", description: "What an import could not do, and where." })
export type ImportProblem = typeof ImportProblem.Type

/**
 * An import as answered. `progress` counts pages and files: the known ones and the read ones. `result` is present when
 * the import is complete, `error` when it failed; `problems` lists the items that could not be imported.
 */
export const Import = Schema.Struct({
  object: Schema.Literal("import"),
  id: identified(ImportId),
  status: described(ImportStatus, "The status of the import; the last three are final."),
  url: described(
    Schema.String,
    "The address that is imported. For an upload, its name below `https://upload.invalid/`, where nothing can be."
  ),
  source: described(ImportSource, "The content at the address."),
  space: described(SpaceId, "The id of the space that it imports into."),
  changeRequest: optional(
    ChangeRequestId,
    "The id of the change request that it imports into. Absent for imports into the space itself."
  ),
  createdBy: optional(User, "The user who asked for the import. Absent if the server itself did."),
  createdAt,
  endedAt: optional(Timestamp, "When the import ended. Absent until then."),
  progress: described(
    Schema.Struct({
      found: described(Count, "How many pages and files are known so far."),
      read: described(Count, "How many of them have been read.")
    }),
    "The progress of the import, in pages and files."
  ),
  result: optional(ImportResult, "The outcome of the import. Only if `status` is `complete`."),
  changes: optional(
    ImportChanges,
    "What differs from the import of the same address before. Only if `status` is `complete`, and there was one."
  ),
  error: optional(Schema.String, "Why the import failed, in one sentence. Only if `status` is `failed`."),
  problems: described(Schema.Array(Schema.String), "What could not be imported, one sentence each."),
  problemDetails: described(
    Schema.Array(ImportProblem),
    "The sentences of `problems` in their order, with their places."
  ),
  urls: urls({ location })
}).annotations({ identifier: "Import", description: "An import that runs in the background, or that has ended." })
export type Import = typeof Import.Type

/**
 * An import as stored. It is `open` until nothing is left to do: it has ended, and its staged parts have been removed.
 * An import that a call waits for is performed by that call alone, and is dead if it is still open at `heldUntil`.
 */
export interface ImportRecord {
  readonly id: ImportId
  readonly space: SpaceId
  readonly changeRequest?: ChangeRequestId
  /** Absent if the embedding program imports. */
  readonly createdBy?: UserId
  readonly url: string
  /** The upload that is imported in place of what is at the address. */
  readonly upload?: UploadId
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
  /** The pages that were made of what is at the places of problems, by these places. */
  readonly problemPages?: Readonly<Record<string, PageId>>
  readonly changes?: ImportChanges
  /**
   * Hashes of the pages' texts, by their addresses. Only the last complete import of an address into a space has them,
   * until there is a newer one.
   */
  readonly texts?: Readonly<Record<string, string>>
  /** Present once everything has been read and until it is appended, so that reading is not repeated. */
  readonly outline?: ImportOutline
}
