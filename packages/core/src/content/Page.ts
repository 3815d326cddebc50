import * as Schema from "effect/Schema"
import { DocumentNode } from "../markdown/DocumentNode.js"
import { optional } from "../schema/Input.js"
import { Text, Timestamp } from "../schema/Text.js"
import { Computed } from "./Computed.js"
import { FileId } from "./File.js"

/** A page's id: the same in every revision, through renames and moves. */
export const PageId = Schema.String.pipe(Schema.brand("PageId"))
/** @see {@link PageId} */
export type PageId = typeof PageId.Type

/** What a page is: a document with a body, a group of pages, a link to something else, or computed from something. */
export const PageType = Schema.Literal("document", "group", "link", "computed")
/** @see {@link PageType} */
export type PageType = typeof PageType.Type

/** The git identity of an imported file: its blob id and its path in the repository. */
export const GitBlob = Schema.Struct({ oid: Text, path: Text })
/** @see {@link GitBlob} */
export type GitBlob = typeof GitBlob.Type

/** How a page is laid out, every field set. */
export const PageLayout = Schema.Struct({
  width: Schema.Literal("default", "wide"),
  cover: Schema.Boolean,
  coverSize: Schema.Literal("hero", "full"),
  title: Schema.Boolean,
  description: Schema.Boolean,
  tableOfContents: Schema.Boolean,
  outline: Schema.Boolean,
  pagination: Schema.Boolean,
  metadata: Schema.Boolean
})
/** @see {@link PageLayout} */
export type PageLayout = typeof PageLayout.Type

/** The layout of a page that sets none. */
export const defaultLayout: PageLayout = {
  width: "default",
  cover: true,
  coverSize: "hero",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true
}

const FileReference = Schema.Struct({ kind: Schema.Literal("file"), file: FileId })
const UrlReference = Schema.Struct({ kind: Schema.Literal("url"), url: Text })

/** The picture above a page. */
export const PageCover = Schema.Struct({
  ref: optional(Schema.Union(FileReference, UrlReference)),
  refDark: optional(Schema.Union(FileReference, UrlReference)),
  yPos: Schema.Number
})
/** @see {@link PageCover} */
export type PageCover = typeof PageCover.Type

/** Where a link page leads. */
export const LinkTarget = Schema.Union(
  UrlReference,
  FileReference,
  Schema.Struct({ kind: Schema.Literal("page"), page: PageId })
)
/** @see {@link LinkTarget} */
export type LinkTarget = typeof LinkTarget.Type

/** Named texts that expressions in pages can use. */
export const Variables = Schema.Record({ key: Schema.String, value: Schema.String })
/** @see {@link Variables} */
export type Variables = typeof Variables.Type

/** What is known of a page besides its place, its title and its text, wherever a page is kept as plain data. */
export interface PageFields {
  readonly description?: string
  readonly emoji?: string
  readonly icon?: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly condition?: string
  readonly layout?: Partial<PageLayout>
  readonly cover?: PageCover
  readonly variables?: Variables
  /** Where a link leads. */
  readonly target?: LinkTarget
  /** What a computed page is computed from. */
  readonly computed?: Computed
  /** The file it was imported from. */
  readonly git?: GitBlob
}

const base = {
  id: PageId,
  title: Text,
  emoji: optional(Text),
  icon: optional(Text),
  createdAt: optional(Timestamp),
  updatedAt: optional(Timestamp)
}
const visibility = {
  hidden: optional(Schema.Boolean),
  noIndex: optional(Schema.Boolean),
  noRobotsIndex: optional(Schema.Boolean)
}

interface PageBase {
  readonly id: PageId
  readonly title: string
  readonly emoji?: string
  readonly icon?: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

/** A page of text as answered. `markdown` or `document` only in the reads of one page. */
export interface DocumentPage extends PageBase {
  readonly kind: "sheet"
  readonly type: "document"
  readonly urls: { readonly app: string }
  readonly slug: string
  readonly path: string
  readonly description?: string
  readonly pages: ReadonlyArray<ChildPage>
  readonly git?: GitBlob
  readonly layout: PageLayout
  readonly cover?: PageCover
  readonly variables?: Variables
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly documentId?: string
  readonly markdown?: string
  readonly document?: DocumentNode
  /** Of a page that was computed: from what, and the id of the page it was computed for. */
  readonly computed?: Computed
  readonly computedSeed?: string
}

/** A group of pages as answered. */
export interface GroupPage extends PageBase {
  readonly kind: "group"
  readonly type: "group"
  readonly slug: string
  readonly path: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly pages: ReadonlyArray<ChildPage>
}

/** A link in the page tree as answered. */
export interface LinkPage extends PageBase {
  readonly kind: "link"
  readonly type: "link"
  readonly target: LinkTarget
  readonly href?: string
  readonly hidden?: boolean
}

/** A computed page as answered where it is not evaluated; evaluated it is a {@link DocumentPage}. */
export interface ComputedPage extends PageBase {
  readonly type: "computed"
  readonly slug: string
  readonly path: string
  readonly hidden?: boolean
  readonly computed: Computed
  /** None: they are not evaluated. */
  readonly pages: readonly []
}

/** What stands below other pages. */
export type ChildPage = DocumentPage | LinkPage | ComputedPage

/** A page as answered. */
export type Page = DocumentPage | GroupPage | LinkPage | ComputedPage

const LinkPageSchema: Schema.Schema<LinkPage, unknown> = Schema.Struct({
  ...base,
  kind: Schema.Literal("link"),
  type: Schema.Literal("link"),
  target: LinkTarget,
  href: optional(Text),
  hidden: optional(Schema.Boolean)
}).annotations({ identifier: "LinkPage" }) as never

const ComputedPageSchema: Schema.Schema<ComputedPage, unknown> = Schema.Struct({
  ...base,
  type: Schema.Literal("computed"),
  slug: Text,
  path: Text,
  hidden: optional(Schema.Boolean),
  computed: Computed,
  pages: Schema.Tuple()
}).annotations({ identifier: "ComputedPage" }) as never

const children = Schema.Array(Schema.suspend((): Schema.Schema<ChildPage, unknown> => ChildPageSchema))

/** @see {@link DocumentPage} */
export const DocumentPage: Schema.Schema<DocumentPage, unknown> = Schema.Struct({
  ...base,
  kind: Schema.Literal("sheet"),
  type: Schema.Literal("document"),
  urls: Schema.Struct({ app: Schema.String }),
  slug: Text,
  path: Text,
  description: optional(Text),
  pages: children,
  git: optional(GitBlob),
  layout: PageLayout,
  cover: optional(PageCover),
  variables: optional(Variables),
  ...visibility,
  documentId: optional(Text),
  markdown: optional(Schema.String),
  document: optional(DocumentNode),
  computed: optional(Computed),
  computedSeed: optional(Schema.String)
}).annotations({ identifier: "DocumentPage" }) as never

const ChildPageSchema: Schema.Schema<ChildPage, unknown> = Schema.Union(
  DocumentPage,
  LinkPageSchema,
  ComputedPageSchema
).annotations({ identifier: "ChildPage" })

/** @see {@link GroupPage} */
export const GroupPage: Schema.Schema<GroupPage, unknown> = Schema.Struct({
  ...base,
  kind: Schema.Literal("group"),
  type: Schema.Literal("group"),
  slug: Text,
  path: Text,
  ...visibility,
  pages: children
}).annotations({ identifier: "GroupPage" }) as never

/** @see {@link Page} */
export const Page: Schema.Schema<Page, unknown> = Schema.Union(
  DocumentPage,
  GroupPage,
  LinkPageSchema,
  ComputedPageSchema
).annotations({ identifier: "Page" })

/** @see {@link LinkPage} */
export const LinkPage = LinkPageSchema
