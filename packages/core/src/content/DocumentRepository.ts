import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { bytesOf, hold } from "../blobs/StoredBytes.js"
import type { Unavailable } from "../errors/Errors.js"
import { sha256Hex } from "../ids/PlatformHash.js"
import { repositoryOf } from "../services/Service.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import type { Ask } from "../storage/Batches.js"
import { rows } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"

/** Bodies by the hash of their text, separate for each space, so that they can be deleted with it. */
export const Documents = table({
  name: "documents",
  columns: { space: "text", hash: "text" },
  key: ["space", "hash"],
  indexes: {},
  lockedBy: "space space"
})

/** A body as stored. */
interface DocumentRecord {
  readonly space: string
  readonly hash: string
  readonly markdown: string
}

/** The id of a body: the first 160 bits of the SHA-256 of its UTF-8 text, in lower-case hex. */
export const documentHash = (markdown: string): string => sha256Hex(markdown).slice(0, 40)

/** Reads and writes the bodies of pages and reusable contents. Bodies are immutable. */
export interface DocumentRepositoryService {
  /** The text of a body; empty if there is none. */
  readonly markdown: (space: string, hash: string | undefined) => Effect.Effect<string, Unavailable>
  /** The read behind {@link DocumentRepositoryService.markdown}, to be combined with others. */
  readonly finding: (space: string, hash: string) => Ask<string>
  /** Stores a text once and returns its hash; callers that know the hash or the space's organization pass them. */
  readonly put: (
    space: string,
    markdown: string,
    hash?: string,
    organization?: string
  ) => Effect.Effect<string, Unavailable>
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
  const documents = rows<DocumentRecord, typeof Documents>(storage, Documents, ({ space, hash }) => ({ space, hash }))
  /** Adds a text unless it is already stored, and returns how many bytes that added. */
  const add = (space: string, hash: string, markdown: string): Effect.Effect<number, Unavailable> =>
    documents.insert({ space, hash, markdown }).pipe(
      Effect.map(() => bytesOf(markdown)),
      Effect.catchTag("Duplicate", () => Effect.succeed(0))
    )
  const service: DocumentRepositoryService = {
    markdown: (space, hash) =>
      hash === undefined
        ? Effect.succeed("")
        : Effect.map(documents.find(space, hash), (found) => found?.value.markdown ?? ""),
    finding: (space, hash) => {
      const { read, take } = documents.finding(space, hash)
      return { read, take: (answer) => take(answer)?.value.markdown ?? "" }
    },
    put: (space, markdown, hash = documentHash(markdown), organization) =>
      add(space, hash, markdown).pipe(
        Effect.flatMap((bytes) => {
          if (bytes === 0) return Effect.void
          return organization === undefined ? spaces.hold(space, bytes) : hold(storage, organization, space, bytes)
        }),
        Effect.as(hash)
      ),
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
