/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { app, described, identified, named, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, Timestamp } from "../../foundation/schema/Text.js"
import { DocumentNode } from "../../text/markdown/DocumentNode.js"
import type { DialectName } from "../dialects/DialectName.js"
import { Computed } from "./Computed.js"
import { PageId } from "./PageId.js"
import { PageLayout } from "./PageLayout.js"
import { FileReference, GitBlob, PageCover, UrlReference, Variables } from "./PageParts.js"

export { PageId }

/**
 * The type of a page: a document with a body, a group of pages, a link to something else, or a page computed from
 * something.
 */
export const PageType = Schema.Literal("document", "group", "link", "computed")
export type PageType = typeof PageType.Type

/** The target of a link page. */
export const LinkTarget = Schema.Union(
  UrlReference,
  FileReference,
  Schema.Struct({ kind: Schema.Literal("page"), page: described(PageId, "The id of the page.") }).annotations(
    named("PageReference", "A page of the space, by its id.")
  )
).annotations(named("LinkTarget", "Where a link in the tree of pages leads."))
export type LinkTarget = typeof LinkTarget.Type

/** The fields of a page in addition to its place, title and text, wherever a page is plain data. */
export interface PageFields {
  /** What trees of pages show in place of the title. */
  readonly label?: string
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
  /** The target of a link. */
  readonly target?: LinkTarget
  /** The source of a computed page. */
  readonly computed?: Computed
  /** The file it was imported from. */
  readonly git?: GitBlob
  /** The tool that its text was written for, if that is another one than GitBook. */
  readonly dialect?: DialectName
}

const base = {
  id: identified(PageId),
  title: described(Text, "The title of the page, at most 256 characters."),
  label: optional(
    Text,
    "What navigation shows in place of the title, at most 256 characters. The page itself keeps its title."
  ),
  emoji: optional(Text, "The emoji beside the title. A page has an emoji, an icon or neither."),
  icon: optional(Text, "The name of the icon beside the title, such as `gear`."),
  createdAt: optional(Timestamp, "When the page was created."),
  updatedAt: optional(Timestamp, "When the page last changed.")
}
const visibility = {
  hidden: optional(
    Schema.Boolean,
    "`true` leaves the page out of the navigation of published sites, and out of search."
  ),
  noIndex: optional(Schema.Boolean, "`true` leaves the page out of search."),
  noRobotsIndex: optional(Schema.Boolean, "`true` asks search engines to leave the page out."),
  condition: optional(
    Schema.String,
    "An expression over `visitor.claims` that decides who sees the page on sites. Everybody does where it is absent."
  )
}

interface PageBase {
  readonly id: PageId
  readonly title: string
  readonly label?: string
  readonly emoji?: string
  readonly icon?: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

/** A page of text as answered. `markdown` or `document` is present only when a single page is read. */
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
  readonly condition?: string
  readonly documentId?: string
  readonly markdown?: string
  readonly document?: DocumentNode
  /** Present for a page that was computed: its source, and the id of the page it was computed for. */
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
  readonly condition?: string
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

/** A computed page as answered when it is not evaluated; evaluated, it is a {@link DocumentPage}. */
export interface ComputedPage extends PageBase {
  readonly type: "computed"
  readonly slug: string
  readonly path: string
  readonly hidden?: boolean
  readonly computed: Computed
  /** Always empty, as they are not evaluated. */
  readonly pages: readonly []
}

/** A page that can be below another page. */
export type ChildPage = DocumentPage | LinkPage | ComputedPage

/** A page as answered. */
export type Page = DocumentPage | GroupPage | LinkPage | ComputedPage

const LinkPageSchema: Schema.Schema<LinkPage, unknown> = Schema.Struct({
  ...base,
  kind: described(Schema.Literal("link"), "Always `link`. Kept for clients that expect it beside `type`."),
  type: Schema.Literal("link"),
  target: described(LinkTarget, "Where the link leads."),
  href: optional(Text, "The address that the link leads to. Absent where the target is not there."),
  hidden: optional(Schema.Boolean, "`true` leaves the link out of the navigation of published sites.")
}).annotations({ identifier: "LinkPage", description: "A link in the tree of pages." }) as never

const ComputedPageSchema: Schema.Schema<ComputedPage, unknown> = Schema.Struct({
  ...base,
  type: Schema.Literal("computed"),
  slug: described(Text, "The last segment of the path, unique among the siblings."),
  path: described(Text, "The path of the page: the slugs from the root, joined by `/`."),
  hidden: optional(Schema.Boolean, "`true` leaves the page out of the navigation of published sites."),
  computed: described(Computed, "What the page is computed from."),
  pages: described(Schema.Tuple(), "Always empty: the pages below are computed too.")
}).annotations({
  identifier: "ComputedPage",
  description:
    "A page computed from something else that was not evaluated: see the query `computed`. Evaluated, it is a document with pages below it."
}) as never

const children = Schema.Array(Schema.suspend((): Schema.Schema<ChildPage, unknown> => ChildPageSchema))

/** @see {@link DocumentPage} */
export const DocumentPage: Schema.Schema<DocumentPage, unknown> = Schema.Struct({
  ...base,
  kind: described(Schema.Literal("sheet"), "Always `sheet`. Kept for clients that expect it beside `type`."),
  type: Schema.Literal("document"),
  urls: urls({ app }),
  slug: described(Text, "The last segment of the path, unique among the siblings."),
  path: described(Text, "The path of the page: the slugs from the root, joined by `/`."),
  description: optional(Text, "A line about the page, at most 1,024 characters."),
  pages: described(children, "The pages below, in order."),
  git: optional(GitBlob, "The file that the page was imported from."),
  layout: described(PageLayout, "How the page is laid out."),
  cover: optional(PageCover, "The picture above the page."),
  variables: optional(Variables, "The variables of the page, which come before those of the space."),
  ...visibility,
  documentId: optional(Text, "Identifies the body of the page: equal bodies have equal ids."),
  markdown: optional(
    Schema.String,
    "The body in GitHub flavoured markdown, with front matter and block tags, if `format` is `markdown`."
  ),
  document: optional(DocumentNode, "The body as a tree, if `format` is `document`."),
  computed: optional(Computed, "What the page was computed from, if it was computed."),
  computedSeed: optional(Schema.String, "The id of the page that this one was computed for, if it was computed.")
}).annotations({
  identifier: "DocumentPage",
  description: "A page of text. Its body (`markdown` or `document`) is only in answers about one page."
}) as never

const ChildPageSchema: Schema.Schema<ChildPage, unknown> = Schema.Union(
  DocumentPage,
  LinkPageSchema,
  ComputedPageSchema
).annotations({ identifier: "ChildPage", description: "A page below another one." })

/** @see {@link GroupPage} */
export const GroupPage: Schema.Schema<GroupPage, unknown> = Schema.Struct({
  ...base,
  kind: described(Schema.Literal("group"), "Always `group`. Kept for clients that expect it beside `type`."),
  type: Schema.Literal("group"),
  slug: described(Text, "The last segment of the path, unique among the siblings."),
  path: described(Text, "The path of the group, which begins the paths of its pages."),
  ...visibility,
  pages: described(children, "The pages of the group, in order.")
}).annotations({
  identifier: "GroupPage",
  description: "A heading in the tree of pages, which has pages below it and no body. Only at the root."
}) as never

/** @see {@link Page} */
export const Page: Schema.Schema<Page, unknown> = Schema.Union(
  DocumentPage,
  GroupPage,
  LinkPageSchema,
  ComputedPageSchema
).annotations({
  identifier: "Page",
  description: "An entry in the tree of pages: a document, a group, a link, or a page that is computed."
})

/** @see {@link LinkPage} */
export const LinkPage = LinkPageSchema
