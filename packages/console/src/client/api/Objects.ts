/** Objects of the API, as far as the console reads them. */

/** An organization. */
export interface Organization {
  readonly id: string
  readonly title: string
  readonly permissions: { readonly admin: boolean }
}

/** A collection of spaces. */
export interface Collection {
  readonly id: string
  readonly title: string
  readonly parent?: string
}

/** A space, with what the caller may do. */
export interface Space {
  readonly id: string
  readonly title: string
  readonly emoji?: string
  readonly organization: string
  readonly parent?: string
  readonly updatedAt: string
  /** How many of its change requests are open. */
  readonly changeRequestsOpen: number
  readonly revision: string
  readonly editMode: "live" | "locked"
  /** Whether main is changed by merging only. */
  readonly protected?: boolean
  readonly urls: { readonly app: string; readonly published?: string }
  readonly permissions: {
    readonly edit: boolean
    readonly review: boolean
    readonly admin: boolean
    readonly comment?: boolean
  }
}

/** A page in the tree of its space. */
export interface PageNode {
  readonly id: string
  readonly type: "document" | "group" | "link" | "computed"
  readonly title: string
  /** What trees show in place of the title. */
  readonly label?: string
  readonly slug?: string
  readonly path?: string
  readonly emoji?: string
  readonly hidden?: boolean
  readonly pages?: ReadonlyArray<PageNode>
}

/** A picture: a file of the space, or an address elsewhere. */
export type Picture = { readonly kind: "file"; readonly file: string } | { readonly kind: "url"; readonly url: string }

/** Everything about a page but its text. */
export interface PageDetails extends PageNode {
  readonly description?: string
  readonly icon?: string
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly condition?: string
  readonly cover?: { readonly ref?: Picture; readonly refDark?: Picture; readonly yPos: number }
  readonly layout: {
    readonly width: "default" | "wide"
    readonly coverSize: "hero" | "full"
    readonly cover: boolean
    readonly title: boolean
    readonly description: boolean
    readonly tableOfContents: boolean
    readonly outline: boolean
    readonly pagination: boolean
    readonly metadata: boolean
  }
}

/** A file of a space. */
export interface SpaceFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
}

/** A place in content, or an address outside of it; other kinds of places are not shown. */
export type ContentLocation =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "page"; readonly page: PageNode; readonly space: Pick<Space, "id" | "title"> }
  | { readonly kind: "other" }

/** A link of a page. */
export interface LinkItem {
  readonly status: "ok" | "broken" | "in-app"
  readonly targetReference: ContentLocation
  readonly locationReferences: ReadonlyArray<ContentLocation>
}

/** Somebody, as others see them. */
export interface User {
  readonly id: string
  readonly displayName: string
  readonly email?: string
}

/** A change request. */
export interface ChangeRequest {
  readonly id: string
  readonly number: number
  readonly status: "draft" | "open" | "merged" | "archived"
  readonly subject: string
  readonly description?: { readonly markdown: string }
  readonly createdBy: User
  readonly createdAt: string
  readonly updatedAt: string
  readonly reviewers?: ReadonlyArray<Reviewer>
  readonly revision: string
  /** The revision of main that it was last updated from, if it was. */
  readonly revisionMergedAncestor?: string
  readonly revisionMerged?: string
  /** How many open comments there are. */
  readonly comments: number
  /** Whether main has changed since it was opened or last updated. */
  readonly outdated: boolean
  /** The last merge, if it was against the rules. */
  readonly overridden?: { readonly by?: User; readonly at: string }
}

/** Somebody who was asked for a review of a change request, or has given one. */
export interface Reviewer {
  readonly user: User
  readonly status: "requested" | "approved" | "changes-requested"
  readonly outdated: boolean
}

/** A node of the tree of a text. */
export interface DocumentNode {
  readonly object: "document" | "block" | "inline" | "text"
  readonly type?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly nodes?: ReadonlyArray<DocumentNode>
  readonly text?: string
  readonly marks?: ReadonlyArray<string>
}

/** A value before and after; absent where there was none. */
export interface AttributeChange {
  readonly before?: unknown
  readonly after?: unknown
}

/** A page in a change. */
export interface ChangedPage {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly path?: string
}

/** A file in a change. */
export interface ChangedFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly downloadURL: string
}

/** A change of one part of the content of a space. */
export interface Change {
  readonly type: string
  readonly page?: ChangedPage
  readonly file?: ChangedFile
  readonly reusableContent?: { readonly id: string; readonly title: string }
  readonly parent?: { readonly before?: ChangedPage; readonly after?: ChangedPage }
  readonly attributes?: Readonly<Record<string, AttributeChange>>
  readonly variables?: Readonly<Record<string, AttributeChange>>
  readonly redirects?: Readonly<Record<string, AttributeChange>>
  /** How many further redirects differ. */
  readonly more?: number
}

/** What differs, as far as it is listed; what belongs to the whole space is apart, on the first page. */
export interface Changes {
  readonly changes: ReadonlyArray<Change>
  readonly others?: ReadonlyArray<Change>
  readonly more?: number
  readonly next?: { readonly page: string }
}

/** A block in one of two versions of a text. */
export interface BlockVersion {
  readonly start: number
  readonly end: number
  readonly nodes?: ReadonlyArray<DocumentNode>
}

/** A block of a text in the versions that have it. */
export interface ComparedBlock {
  readonly kind: "same" | "added" | "removed" | "changed"
  readonly before?: BlockVersion
  readonly after?: BlockVersion
}

/** What differs in a page or another item, with the whole of both texts. */
export interface ItemComparison {
  readonly changes: ReadonlyArray<Change>
  readonly before?: { readonly markdown: string }
  readonly after?: { readonly markdown: string }
  readonly blocks?: ReadonlyArray<ComparedBlock>
  /** The files of the layout whose texts differ. */
  readonly files?: ReadonlyArray<{ readonly path: string; readonly before?: string; readonly after?: string }>
}

/** Somebody who did something. */
export interface Author {
  readonly id: string
  readonly displayName: string
}

/** A revision in a list. */
export interface Revision {
  readonly id: string
  readonly type: "edits" | "merge" | "update" | "rollback"
  readonly parents: ReadonlyArray<string>
  readonly createdAt: string
  readonly createdBy?: Author
  readonly coauthors?: ReadonlyArray<Author>
  readonly mergedFrom?: Pick<ChangeRequest, "id" | "number" | "subject">
  readonly name?: string
  readonly description?: string
}

/** An event, as far as it says what changed. */
export interface WorkspaceEvent {
  readonly id: string
  readonly type: string
  readonly revision?: string
}
