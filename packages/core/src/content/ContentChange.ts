/** A batch of changes to the content of a space or a change request, as it is sent. */
import * as Schema from "effect/Schema"
import { ConditionText } from "../conditions/ConditionText.js"
import { optional } from "../schema/Input.js"
import { Emoji, Icon, Text, text, Url } from "../schema/Text.js"
import { UploadId } from "../uploads/Upload.js"
import { ComputedInput } from "./Computed.js"
import { PageId } from "./Page.js"
import { longestDescription, longestTitle } from "./PageTitle.js"
import { RevisionId } from "./RevisionId.js"

/** A slug: lower-case letters and digits of any script, `-`, `_` and `.`, 1 to 100 characters, no `/`. */
export const Slug = text(1, 100).pipe(
  Schema.pattern(/^[\p{L}\p{N}_.~-]+$/u, { message: () => "expected letters, digits and dashes" })
)
const Ref = text(1, 64).pipe(Schema.pattern(/^[A-Za-z0-9_-]+$/, { message: () => "expected letters, digits, - and _" }))
const Markdown = Schema.Struct({ markdown: Text })

const fields = {
  document: optional(Markdown),
  title: optional(text(1, longestTitle)),
  slug: optional(Slug),
  description: optional(Schema.NullOr(text(0, longestDescription))),
  icon: optional(Schema.NullOr(Icon)),
  emoji: optional(Schema.NullOr(Emoji)),
  hidden: optional(Schema.Boolean),
  noIndex: optional(Schema.Boolean),
  noRobotsIndex: optional(Schema.Boolean),
  condition: optional(Schema.NullOr(ConditionText)),
  computed: optional(ComputedInput),
  at: optional(
    Schema.Number.pipe(Schema.filter((at) => (Number.isInteger(at) && at >= 0) || "expected an integer from 0"))
  )
}

/** Adds a page into another, or at the root; `ref` names it for later changes of the same batch. */
export const InsertPage = Schema.Struct({
  operation: Schema.Literal("insert_page"),
  ...fields,
  into: optional(Schema.NullOr(PageId)),
  ref: optional(Ref)
})

/** Changes what is given of a page, and moves it when `into` or `at` is given; `into: null` is the root. */
export const UpdatePage = Schema.Struct({
  operation: Schema.Literal("update_page"),
  page: PageId,
  ...fields,
  into: optional(Schema.NullOr(PageId))
})

/** Removes a page with its descendants. */
export const DeletePage = Schema.Struct({ operation: Schema.Literal("delete_page"), page: PageId })

/** Puts a page back to what it was in a revision; to what it was before its last change when none is named. */
export const RevertPage = Schema.Struct({
  operation: Schema.Literal("revert_page"),
  page: PageId,
  revision: optional(RevisionId)
})

/** A file of a batch: its bytes in base64 (at most 1 MB), an address to fetch them from, or the id of an upload. */
export const InsertFile = Schema.Struct({
  name: text(1, 256),
  contentType: optional(text(1, 256)),
  ref: optional(Ref),
  url: optional(Url),
  base64: optional(Schema.String.pipe(Schema.maxLength(1_400_000))),
  upload: optional(UploadId)
}).pipe(
  Schema.filter(({ base64, upload, url }) => {
    const [first, second] = Object.entries({ base64, url, upload }).filter(([, given]) => given !== undefined)
    if (first === undefined) return { path: ["base64"], message: "is missing, and so are url and upload" }
    return second === undefined || { path: [second[0]], message: `expected ${first[0]} or ${second[0]}, not both` }
  })
)

/** @see {@link InsertFile} */
export type InsertFile = typeof InsertFile.Type

/** Adds files. */
export const InsertFiles = Schema.Struct({
  operation: Schema.Literal("insert_files"),
  files: Schema.Array(InsertFile).pipe(Schema.minItems(1), Schema.maxItems(20))
})

/** One change; `operation` says which. */
export const ContentChange = Schema.Union(InsertPage, UpdatePage, DeletePage, RevertPage, InsertFiles)
/** @see {@link ContentChange} */
export type ContentChange = typeof ContentChange.Type

/** The most files of a batch that are fetched. */
const maxFetched = 20

const fetchedIn = (changes: ReadonlyArray<ContentChange>): number =>
  changes.flatMap((change) => (change.operation === "insert_files" ? change.files : [])).filter(({ url }) => url).length

/** 1 to 50 changes, applied in order as one revision or not at all. */
export const ContentBatch = Schema.Struct({
  changes: Schema.Array(ContentChange).pipe(
    Schema.minItems(1),
    Schema.maxItems(50),
    Schema.filter((changes) => fetchedIn(changes) <= maxFetched || `expected at most ${maxFetched} files by url`)
  )
}).annotations({ identifier: "ContentBatch" })
/** @see {@link ContentBatch} */
export type ContentBatch = typeof ContentBatch.Type
