import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { countPage } from "../../foundation/quotas/RequestCost.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { bytesOf, holding } from "../../storage/blobs/StoredBytes.js"
import { type BatchedRead, mappedRead, readBatched } from "../../storage/rows/BatchedRead.js"
import type { Write } from "../../storage/rows/Reads.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { documentHash } from "./DocumentHash.js"
import type { DocumentRecord } from "./DocumentRows.js"

/** Bodies by the hash of their text, separate for each space, so that they can be deleted with it. */
export const Documents = recordTable({
  name: "documents",
  columns: { space: "text", hash: "text" },
  key: ["space", "hash"],
  indexes: {},
  lockedBy: "space space",
  columnsOf: ({ space, hash }: DocumentRecord) => ({ space, hash }),
  unaudited: "content",
  row: () => import("./DocumentRows.js").then(({ documents }) => documents)
})

/**
 * The length in characters from which reading a text takes milliseconds, so that each such text has a separate turn.
 */
const ofTurn = 65_536

/** Reads and writes the bodies of pages and reusable contents. Bodies are immutable. */
export interface DocumentRepositoryService {
  /** The text of a body; empty if there is none. */
  readonly markdown: (space: string, hash: string | undefined) => Effect.Effect<string, Unavailable>
  /** {@link DocumentRepositoryService.markdown}, to be combined with others. The caller counts the page. */
  readonly finding: (space: string, hash: string) => BatchedRead<string>
  /** Stores a text once and returns its hash, which callers pass if they know it. */
  readonly put: (space: string, markdown: string, hash?: string) => Effect.Effect<string, Unavailable>
  /** {@link DocumentRepositoryService.put} as one of several writes. */
  readonly putting: (space: Pick<SpaceRecord, "id" | "organization">, markdown: string, hash: string) => Write
  /** Stores texts by their hashes. */
  readonly putAll: (space: string, texts: ReadonlyMap<string, string>) => Effect.Effect<void, Unavailable>
  /** Removes every body of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** Bodies, over any storage. */
export class DocumentRepository extends Context.Tag("@lectern/core/DocumentRepository")<
  DocumentRepository,
  DocumentRepositoryService
>() {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const spaces = yield* SpaceRepository
  const documents = rows(storage, Documents)
  /** Adds a text unless it is already stored, and returns the number of bytes added. */
  const add = (space: string, hash: string, markdown: string): Effect.Effect<number, Unavailable> =>
    documents.insert({ space, hash, markdown }).pipe(
      Effect.map(() => bytesOf(markdown)),
      Effect.catchTag("Duplicate", () => Effect.succeed(0))
    )
  const finding: DocumentRepositoryService["finding"] = (space, hash) =>
    mappedRead(documents.finding(space, hash), (found) => found?.value.markdown ?? "")
  const service: DocumentRepositoryService = {
    markdown: (space, hash) =>
      hash === undefined
        ? Effect.succeed("")
        : Effect.tap(readBatched(storage, finding(space, hash)), ({ length }) =>
            length > ofTurn ? Effect.zipRight(countPage, turn) : countPage
          ),
    finding,
    put: (space, markdown, hash = documentHash(markdown)) =>
      add(space, hash, markdown).pipe(
        Effect.flatMap((bytes) => (bytes === 0 ? Effect.void : spaces.hold(space, bytes))),
        Effect.as(hash)
      ),
    putting: ({ id: space, organization }, markdown, hash) =>
      documents.ensuring({ space, hash, markdown }, holding(organization, space, bytesOf(markdown))),
    putAll: Effect.fnUntraced(function* (space, texts) {
      let bytes = 0
      for (const [hash, markdown] of texts) bytes += yield* add(space, hash, markdown)
      if (bytes > 0) yield* spaces.hold(space, bytes)
    }),
    purge: (space) => documents.removeAll({ prefix: [space] })
  }
  return service
})

/** {@link DocumentRepository} over the storage of the context. */
export const service = repositoryOf(DocumentRepository, make, [Documents])
