/**
 * A whole space as plain data: the result of reading a folder of markdown, the input of a `ContentSync` revision, and
 * the input of an export. Nothing here depends on the ids of a space; parts refer to each other by `key`.
 * @since 0.1.0
 */
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { DialectName } from "../dialects/DialectName.js"
import type { PageFields } from "../pages/Page.js"
import type { GitBlob, Variables } from "../pages/PageParts.js"

/**
 * A place in a markdown text that refers to another part of the tree. `start` and `end` are UTF-16 offsets of the
 * destination as written (inside any quotes or angle brackets), `suffix` is the text after the target in it
 * (`#anchor`).
 */
export interface TreeReference {
  readonly start: number
  readonly end: number
  readonly kind: "page" | "file" | "reusable-content"
  readonly key: string
  readonly suffix: string
}

/**
 * A page of a tree. `key` is its path in the folder (`guide/install.md`), or, if it has no file, one made from its
 * place. Covers and targets refer to files and pages by key.
 */
export interface TreePage extends PageFields {
  readonly key: string
  readonly type: "document" | "group" | "link" | "computed"
  readonly title: string
  /** The wanted slug; made from the title when absent. */
  readonly slug?: string
  /** The whole text of a document, front matter included. */
  readonly markdown?: string
  readonly references?: ReadonlyArray<TreeReference>
  readonly pages: ReadonlyArray<TreePage>
}

interface TreeFileFields {
  readonly key: string
  readonly name: string
  readonly contentType: string
}

/** A file of a tree that is in memory. */
export interface HeldTreeFile extends TreeFileFields {
  readonly bytes: Uint8Array
  readonly git?: GitBlob
}

/** A file of a tree that is read when it is imported; its stream has `size` bytes. */
export interface StreamedTreeFile extends TreeFileFields {
  readonly size: number
  readonly stream: Stream.Stream<Uint8Array, Unavailable>
}

/** A file of a tree; `key` is its path in the folder. */
export type TreeFile = HeldTreeFile | StreamedTreeFile

/** A reusable content of a tree; `key` is its path in the folder. */
export interface TreeReusableContent {
  readonly key: string
  readonly title: string
  readonly markdown: string
  readonly references?: ReadonlyArray<TreeReference>
  readonly git?: GitBlob
}

/** An entry of a table of contents: its line, and its page, by key in a tree, by id in a space. */
export interface TableEntry {
  readonly line: number
  readonly page: string
  /** The title that the page had, if the entry has a different one. */
  readonly title?: string
  /** The label that the page got from the entry. Tables that were stored earlier have none, and their pages got none. */
  readonly label?: string
}

/** A table of contents as it was found, byte order mark included. */
export interface SourceTable {
  readonly text: string
  readonly entries: ReadonlyArray<TableEntry>
}

/**
 * The layout of the folder, kept so that an export can reproduce it. Paths are relative to the top of the folder;
 * `root` is empty there. `config` and `variables` are the texts of `.gitbook.yaml` and `.gitbook/vars.yaml` as found;
 * `inferred` says that there was no table of contents.
 */
export interface LayoutSource {
  readonly root: string
  readonly readme: string
  readonly summary: string
  readonly config?: string
  readonly variables?: string
  readonly table?: SourceTable
  readonly inferred?: true
  /** The tool that the folder was written for, if that is another one than GitBook. */
  readonly dialect?: DialectName
  /** The texts that state the order of the pages to that tool, by their paths. */
  readonly stated?: Readonly<Record<string, string>>
}

/** A whole space. `redirects` lead from old paths to pages by key. */
export interface SpaceTree<File = TreeFile> {
  readonly source?: LayoutSource
  readonly pages: ReadonlyArray<TreePage>
  readonly files: ReadonlyArray<File>
  readonly reusableContents: ReadonlyArray<TreeReusableContent>
  readonly variables: Variables
  readonly redirects: Readonly<Record<string, string>>
}
