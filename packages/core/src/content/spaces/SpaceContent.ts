/** The changes to content when its space is created, copied, deleted, restored and purged. */

import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { serviceOf } from "../../storage/services/Service.js"
import { SearchIndex } from "../../text/search-index/SearchIndex.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { Indexing } from "../indexing/Indexing.js"
import { ContentLifecycle, type ContentLifecycleService } from "../items/ContentLifecycle.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { LinkIndex } from "../links/LinkIndex.js"
import { RevisionRepository } from "../revisions/RevisionRepository.js"
import type { makeSpaceCopying } from "./SpaceCopying.js"

const copying = lazy("the copying of spaces", () => import("./SpaceCopying.js"))

const make = Effect.gen(function* () {
  const context = yield* Effect.context<Effect.Effect.Context<typeof makeSpaceCopying>>()
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const documents = yield* DocumentRepository
  const blobReferences = yield* BlobReferences
  const indexing = yield* Indexing
  const requests = yield* ChangeRequestRepository
  const search = yield* SearchIndex
  const links = yield* LinkIndex
  const ids = yield* Ids

  const firstRevision = (space: SpaceId, at: string) =>
    Effect.gen(function* () {
      const id = RevisionId.make(yield* ids.next)
      yield* withoutConflict(
        revisions.insert({ id, space, line: space, sequence: 1, type: "edits", parents: [], createdAt: at })
      )
      return { revision: id, sequence: 1 }
    })

  const purgeRequests = (space: SpaceId): Effect.Effect<void, Unavailable> =>
    Effect.gen(function* () {
      const found = yield* requests.some(space, 100)
      for (const id of found) {
        yield* items.purge(id, space)
        yield* revisions.purge(id, space)
        yield* requests.remove(id)
      }
      if (found.length > 0) yield* purgeRequests(space)
    })

  const service: ContentLifecycleService = {
    create: firstRevision,
    copy: (from, to) =>
      Effect.flatMap(copying.load, ({ makeSpaceCopying }) =>
        Effect.flatMap(Effect.provide(makeSpaceCopying, context), (copy) => copy(from, to))
      ),
    removed: (space) => indexing.removed(space.id),
    restored: (space) =>
      Effect.flatMap(items.all({ line: space.id }, "page"), (pages) =>
        indexing.noted(
          space.id,
          pages.map(({ value }) => value.id)
        )
      ),
    purge: Effect.fnUntraced(function* (space) {
      yield* purgeRequests(space.id)
      yield* items.purge(space.id, space.id)
      yield* revisions.purge(space.id, space.id)
      yield* documents.purge(space.id)
      yield* blobReferences.purge(space.id)
      yield* indexing.purge(space.id)
      yield* search.removeSpace(space.id)
      yield* links.purge(space.id)
    })
  }
  return service
})

/** `ContentLifecycle` over the repositories of the context. */
export const service = serviceOf(ContentLifecycle, make)
