/**
 * The interface of the service that reads content.
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import type { List, ListQuery } from "../../foundation/lists/List.js"
import type { Actor } from "../../people/access/Actor.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { ByteRange } from "../../storage/blobs/BlobStore.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import type { File, FileId } from "../files/File.js"
import type { Page, PageId } from "../pages/Page.js"
import type { Revision } from "../revisions/Revision.js"
import type { PageReadOptions } from "./PageReading.js"

/** The parts that a read omits: git metadata with `metadata: false`, computed content with `computed: false`. */
export interface ReadOptions {
  readonly metadata?: boolean
  readonly computed?: boolean
}

/**
 * The version to read: a revision, of main or of a change request, or the head of a change request; the head of main
 * when absent.
 */
export type At = { readonly revision: RevisionId } | { readonly changeRequest: ChangeRequestRef }

/** A file with the data that a server needs to serve it. */
export interface Download {
  readonly name: string
  readonly contentType: string
  /** Present for text in UTF-8. */
  readonly charset?: "utf-8"
  readonly size: number
  /** The bytes, or a range of them, read as they are consumed. */
  readonly bytes: (range?: ByteRange) => Stream.Stream<Uint8Array, Unavailable>
}

export type Read<A> = Effect.Effect<A, LecternError, Actor>

/**
 * The content of a space at one version, opened by a caller who may read it: these reads do not ask for the space and the
 * caller's access again. For the time of one request; each read is otherwise as its namesake in {@link ContentsService}.
 */
export interface OpenedContents {
  readonly version: Read<string>
  readonly current: (options?: ReadOptions) => Read<Revision>
  readonly pages: (options?: ReadOptions) => Read<{ readonly pages: ReadonlyArray<Page> }>
  readonly files: (query: ListQuery, options?: ReadOptions) => Read<List<File>>
  readonly file: (file: FileId, options?: ReadOptions) => Read<File>
  readonly page: (page: PageId, options?: PageReadOptions) => Read<Page>
  readonly pageByPath: (path: string, options?: PageReadOptions) => Read<Page>
}

/**
 * Reads content. Every read needs `read` on the space; content that does not exist or is not visible is `NotFound`.
 * Visitors read the current revision of the main line, without the parts that the conditions of published sites hide; a
 * space that no site shows to the visitor is `Unauthenticated`.
 */
export interface ContentsService {
  /** Opens a space for several reads of one version. */
  readonly open: (space: SpaceId, at?: At) => Read<OpenedContents>
  /** The id of the current revision. */
  readonly head: (space: SpaceId, at?: At) => Read<RevisionId>
  /**
   * A value that changes whenever any other read of the same content may have a different result: the id of the
   * revision, and the sources of computed pages.
   */
  readonly version: (space: SpaceId, at?: At) => Read<string>
  readonly current: (space: SpaceId, options?: ReadOptions, at?: At) => Read<Revision>
  readonly revision: (space: SpaceId, revision: RevisionId, options?: ReadOptions) => Read<Revision>
  readonly pages: (space: SpaceId, at?: At, options?: ReadOptions) => Read<{ readonly pages: ReadonlyArray<Page> }>
  readonly files: (space: SpaceId, at: At | undefined, query: ListQuery, options?: ReadOptions) => Read<List<File>>
  readonly file: (space: SpaceId, file: FileId, at?: At, options?: ReadOptions) => Read<File>
  /** One page with its body, and the pages below it without theirs. */
  readonly page: (space: SpaceId, page: PageId, at?: At, options?: PageReadOptions) => Read<Page>
  /** The page with a path such as `guide/install`; a redirect of the space is followed. */
  readonly pageByPath: (space: SpaceId, path: string, at?: At, options?: PageReadOptions) => Read<Page>
  /** The bytes behind a file's URL. Needs no caller: the signature is the permission. */
  readonly download: (
    space: SpaceId,
    file: FileId,
    hash: string,
    signature: string,
    /** The change request in the URL; main when absent. */
    changeRequest?: ChangeRequestRef
  ) => Effect.Effect<Download, LecternError>
}
