/** Objects of the API, as far as the console reads them. */

/** An organization. */
export interface Organization {
  readonly id: string
  readonly title: string
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
  readonly revision: string
  readonly editMode: "live" | "locked"
  readonly urls: { readonly app: string; readonly published?: string }
  readonly permissions: { readonly edit: boolean; readonly review: boolean; readonly admin: boolean }
}

/** A page in the tree of its space. */
export interface PageNode {
  readonly id: string
  readonly type: "document" | "group" | "link" | "computed"
  readonly title: string
  readonly slug?: string
  readonly path?: string
  readonly emoji?: string
  readonly hidden?: boolean
  readonly pages?: ReadonlyArray<PageNode>
}

/** A change request. */
export interface ChangeRequest {
  readonly id: string
  readonly number: number
  readonly status: "draft" | "open" | "merged" | "archived"
  readonly subject: string
  readonly revision: string
}

/** An event, as far as it says what changed. */
export interface WorkspaceEvent {
  readonly id: string
  readonly type: string
  readonly revision?: string
}
