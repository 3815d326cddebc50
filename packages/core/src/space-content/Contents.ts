/** Reading content: a space's pages and files, at its head or at any revision. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Actor } from "../access/Actor.js"
import { makeSpaceReading } from "../access/SpaceReading.js"
import type { HiddenContent } from "../access/Visits.js"
import { BlobStore, type ByteRange } from "../blobs/BlobStore.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { makeChangeRequestAnswer, mergedBy } from "../change-requests/ChangeRequestAnswer.js"
import type { File, FileId } from "../content/File.js"
import { ItemRepository } from "../content/ItemRepository.js"
import type { Page, PageId } from "../content/Page.js"
import type { Revision, RevisionRecord } from "../content/Revision.js"
import type { RevisionId } from "../content/RevisionId.js"
import { type LecternError, notFound, type Unavailable } from "../errors/Errors.js"
import { signFile } from "../files/FileAddress.js"
import { makeDownloadKeyOf, makeToFile, toReusableContent } from "../files/FileAnswer.js"
import { sameSecret } from "../ids/SameSecret.js"
import type { List, ListQuery } from "../lists/List.js"
import { pageOf } from "../lists/PageOf.js"
import { giveWay } from "../scheduling/Turns.js"
import { serviceOf } from "../services/Service.js"
import type { SpaceId, SpaceRecord } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { PublicUrls, spaceAppUrl } from "../urls/PublicUrls.js"
import { makeComputedContent } from "./ComputedContent.js"
import { makeContentOpening } from "./ContentOpening.js"
import { makePageLookup } from "./PageLookup.js"
import type { PageReadOptions } from "./PageReading.js"
import { makePageTrees } from "./PageTrees.js"
import { optionsFor, shownFiles, shownOf } from "./ShownContent.js"

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

const make = Effect.gen(function* () {
  const { reading } = yield* makeSpaceReading
  const { findRequest, findRevision, headOf, open, viewOf } = yield* makeContentOpening
  const lookup = yield* makePageLookup
  const items = yield* ItemRepository
  const spaces = yield* SpaceRepository
  const answerRequest = yield* makeChangeRequestAnswer
  const blobs = yield* BlobStore
  const computed = yield* makeComputedContent
  const { base } = yield* PublicUrls
  const toFile = yield* makeToFile
  const downloadKeyOf = yield* makeDownloadKeyOf
  const trees = makePageTrees({ base, computed, items })

  const whole = Effect.fnUntraced(function* (
    space: SpaceRecord,
    revision: RevisionRecord,
    options?: ReadOptions,
    hidden?: HiddenContent
  ) {
    const view = yield* viewOf(space, { revision: revision.id })
    const mergedFrom = hidden === undefined ? revision.mergedFrom : undefined
    const variables = yield* items.find(view, "variables")
    const metadata = options?.metadata !== false
    const answer: Revision = {
      object: "revision",
      id: revision.id,
      type: revision.type,
      parents: revision.parents,
      ...(mergedFrom !== undefined && { mergedFrom: yield* answerRequest(revision, mergedBy(mergedFrom, revision)) }),
      pages: yield* trees.whole(space, view, options, hidden),
      files: yield* Effect.forEach(shownOf(yield* items.all(view, "file"), hidden), (file) =>
        Effect.zipRight(giveWay, toFile(space, file, metadata))
      ),
      reusableContents: shownOf(yield* items.all(view, "reusable-content"), hidden).map(({ value }) =>
        toReusableContent(value, metadata)
      ),
      ...(variables?.value.value.kind === "variables" && { variables: variables.value.value.values }),
      createdAt: revision.createdAt,
      ...(metadata && revision.git !== undefined && { git: revision.git }),
      urls: { app: spaceAppUrl(base, space.id) }
    }
    return answer
  })

  const service: ContentsService = {
    head: (id, at) => Effect.flatMap(reading(id, at === undefined), ({ space }) => headOf(space, at)),
    version: Effect.fnUntraced(function* (id, at) {
      const { hidden, space } = yield* reading(id, at === undefined)
      const inRequest = at !== undefined && "changeRequest" in at ? yield* findRequest(id, at.changeRequest) : undefined
      const revision = inRequest?.revision ?? (yield* headOf(space, at))
      const head = hidden === undefined ? revision : `${revision}-visitor${hidden.key}${hidden.claimsKey}`
      if (space.computed !== true && inRequest?.computed !== true) return head
      return `${head}-${yield* computed.version(space)}`
    }),
    current: Effect.fnUntraced(function* (id, options, at) {
      const { hidden, space } = yield* reading(id, at === undefined)
      const revision = yield* findRevision(space, yield* headOf(space, at))
      return yield* whole(space, revision, optionsFor(options, hidden), hidden)
    }),
    revision: Effect.fnUntraced(function* (id, revision, options) {
      const { space } = yield* reading(id, false)
      return yield* whole(space, yield* findRevision(space, revision), options)
    }),
    pages: Effect.fnUntraced(function* (id, at, options) {
      const { hidden, space, view } = yield* open(id, at)
      return { pages: yield* trees.whole(space, view, optionsFor(options, hidden), hidden) }
    }),
    files: Effect.fnUntraced(function* (id, at, query, options) {
      const opened = yield* open(id, at)
      const metadata = optionsFor(options, opened.hidden)?.metadata !== false
      return yield* pageOf({
        binding: JSON.stringify(["files", id, at]),
        query,
        ...shownFiles(items, opened),
        render: ({ value }) => toFile(opened.space, value, metadata)
      })
    }),
    file: Effect.fnUntraced(function* (id, file, at, options) {
      const { hidden, space, view } = yield* open(id, at)
      const { line, value: item } = (yield* items.find(view, file))?.value ?? {}
      if (line === undefined || item?.kind !== "file" || hidden?.hides(file) === true) return yield* notFound("file")
      return yield* toFile(space, { line, value: item }, optionsFor(options, hidden)?.metadata !== false)
    }),
    page: lookup.byId,
    pageByPath: lookup.byPath,
    download: Effect.fnUntraced(function* (id, file, hash, signature, changeRequest) {
      const space = (yield* spaces.find(id))?.value
      if (space === undefined || space.deletedAt !== undefined) return yield* notFound("file")
      if (!sameSecret(signFile(yield* downloadKeyOf(space), file, hash), signature)) return yield* notFound("file")
      const line = changeRequest === undefined ? id : (yield* findRequest(id, changeRequest)).id
      const versions = yield* items.history({ line }, file, 1000)
      const item = versions
        .map(({ value }) => value.value)
        .find((value) => value.kind === "file" && value.hash === hash)
      const stored = item === undefined ? undefined : yield* blobs.stat(hash)
      if (item?.kind !== "file" || stored === undefined) return yield* notFound("file")
      const { charset, contentType, name } = item
      return {
        name,
        contentType,
        ...(charset !== undefined && { charset }),
        size: stored.size,
        bytes: (range) => blobs.read(hash, range)
      }
    })
  }
  return service
})

/**
 * {@link Contents} over the repositories of the context.
 * @since 0.1.0
 */
export const service = serviceOf(Contents, make)
