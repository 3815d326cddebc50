/** Reads files and whole revisions. */
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import type { Cursor, List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { PublicUrls, spaceAppUrl } from "../../foundation/urls/PublicUrls.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { makeChangeRequestAnswer, mergedBy } from "../change-requests/ChangeRequestAnswer.js"
import type { File, FileId } from "../files/File.js"
import { signFile } from "../files/FileAddress.js"
import { makeDownloadKeyOf, makeToFile, toReusableContent } from "../files/FileAnswer.js"
import { ItemRepository, type ItemRepositoryService } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { Revision, RevisionRecord } from "../revisions/Revision.js"
import { makeComputedContent } from "./ComputedContent.js"
import { makeContentOpening, type OpenedAt } from "./ContentOpening.js"
import type { At, ContentsService, Read, ReadOptions } from "./ContentsService.js"
import { makePageTrees } from "./PageTrees.js"
import { type Opened, optionsFor, shownItem, shownOf } from "./ShownContent.js"

/** The part of the service that reads files and whole revisions, of opened content. */
export interface FileContents extends Pick<ContentsService, "download"> {
  readonly current: (opened: OpenedAt, options?: ReadOptions) => Read<Revision>
  readonly files: (opened: OpenedAt, at: At | undefined, query: ListQuery, options?: ReadOptions) => Read<List<File>>
  readonly file: (opened: OpenedAt, file: FileId, options?: ReadOptions) => Read<File>
}

/** The visible files: their number, and a scan of them. */
const shownFiles = (items: ItemRepositoryService, { hidden, view }: Opened) => {
  const scan = (after: Cursor | undefined, limit: number) => items.page(view, "file", after, limit)
  return hidden === undefined || hidden.pages.size === 0
    ? { count: items.count(view, "file"), scan }
    : {
        count: Effect.map(items.all(view, "file"), (all) => shownOf(all, hidden).length),
        scan: visibleScan(scan, ({ value }) => !hidden.hides(value.value.id))
      }
}

/** {@link FileContents} over the repositories of the context. */
export const makeFileContents = Effect.gen(function* () {
  const { findRequest, findRevision } = yield* makeContentOpening
  const items = yield* ItemRepository
  const spaces = yield* SpaceRepository
  const answerRequest = yield* makeChangeRequestAnswer
  const blobs = yield* BlobStore
  const { base } = yield* PublicUrls
  const toFile = yield* makeToFile
  const downloadKeyOf = yield* makeDownloadKeyOf
  const trees = makePageTrees({ base, computed: yield* makeComputedContent, items })

  const whole = Effect.fnUntraced(function* (
    { hidden, seesSpecs, space }: OpenedAt,
    revision: RevisionRecord,
    options?: ReadOptions
  ) {
    const view: View = revision.id === space.revision ? { line: space.id } : revision
    const mergedFrom = hidden === undefined ? revision.mergedFrom : undefined
    const variables = yield* items.find(view, "variables")
    const metadata = options?.metadata !== false
    const answer: Revision = {
      object: "revision",
      id: revision.id,
      type: revision.type,
      parents: revision.parents,
      ...(mergedFrom !== undefined && { mergedFrom: yield* answerRequest(revision, mergedBy(mergedFrom, revision)) }),
      pages: yield* trees.whole({ hidden, seesSpecs, space, view }, options),
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

  const service: FileContents = {
    current: Effect.fnUntraced(function* (opened, options) {
      const revision = yield* findRevision(opened.space, opened.revision)
      return yield* whole(opened, revision, optionsFor(options, opened.hidden))
    }),
    files: Effect.fnUntraced(function* (opened, at, query, options) {
      const metadata = optionsFor(options, opened.hidden)?.metadata !== false
      return yield* pageOf({
        binding: JSON.stringify(["files", opened.space.id, at]),
        query,
        ...shownFiles(items, opened),
        render: ({ value }) => toFile(opened.space, value, metadata)
      })
    }),
    file: Effect.fnUntraced(function* (opened, file, options) {
      const { line, value: item } = (yield* shownItem(items, opened, file)) ?? {}
      if (line === undefined || item?.kind !== "file") return yield* notFound("file")
      return yield* toFile(opened.space, { line, value: item }, optionsFor(options, opened.hidden)?.metadata !== false)
    }),
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
