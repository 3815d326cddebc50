/**
 * Content is versioned item by item. An item (a page, a file, a reusable content, the variables) has one row per
 * version, each with the interval of sequence numbers in which it was current on its line: `from` inclusive, `until`
 * exclusive, {@link open} while it is current. A revision is a sequence number on a line, so making one copies nothing.
 */
import type { DialectName } from "../dialects/DialectName.js"
import type { FileId } from "../files/File.js"
import type { PageFields, PageId, PageType } from "../pages/Page.js"
import type { GitBlob, Variables } from "../pages/PageParts.js"
import type { LayoutSource } from "../sync/SpaceTree.js"

/** The `until` of a version that is current. */
export const open = Number.MAX_SAFE_INTEGER

/** The content of an item's version, independent of its line and interval. */
export type ItemValue = PageItem | FileItem | ReusableContentItem | VariablesItem | RedirectsItem | SourceItem

/** The kinds of items. */
export type ItemKind = ItemValue["kind"]

/** The items of one kind. */
export type ItemOf<K extends ItemKind> = Extract<ItemValue, { readonly kind: K }>

/** Whether an item exists and is of a kind. */
export const isKind = <K extends ItemKind>(value: ItemValue | undefined, kind: K): value is ItemOf<K> =>
  value?.kind === kind

/** One stored version of an item; `deleted` marks a version that hides the one on the line below: see `View`. */
export interface ItemVersion<V extends ItemValue = ItemValue> {
  readonly line: string
  readonly from: number
  readonly until: number
  readonly value: V
  readonly deleted?: true
}

/** A version, if it exists and is of a kind. */
export const ofKind = <K extends ItemKind>(
  version: ItemVersion | undefined,
  kind: K
): ItemVersion<ItemOf<K>> | undefined =>
  version === undefined ? undefined : versionsOf([{ value: version }], kind)[0]?.value

/** The versions of one kind, stored or not. */
export const versionsOf = <K extends ItemKind, S extends { readonly value: ItemVersion }>(
  versions: ReadonlyArray<S>,
  kind: K
): ReadonlyArray<S & { readonly value: ItemVersion<ItemOf<K>> }> =>
  versions.filter((each): each is S & { readonly value: ItemVersion<ItemOf<K>> } => each.value.value.kind === kind)

/**
 * A page as stored. `parent` is empty at the root; `path` joins the slugs from the root, empty for links;
 * `document` is the hash of its body.
 */
export interface PageItem extends PageFields {
  readonly kind: "page"
  readonly id: PageId
  readonly type: PageType
  readonly parent: PageId | ""
  readonly position: string
  readonly slug: string
  readonly path: string
  readonly title: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly document?: string
  /** The spelling of links in the file this page was imported from, if that is not the plain relative path. */
  readonly spellings?: Readonly<Record<string, ReadonlyArray<string>>>
}

/** A file as stored; `hash` is the key of its bytes in the blob store. */
export interface FileItem {
  readonly kind: "file"
  readonly id: FileId
  readonly name: string
  readonly contentType: string
  /** Present for text in UTF-8. */
  readonly charset?: "utf-8"
  readonly size: number
  readonly hash: string
  readonly dimensions?: { readonly width: number; readonly height: number }
  readonly createdAt: string
  readonly git?: GitBlob
}

/** A part that pages include by `{% include %}`; `document` is the hash of its body. */
export interface ReusableContentItem {
  readonly kind: "reusable-content"
  readonly id: string
  readonly title: string
  readonly document: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly git?: GitBlob
  readonly spellings?: Readonly<Record<string, ReadonlyArray<string>>>
}

/** The variables of a space: one item, whose id is `variables`. */
export interface VariablesItem {
  readonly kind: "variables"
  readonly id: "variables"
  readonly values: Variables
  readonly git?: GitBlob
}

/** Old paths that lead to pages: one item, whose id is `redirects`. */
export interface RedirectsItem {
  readonly kind: "redirects"
  readonly id: "redirects"
  readonly values: Readonly<Record<string, PageId>>
}

/** The layout of the folder that the space came from: one item, whose id is `source`. */
export interface SourceItem {
  readonly kind: "source"
  readonly id: "source"
  readonly values: LayoutSource
}

/** The dialect of the text of an item, if it is another one than GitBook's. */
export const dialectOf = (value: object | undefined): DialectName | undefined =>
  value !== undefined && "dialect" in value ? (value as Partial<PageItem>).dialect : undefined

/** The id of the body of an item, if it has one. */
export const bodyOf = (value: ItemValue | undefined): string | undefined =>
  value !== undefined && "document" in value ? value.document : undefined
