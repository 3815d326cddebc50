/**
 * Main and the lines of change requests in memory: everything that conflicts can be about, read and written part by
 * part.
 */
import { setImmediate } from "node:timers/promises"
import type { Actor } from "@lectern/core/access/Actor"
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import * as ChangeRequestRepository from "@lectern/core/content/change-requests/ChangeRequestRepository"
import { makeChangeRequestLines, viewOf } from "@lectern/core/content/drafts/ChangeRequestLines"
import * as ContentWriter from "@lectern/core/content/drafts/ContentWriter"
import { makeDraft } from "@lectern/core/content/drafts/Draft"
import { FileId } from "@lectern/core/content/File"
import * as Indexing from "@lectern/core/content/indexing/Indexing"
import * as PendingIndex from "@lectern/core/content/indexing/PendingIndex"
import * as DocumentRepository from "@lectern/core/content/items/DocumentRepository"
import type { ItemValue, PageItem } from "@lectern/core/content/items/Item"
import * as ItemRepository from "@lectern/core/content/items/ItemRepository"
import * as LinkIndex from "@lectern/core/content/links/LinkIndex"
import * as LiveTextRepository from "@lectern/core/content/live-texts/LiveTextRepository"
import { PageId } from "@lectern/core/content/Page"
import * as RevisionRepository from "@lectern/core/content/revisions/RevisionRepository"
import type { Services } from "@lectern/core/engine/Engine"
import type { LecternError } from "@lectern/core/errors/Errors"
import { SpaceRepository } from "@lectern/core/people/places/SpaceRepository"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import * as EventLog from "@lectern/core/storage/trail/EventLog"
import { layerInline } from "@lectern/core/workers/Workers"
import { Effect, Layer } from "effect"
import { type StorageUnderTest, storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"

/** Main where it is `undefined`, else a change request. */
export type LineName = ChangeRequestId | undefined

/** The parts of an item by name; empty if it does not exist. */
export type Things = ReadonlyMap<string, unknown>

/** All items of a line, each by the names of its parts. */
export type Shape = ReadonlyMap<string, Things>

const repositories = Layer.mergeAll(
  ItemRepository.service.layer,
  PendingIndex.service.layer,
  DocumentRepository.service.layer,
  RevisionRepository.service.layer,
  ChangeRequestRepository.service.layer,
  LiveTextRepository.service.layer
)
const below = ContentWriter.service.layer.pipe(
  Layer.provide(Indexing.service.layer),
  Layer.provide(LinkIndex.service.layer),
  Layer.provide(layerInline),
  Layer.provide(EventLog.service.layer),
  Layer.provideMerge(repositories)
)

type Needs = Services | Actor

/** The lines of one space. */
export interface Lines {
  readonly space: SpaceId
  readonly shape: (line?: LineName) => Effect.Effect<Shape, LecternError, Needs>
  readonly edit: (change: ContentChange, line?: LineName) => Effect.Effect<void, LecternError, Needs>
  /** Puts an item, or takes it out, as an import of a folder would. */
  readonly put: (id: string, value: ItemValue | undefined, line?: LineName) => Effect.Effect<void, LecternError, Needs>
}

const pageThings = ({ parent, ...page }: PageItem, text: string): Things =>
  new Map<string, unknown>([
    ["title", page.title],
    ["description", page.description],
    ["icon", page.icon],
    ["slug", page.slug],
    ["place", parent],
    ["text", text]
  ])

const thingsOf = (value: ItemValue, text: string): Things => {
  switch (value.kind) {
    case "page":
      return pageThings(value, text)
    case "file":
      return new Map([["name", value.name]])
    case "reusable-content":
      return new Map([["title", value.title]])
    default:
      return new Map(Object.entries(value.values))
  }
}

const at = "2026-01-01T00:00:00.000Z"

/** A file, with a name. */
export const file = (id: string, name: string): ItemValue => ({
  kind: "file",
  id: FileId.make(id),
  name,
  contentType: "text/plain",
  size: 1,
  hash: "00",
  createdAt: at
})

/** A reusable content, with a title. */
export const reusable = (id: string, title: string, document: string): ItemValue => ({
  kind: "reusable-content",
  id,
  title,
  document,
  createdAt: at,
  updatedAt: at
})

/** Variables of the space, or its redirects. */
export const keyed = (kind: "variables" | "redirects", values: Readonly<Record<string, string>>): ItemValue =>
  kind === "variables"
    ? { kind, id: kind, values }
    : {
        kind,
        id: kind,
        values: Object.fromEntries(Object.entries(values).map(([from, page]) => [from, PageId.make(page)]))
      }

/** Runs a test over the lines of a new space. */
export const inLines = <A>(
  test: (lines: Lines) => Effect.Effect<A, LecternError, Needs>,
  storage: StorageUnderTest = storages[0]!
): Promise<A> =>
  Effect.gen(function* () {
    // The runner must get a word in between thousands of runs.
    yield* Effect.promise(() => setImmediate())
    const { admin, id } = yield* organization()
    const space = (yield* as(admin)((yield* Spaces).create(id, {}))).id
    const [store, items, documents] = [
      yield* Storage,
      yield* ItemRepository.ItemRepository,
      yield* DocumentRepository.DocumentRepository
    ]
    const [spaces, requests] = [yield* SpaceRepository, yield* ChangeRequestRepository.ChangeRequestRepository]
    const [writer, lineOf] = [yield* ContentWriter.ContentWriter, yield* makeChangeRequestLines]
    const requestOf = (line: ChangeRequestId) => Effect.flatMap(requests.find(space, line), Effect.fromNullable)
    const viewAt = (line: LineName) =>
      line === undefined
        ? Effect.succeed({ line: space })
        : Effect.map(Effect.orDie(requestOf(line)), ({ value }) => viewOf(value))
    const lines: Lines = {
      space,
      shape: Effect.fnUntraced(function* (line) {
        const view = yield* viewAt(line)
        const shape = new Map<string, Things>()
        for (const kind of ["page", "file", "reusable-content", "variables", "redirects"] as const) {
          for (const { value } of yield* items.all(view, kind)) {
            const text = value.kind === "page" ? yield* documents.markdown(space, value.document) : ""
            shape.set(value.id, thingsOf(value, text))
          }
        }
        return shape
      }),
      edit: (change, line) =>
        Effect.flatMap(ContentEdits, (edits) =>
          edits.apply(space, { changes: [change] }, line === undefined ? {} : { changeRequest: line })
        ),
      put: (id, value, line) =>
        store.transaction(
          Effect.gen(function* () {
            const stored = yield* Effect.orDie(Effect.flatMap(spaces.find(space), Effect.fromNullable))
            const to =
              line === undefined
                ? writer.main(stored, "created")
                : lineOf(stored.value, yield* Effect.orDie(requestOf(line)))
            const draft = makeDraft(items, to.view)
            const document = yield* documents.put(space, "part")
            const put = value?.kind === "reusable-content" ? { ...value, document } : value
            yield* put === undefined ? draft.remove(id) : draft.put(put)
            yield* writer.edit(to, draft)
          })
        )
    }
    return yield* as(admin)(test(lines))
  }).pipe(Effect.provide(Layer.provideMerge(below, workspace(storage))), Effect.runPromise)
