/**
 * A batch of changes to the content of a space or a change request, as sent by the caller.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { isNoSegment } from "../../foundation/ids/Names.js"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Emoji, firstLine, Icon, Text, text, Url } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import { ConditionText } from "../../text/conditions/ConditionText.js"
import { ComputedInput } from "../pages/Computed.js"
import { PageId } from "../pages/PageId.js"
import { PageLayout } from "../pages/PageLayout.js"
import { PageCover } from "../pages/PageParts.js"
import { longestDescription, longestTitle } from "../pages/PageTitle.js"
import { UploadId } from "../uploads/UploadId.js"

/**
 * A slug: lower-case letters and digits of any script, `-`, `_` and `.`, 1 to 100 characters, no `/`; not `.`,
 * `..` or `~`.
 */
export const Slug = text(1, 100).pipe(
  Schema.pattern(/^[\p{L}\p{N}_.~-]+$/u, { message: () => "expected letters, digits and dashes" }),
  Schema.filter((slug) => !isNoSegment(slug) || `expected a name, got ${JSON.stringify(slug)}`)
)
const Label = text(1, longestTitle).pipe(
  Schema.filter(
    (label) => label === firstLine(label, longestTitle) || "expected one line, and no more spaces than needed"
  )
)
const Ref = text(1, 64).pipe(Schema.pattern(/^[A-Za-z0-9_-]+$/, { message: () => "expected letters, digits, - and _" }))
const Markdown = Schema.Struct({
  markdown: described(
    Text,
    "The text in GitHub flavoured markdown, at most 1 MB by default. A title in its front matter or first heading wins over `title`."
  )
})

/** Front matter writes both kinds as one word, so that an address neither looks like a file's nor has spaces. */
const isWord = (ref: PageCover["ref"]): boolean =>
  ref?.kind !== "url" || (ref.url.length <= 2_048 && /^(?!\/files\/)\S+$/.test(ref.url))
const CoverInput = Schema.Struct({
  ref: PageCover.fields.ref,
  refDark: PageCover.fields.refDark,
  yPos: optional(
    Schema.Number.pipe(Schema.filter((yPos) => Number.isFinite(yPos) || "expected a number")),
    "How far the picture is shifted vertically within its frame, in pixels; 0 when omitted."
  )
})
  .pipe(
    Schema.filter(({ ref, refDark }) => {
      if (ref === undefined && refDark === undefined) return { path: ["ref"], message: "is missing, and so is refDark" }
      const wrong = isWord(ref) ? (isWord(refDark) ? undefined : "refDark") : "ref"
      return wrong === undefined || { path: [wrong, "url"], message: "expected an address without spaces" }
    })
  )
  .annotations(named("CoverInput", "The picture above a page. Addresses have at most 2,048 characters and no spaces."))
const LayoutInput = Schema.partialWith(PageLayout, { exact: true }).annotations(
  named("LayoutInput", "How a page is laid out. What is omitted has its default.")
)

const fields = {
  document: optional(Markdown, "The body of the page."),
  title: optional(text(1, longestTitle), "The title, 1 to 256 characters."),
  label: optional(
    Schema.NullOr(Label),
    "What navigation shows in place of the title, 1 to 256 characters; `null` removes it."
  ),
  slug: optional(
    Schema.NullOr(Slug),
    "The last segment of the path: letters and digits of any script, `-`, `_`, `.` and `~`; unique among the siblings. `null` makes it from the title, and so does leaving it out for a new page."
  ),
  description: optional(
    Schema.NullOr(text(0, longestDescription)),
    "A line about the page, at most 1,024 characters; `null` removes it."
  ),
  icon: optional(Schema.NullOr(Icon), "The name of an icon, such as `gear`; `null` removes it."),
  emoji: optional(Schema.NullOr(Emoji), "One emoji, as a character or as code points in hex; `null` removes it."),
  hidden: optional(
    Schema.Boolean,
    "Whether to leave the page out of the navigation of published sites, and out of search."
  ),
  noIndex: optional(Schema.Boolean, "Whether to leave the page out of search."),
  noRobotsIndex: optional(Schema.Boolean, "Whether to ask search engines to leave the page out."),
  condition: optional(
    Schema.NullOr(ConditionText),
    "An expression over `visitor.claims` that decides who sees the page on sites, at most 1,024 characters; `null` removes it."
  ),
  cover: optional(Schema.NullOr(CoverInput), "The picture above the page; `null` removes it."),
  layout: optional(
    Schema.NullOr(LayoutInput),
    "How the page is laid out, in the place of what was set before; `null` is the default."
  ),
  computed: optional(ComputedInput, "What to compute the page from. Such a page has no body of its own."),
  at: optional(
    Schema.Number.pipe(Schema.filter((at) => (Number.isInteger(at) && at >= 0) || "expected an integer from 0")),
    "The index among the siblings, from 0; last when omitted."
  )
}

/** Adds a page into another, or at the root; `ref` is a name for it in later changes of the same batch. */
export const InsertPage = Schema.Struct({
  operation: Schema.Literal("insert_page"),
  ...fields,
  into: optional(
    Schema.NullOr(PageId),
    "The id of the page to insert into, or the `ref` of one of the same batch as `./ref`; the root when `null` or omitted."
  ),
  ref: optional(Ref, "A name for the page, which later changes and links of the same batch can use as `./ref`.")
}).annotations(named("InsertPage", "Adds a page. Both title and body are optional."))

/** Changes the given fields of a page, and moves it if `into` or `at` is given; `into: null` is the root. */
export const UpdatePage = Schema.Struct({
  operation: Schema.Literal("update_page"),
  page: described(PageId, "The id of the page."),
  ...fields,
  into: optional(
    Schema.NullOr(PageId),
    "The id of the page to move into; `null` is the root. When omitted, the page stays where it is."
  )
}).annotations(named("UpdatePage", "Changes a page. Omitted fields stay as they are."))

/** Removes a page with its descendants. */
export const DeletePage = Schema.Struct({
  operation: Schema.Literal("delete_page"),
  page: described(PageId, "The id of the page.")
}).annotations(named("DeletePage", "Deletes a page with everything below it."))

/** Reverts a page to its state in a revision, or, without one, to its state before its last change. */
export const RevertPage = Schema.Struct({
  operation: Schema.Literal("revert_page"),
  page: described(PageId, "The id of the page."),
  revision: optional(RevisionId, "The id of the revision; the one before the last change of the page when omitted.")
}).annotations(named("RevertPage", "Puts a page back to how it was in an earlier revision."))

/** A file of a batch: its bytes in base64 (at most 1 MB), an address to fetch them from, or the id of an upload. */
export const InsertFile = Schema.Struct({
  name: described(text(1, 256), "The name of the file with its extension, 1 to 256 characters."),
  contentType: optional(text(1, 256), "The media type; found out from the name and the bytes when omitted."),
  ref: optional(Ref, "A name for the file, which links in the same batch can use as `./ref`."),
  url: optional(Url, "An http or https address that the server fetches the file from. At most 20 files of a batch."),
  base64: optional(
    Schema.String.pipe(Schema.maxLength(1_400_000)),
    "The bytes in base64, at most 1 MB before encoding."
  ),
  upload: optional(UploadId, "The id of a complete upload of the same caller to the same space.")
})
  .pipe(
    Schema.filter(({ base64, upload, url }) => {
      const [first, second] = Object.entries({ base64, url, upload }).filter(([, given]) => given !== undefined)
      if (first === undefined) return { path: ["base64"], message: "is missing, and so are url and upload" }
      return second === undefined || { path: [second[0]], message: `expected ${first[0]} or ${second[0]}, not both` }
    })
  )
  .annotations(
    named("InsertFile", "A file to add. Exactly one of `url`, `base64` and `upload` says where its bytes come from.")
  )

export type InsertFile = typeof InsertFile.Type

/** Adds files. */
export const InsertFiles = Schema.Struct({
  operation: Schema.Literal("insert_files"),
  files: described(Schema.Array(InsertFile).pipe(Schema.minItems(1), Schema.maxItems(20)), "The files, 1 to 20.")
}).annotations(named("InsertFiles", "Adds files."))

/** One change; `operation` says which. */
export const ContentChange = Schema.Union(InsertPage, UpdatePage, DeletePage, RevertPage, InsertFiles).annotations(
  named("ContentChange", "One change of content; `operation` says which.")
)
export type ContentChange = typeof ContentChange.Type

/** The maximum number of files that a batch can have fetched. */
const maxFetched = 20

const fetchedIn = (changes: ReadonlyArray<ContentChange>): number =>
  changes.flatMap((change) => (change.operation === "insert_files" ? change.files : [])).filter(({ url }) => url).length

/** 1 to 50 changes, applied in order as one revision or not at all. */
export const ContentBatch = Schema.Struct({
  changes: described(
    Schema.Array(ContentChange).pipe(
      Schema.minItems(1),
      Schema.maxItems(50),
      Schema.filter((changes) => fetchedIn(changes) <= maxFetched || `expected at most ${maxFetched} files by url`)
    ),
    "The changes, 1 to 50. Later ones see what earlier ones did."
  )
}).annotations({
  identifier: "ContentBatch",
  description: "Changes of content, applied in order as one revision or not at all."
})
export type ContentBatch = typeof ContentBatch.Type
