/** Reading content: a space's pages and files, at its head or at any revision. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import type { List, ListQuery } from "../../foundation/lists/List.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { Actor } from "../../people/access/Actor.js"
import { makeSpaceReading, type SpaceReading } from "../../people/access/SpaceReading.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { ByteRange } from "../../storage/blobs/BlobStore.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import type { File, FileId } from "../files/File.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { Page, PageId } from "../pages/Page.js"
import type { Revision } from "../revisions/Revision.js"
import { makeComputedContent } from "./ComputedContent.js"
import { makeContentOpening } from "./ContentOpening.js"
import type { FileContents, makeFileContents } from "./FileContents.js"
import { makePageLookup } from "./PageLookup.js"
import type { PageReadOptions } from "./PageReading.js"
import { makePageTrees } from "./PageTrees.js"
import { optionsFor } from "./ShownContent.js"

/**
 * What a read omits: git metadata with `metadata: false`, computed content with `computed: false`.
 * @since 0.1.0
 */
export interface ReadOptions {
  readonly metadata?: boolean
  readonly computed?: boolean
}

/**
 * What to read: a revision, of main or of a change request, or the head of a change request; the head of main when
 * absent.
 * @since 0.1.0
 */
export type At = { readonly revision: RevisionId } | { readonly changeRequest: ChangeRequestRef }

/**
 * A file with what a server needs to serve it.
 * @since 0.1.0
 */
export interface Download {
  readonly name: string
  readonly contentType: string
  /** Present for text in UTF-8. */
  readonly charset?: "utf-8"
  readonly size: number
  /** The bytes, or a range of them, read as they are consumed. */
  readonly bytes: (range?: ByteRange) => Stream.Stream<Uint8Array, Unavailable>
}

type Read<A> = Effect.Effect<A, LecternError, Actor>

/**
 * Reads content. Every read needs `read` on the space; what does not exist or is not visible is `NotFound`. Visitors
 * read the current revision of the main line, without what the conditions of published sites hide; a space that no site
 * shows to the visitor is `Unauthenticated`.
 * @since 0.1.0
 */
export interface ContentsService {
  /** The id of the current revision. */
  readonly head: (space: SpaceId, at?: At) => Read<RevisionId>
  /**
   * A value that changes whenever any other read of the same content may have a different result: the id of the
   * revision, and what computed pages depend on.
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

/**
 * The service that reads content.
 * @since 0.1.0
 */
export class Contents extends Context.Tag("@lectern/core/Contents")<Contents, ContentsService>() {}

const files = lazy("the reading of files and revisions", () => import("./FileContents.js"))

const make = Effect.gen(function* () {
  const { reading } = yield* makeSpaceReading
  const { findRequest, headOf, open } = yield* makeContentOpening
  const lookup = yield* makePageLookup
  const items = yield* ItemRepository
  const computed = yield* makeComputedContent
  const { base } = yield* PublicUrls
  const trees = makePageTrees({ base, computed, items })

  const context = yield* Effect.context<Effect.Effect.Context<typeof makeFileContents>>()
  let made: FileContents | undefined
  const others = Effect.gen(function* () {
    made ??= yield* Effect.provide((yield* files.load).makeFileContents, context)
    return made
  })

  const versionOf = (found: SpaceReading, revision: RevisionId, isComputed?: boolean): Read<string> => {
    const { hidden, space } = found
    const head = hidden === undefined ? revision : `${revision}-visitor${hidden.key}${hidden.claimsKey}`
    return space.computed === true || isComputed === true
      ? Effect.map(computed.version(found), (version) => `${head}-${version}`)
      : Effect.succeed(head)
  }

  const service: ContentsService = {
    head: (id, at) => Effect.flatMap(reading(id, at === undefined), ({ space }) => headOf(space, at)),
    version: (id, at) =>
      Effect.flatMap(reading(id, at === undefined), (found) => {
        if (at === undefined) return versionOf(found, found.space.revision)
        return "changeRequest" in at
          ? Effect.flatMap(findRequest(id, at.changeRequest), (request) =>
              versionOf(found, request.revision, request.computed)
            )
          : versionOf(found, at.revision)
      }),
    current: (...given) => Effect.flatMap(others, ({ current }) => current(...given)),
    revision: (...given) => Effect.flatMap(others, ({ revision }) => revision(...given)),
    pages: Effect.fnUntraced(function* (id, at, options) {
      const opened = yield* open(id, at)
      return { pages: yield* trees.whole(opened, optionsFor(options, opened.hidden)) }
    }),
    files: (...given) => Effect.flatMap(others, ({ files }) => files(...given)),
    file: (...given) => Effect.flatMap(others, ({ file }) => file(...given)),
    page: lookup.byId,
    pageByPath: lookup.byPath,
    download: (...given) => Effect.flatMap(others, ({ download }) => download(...given))
  }
  return service
})

/**
 * {@link Contents} over the repositories of the context.
 * @since 0.1.0
 */
export const service = serviceOf(Contents, make)
