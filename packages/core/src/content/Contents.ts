/** Reading content: a space's pages and files, at its head or at any revision. */
import { Context, Effect, Layer } from "effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { BlobStore } from "../blobs/BlobStore.js"
import { type LecternError, notFound } from "../errors/Errors.js"
import type { List, ListQuery } from "../lists/List.js"
import { pageOf } from "../lists/PageOf.js"
import type { SpaceId, SpaceRecord } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { PublicUrls, spaceAppUrl } from "../urls/PublicUrls.js"
import { DocumentRepository } from "./DocumentRepository.js"
import type { File, FileId } from "./File.js"
import { fileAddress, sameSignature, signFile } from "./FileAddress.js"
import type { FileItem, PageItem, ReusableContentItem } from "./Item.js"
import { ItemRepository, type View } from "./ItemRepository.js"
import type { Page, PageId } from "./Page.js"
import { type PageReadOptions, readPage } from "./PageReading.js"
import { type Children, childrenOf, toPage } from "./PageTree.js"
import type { Revision, RevisionId, RevisionRecord } from "./Revision.js"
import { RevisionRepository } from "./RevisionRepository.js"

/** What a read leaves out: `metadata: false` git metadata, `computed: false` computed content. */
export interface ReadOptions {
  readonly metadata?: boolean
  readonly computed?: boolean
}

/** Which moment is read: a revision of the space, or, when absent, its head. */
export interface At {
  readonly revision: RevisionId
}

/** The bytes of a file with what a server needs to serve them. */
export interface Download {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

type Read<A> = Effect.Effect<A, LecternError, Actor>

/** Reads content. Every read needs `read` on the space; what is not there, or not visible, is `NotFound`. */
export interface ContentsService {
  /** The id of the current revision: what changes exactly when any other read at the head may. */
  readonly head: (space: SpaceId) => Read<RevisionId>
  readonly current: (space: SpaceId, options?: ReadOptions) => Read<Revision>
  readonly revision: (space: SpaceId, revision: RevisionId, options?: ReadOptions) => Read<Revision>
  readonly pages: (space: SpaceId, at?: At, options?: ReadOptions) => Read<{ readonly pages: ReadonlyArray<Page> }>
  readonly files: (space: SpaceId, at: At | undefined, query: ListQuery, options?: ReadOptions) => Read<List<File>>
  readonly file: (space: SpaceId, file: FileId, at?: At, options?: ReadOptions) => Read<File>
  /** One page with its body, and the pages below it without theirs. */
  readonly page: (space: SpaceId, page: PageId, at?: At, options?: PageReadOptions) => Read<Page>
  /** The page with a path such as `guide/install`; a redirect of the space is followed. */
  readonly pageByPath: (space: SpaceId, path: string, at?: At, options?: PageReadOptions) => Read<Page>
  /** The bytes behind a file's address. Needs no caller: the signature is the permission. */
  readonly download: (
    space: SpaceId,
    file: FileId,
    hash: string,
    signature: string
  ) => Effect.Effect<Download, LecternError>
}

/** The service that reads content. */
export class Contents extends Context.Tag("@lectern/core/Contents")<Contents, ContentsService>() {}

const make = Effect.gen(function* () {
  const access = yield* Access
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const documents = yield* DocumentRepository
  const spaces = yield* SpaceRepository
  const blobs = yield* BlobStore
  const { base } = yield* PublicUrls

  const requireRead = (space: SpaceId) => Effect.map(access.requireSpace(space, "read"), (found) => found.space)
  const findRevision = (space: SpaceRecord, id: RevisionId) =>
    Effect.flatMap(revisions.find(id), (found) =>
      found?.space === space.id ? Effect.succeed(found) : Effect.fail(notFound("revision"))
    )
  const viewOf = (space: SpaceRecord, at: At | undefined): Effect.Effect<View, LecternError> =>
    at === undefined || at.revision === space.revision
      ? Effect.succeed({ line: space.id })
      : Effect.map(findRevision(space, at.revision), ({ line, sequence }) => ({ line, sequence }))
  const open = Effect.fnUntraced(function* (id: SpaceId, at: At | undefined) {
    const space = yield* requireRead(id)
    return { space, view: yield* viewOf(space, at) }
  })

  const pageContext = (space: SpaceRecord, options: ReadOptions | undefined) => ({
    base,
    space: space.id,
    metadata: options?.metadata !== false
  })
  const toFile = (space: SpaceRecord, item: FileItem, options: ReadOptions | undefined): File => ({
    id: item.id,
    name: item.name,
    contentType: item.contentType,
    downloadURL: fileAddress(base, space.id, space.downloadKey, item),
    size: item.size,
    ...(item.dimensions !== undefined && { dimensions: item.dimensions }),
    ...(options?.metadata !== false && item.git !== undefined && { git: item.git })
  })
  const pageTree = (space: SpaceRecord, view: View, options: ReadOptions | undefined) =>
    Effect.map(items.all(view, "page"), (versions) => {
      const children = childrenOf(versions.map(({ value }) => value))
      return (children.get("") ?? []).map((page) => toPage(page, children, pageContext(space, options)))
    })

  const whole = Effect.fnUntraced(function* (space: SpaceRecord, revision: RevisionRecord, options?: ReadOptions) {
    const view = yield* viewOf(space, { revision: revision.id })
    const variables = yield* items.find(view, "variables")
    const metadata = options?.metadata !== false
    const answer: Revision = {
      object: "revision",
      id: revision.id,
      type: revision.type,
      parents: revision.parents,
      pages: yield* pageTree(space, view, options),
      files: (yield* items.all(view, "file")).map(({ value }) => toFile(space, value, options)),
      reusableContents: (yield* items.all(view, "reusable-content")).map(({ value }) =>
        toReusableContent(value, metadata)
      ),
      ...(variables?.value.value.kind === "variables" && { variables: variables.value.value.values }),
      createdAt: revision.createdAt,
      ...(metadata && revision.git !== undefined && { git: revision.git }),
      urls: { app: spaceAppUrl(base, space.id) }
    }
    return answer
  })

  /** The pages below a page, found parent by parent at the head, and from the whole tree at an old revision. */
  const below = (view: View, page: PageItem): Effect.Effect<Children, LecternError> =>
    view.sequence !== undefined
      ? Effect.map(items.all(view, "page"), (versions) => childrenOf(versions.map(({ value }) => value)))
      : Effect.map(descendants(view.line, page.id), childrenOf)
  const descendants = (line: string, parent: string): Effect.Effect<ReadonlyArray<PageItem>, LecternError> =>
    Effect.gen(function* () {
      const children = (yield* items.children(line, parent)).map(({ value }) => value.value)
      const deeper = yield* Effect.forEach(children, ({ id }) => descendants(line, id))
      return [...children, ...deeper.flat()]
    })
  const read = Effect.fnUntraced(function* (space: SpaceRecord, view: View, item: PageItem, options?: PageReadOptions) {
    const page = toPage(item, yield* below(view, item), pageContext(space, options))
    return yield* readPage({ items, documents, space: space.id, view }, page, item, options)
  })
  const findPage = (view: View, id: string) =>
    Effect.flatMap(items.find(view, id), (found) =>
      found?.value.value.kind === "page" ? Effect.succeed(found.value.value) : Effect.fail(notFound("page"))
    )

  const service: ContentsService = {
    head: (id) => Effect.map(requireRead(id), ({ revision }) => revision),
    current: Effect.fnUntraced(function* (id, options) {
      const space = yield* requireRead(id)
      return yield* whole(space, yield* findRevision(space, space.revision), options)
    }),
    revision: Effect.fnUntraced(function* (id, revision, options) {
      const space = yield* requireRead(id)
      return yield* whole(space, yield* findRevision(space, revision), options)
    }),
    pages: Effect.fnUntraced(function* (id, at, options) {
      const { space, view } = yield* open(id, at)
      return { pages: yield* pageTree(space, view, options) }
    }),
    files: Effect.fnUntraced(function* (id, at, query, options) {
      const { space, view } = yield* open(id, at)
      const binding = `files:${id}:${at?.revision ?? ""}`
      if (view.sequence === undefined) {
        return yield* pageOf({
          binding,
          query,
          count: items.count(view.line, "file"),
          scan: (after, limit) => items.page(view.line, "file", after, limit),
          render: ({ value }) => Effect.succeed(toFile(space, value.value, options))
        })
      }
      const all = yield* items.all(view, "file")
      const byId = all.map((version) => version.value).sort((a, b) => (a.id < b.id ? -1 : 1))
      return yield* pageOf({
        binding,
        query,
        count: Effect.succeed(byId.length),
        scan: (after, limit) =>
          Effect.succeed(
            byId
              .filter(({ id: file }) => after === undefined || file > String(after[0]))
              .slice(0, limit)
              .map((value) => ({ value, cursor: [value.id] }))
          ),
        render: ({ value }) => Effect.succeed(toFile(space, value, options))
      })
    }),
    file: Effect.fnUntraced(function* (id, file, at, options) {
      const { space, view } = yield* open(id, at)
      const found = yield* items.find(view, file)
      if (found?.value.value.kind !== "file") return yield* notFound("file")
      return toFile(space, found.value.value, options)
    }),
    page: Effect.fnUntraced(function* (id, page, at, options) {
      const { space, view } = yield* open(id, at)
      return yield* read(space, view, yield* findPage(view, page), options)
    }),
    pageByPath: Effect.fnUntraced(function* (id, path, at, options) {
      const { space, view } = yield* open(id, at)
      const wanted = path.replace(/^\/+|\/+$/g, "")
      const found = yield* items.findByPath(view, wanted)
      if (found !== undefined) return yield* read(space, view, found, options)
      const redirects = yield* items.find(view, "redirects")
      const target = redirects?.value.value.kind === "redirects" ? redirects.value.value.values[wanted] : undefined
      if (target === undefined) return yield* notFound("page")
      return yield* read(space, view, yield* findPage(view, target), options)
    }),
    download: Effect.fnUntraced(function* (id, file, hash, signature) {
      const space = (yield* spaces.find(id))?.value
      if (space === undefined || space.deletedAt !== undefined) return yield* notFound("file")
      if (!sameSignature(signFile(space.downloadKey, file, hash), signature)) return yield* notFound("file")
      const versions = yield* items.history(space.id, file, 1000)
      const item = versions
        .map(({ value }) => value.value)
        .find((value) => value.kind === "file" && value.hash === hash)
      const bytes = item === undefined ? undefined : yield* blobs.get(hash)
      if (item?.kind !== "file" || bytes === undefined) return yield* notFound("file")
      return { name: item.name, contentType: item.contentType, bytes }
    })
  }
  return service
})

const toReusableContent = (item: ReusableContentItem, metadata: boolean) => ({
  id: item.id,
  title: item.title,
  document: item.document,
  ...(metadata && item.git !== undefined && { git: item.git })
})

/** {@link Contents} over the repositories of the context. */
export const layer = Layer.effect(Contents, make)
