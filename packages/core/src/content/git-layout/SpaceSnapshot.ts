/** A space at one moment as plain data with its ids: the input of an export. */
import type { FileItem, PageItem, ReusableContentItem } from "../items/Item.js"
import type { PageId } from "../pages/Page.js"
import type { Variables } from "../pages/PageParts.js"
import type { LayoutSource } from "../sync/SpaceTree.js"

/** A page with its stored text, in which references are id forms, and the pages below it in order. */
export interface SnapshotPage
  extends Omit<PageItem, "kind" | "parent" | "position" | "path" | "createdAt" | "updatedAt" | "document"> {
  readonly markdown?: string
  readonly pages: ReadonlyArray<SnapshotPage>
}

/** A file; `bytes` is its content, or the value that the caller uses to get it. */
export interface SnapshotFile<Bytes = Uint8Array> extends Pick<FileItem, "id" | "name" | "git"> {
  readonly bytes: Bytes
}

/** A reusable content with its stored text. */
export interface SnapshotReusableContent extends Pick<ReusableContentItem, "id" | "title" | "git" | "spellings"> {
  readonly markdown: string
}

/** A whole space. `redirects` lead from old paths to pages; `source` is the layout of the folder it came from. */
export interface SpaceSnapshot<Bytes = Uint8Array> {
  readonly pages: ReadonlyArray<SnapshotPage>
  readonly files: ReadonlyArray<SnapshotFile<Bytes>>
  readonly reusableContents: ReadonlyArray<SnapshotReusableContent>
  readonly variables: Variables
  readonly redirects: Readonly<Record<string, PageId>>
  readonly source?: LayoutSource
}
