import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { UserId } from "../../people/users/User.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import { jobLock } from "../../storage/rows/Locks.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ImportRecord } from "./Import.js"
import type { ImportPart } from "./ImportRows.js"
import { ImportPartsTable, importRows } from "./ImportTables.js"

const answers = "answer:"

/** The first text after all that begin with {@link answers}. */
const afterAnswers = "answer;"

/** The key of an address's response. */
export const answerKey = (asked: string): string => `${answers}${asked}`

/** Reads and writes imports and their parts; writes belong in a transaction that has read the rows they replace. */
export interface ImportRepositoryService {
  readonly find: (id: string) => Effect.Effect<Stored<ImportRecord> | undefined, Unavailable>
  readonly insert: (record: ImportRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<ImportRecord>, record: ImportRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (id: string) => Effect.Effect<void, Unavailable>
  /** The number of open imports into a space, and the number of a user's open imports. */
  readonly countOpen: (space: string, user: UserId | undefined) => Effect.Effect<number, Unavailable>
  /** The imports that are open, oldest first. */
  readonly open: () => Effect.Effect<ReadonlyArray<ImportRecord>, Unavailable>
  /** At most `limit` imports that are not open and ended before a time. */
  readonly endedBefore: (at: string, limit: number) => Effect.Effect<ReadonlyArray<ImportRecord>, Unavailable>
  /** At most `limit` imports into a space. */
  readonly into: (space: string, limit: number) => Effect.Effect<ReadonlyArray<ImportRecord>, Unavailable>
  /** The last complete import of an address into a space, among the space's latest imports. */
  readonly lastOf: (
    space: string,
    content: Pick<ImportRecord, "source" | "url">
  ) => Effect.Effect<ImportRecord | undefined, Unavailable>
  /** The part of an import with this key. */
  readonly part: (id: string, key: string) => Effect.Effect<ImportPart | undefined, Unavailable>
  /** Whether an import has a part with this key. */
  readonly has: (id: string, key: string) => Effect.Effect<boolean, Unavailable>
  /** Adds a part after the others; `false` if its key exists already. */
  readonly append: (id: string, key: string, value: ImportPart["value"]) => Effect.Effect<boolean, Unavailable>
  /** At most `limit` parts after an ordinal, in order. */
  readonly parts: (
    id: string,
    after: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Stored<ImportPart>>, Unavailable>
  readonly replacePart: (read: Stored<ImportPart>, value: ImportPart["value"]) => Effect.Effect<void, Unavailable>
  /** The numbers of pages and files, and of responses, of an import. */
  readonly countParts: (id: string) => Effect.Effect<{ readonly found: number; readonly answers: number }, Unavailable>
  /** Removes all parts, in batches as `Rows.removeAll` does, and releases their blobs. */
  readonly removeParts: (id: string) => Effect.Effect<void, Unavailable>
  /** Removes the imports into a space with all of their staged parts. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The repository of imports. */
export class ImportRepository extends Context.Tag("@lectern/core/ImportRepository")<
  ImportRepository,
  ImportRepositoryService
>() {}

const valuesOf = <A>(scan: Effect.Effect<ReadonlyArray<Stored<A>>, Unavailable>) =>
  Effect.map(scan, (found) => found.map(({ value }) => value))

/** The holder of an import's blobs until they belong to a space. */
export const holderOf = (id: string): string => `import:${id}`

/** The number of latest imports into a space that are searched for one of an address. */
const lookedThrough = 200

/** The number of imports of a space that one step of a purge removes. */
const purgedAtOnce = 100

const make = Effect.map(Effect.all([Storage, BlobReferences]), ([storage, references]): ImportRepositoryService => {
  const imports = importRows(storage)
  const parts = rows(storage, ImportPartsTable)
  const has = (id: string, key: string) =>
    Effect.map(parts.count({ index: "found", prefix: [id, key] }), (count) => count > 0)
  const into: ImportRepositoryService["into"] = (space, limit) =>
    valuesOf(imports.scan({ index: "space", prefix: [space], limit }))
  const removeParts = (id: string) => Effect.zipRight(parts.removeAll({ prefix: [id] }), references.purge(holderOf(id)))
  const purge: ImportRepositoryService["purge"] = (space) =>
    Effect.gen(function* () {
      const found = yield* into(space, purgedAtOnce)
      for (const { id } of found) yield* Effect.zipRight(removeParts(id), imports.remove(id))
      if (found.length === purgedAtOnce) yield* purge(space)
    })
  return {
    find: (id) => imports.find(id),
    insert: (record) => withoutConflict(imports.insert(record)),
    replace: (read, record) => withoutConflict(imports.replace(read, record)),
    remove: (id) => imports.remove(id),
    countOpen: (space, user) =>
      Effect.zipWith(
        imports.count({ index: "space", prefix: [space, 1] }),
        user === undefined ? Effect.succeed(0) : imports.count({ index: "user", prefix: [user, 1] }),
        Math.max
      ),
    open: () => valuesOf(imports.scan({ index: "open", prefix: [1] })),
    endedBefore: (at, limit) => valuesOf(imports.scan({ index: "open", prefix: [0], lt: at, limit })),
    into,
    lastOf: (space, { source, url }) =>
      Effect.map(
        imports.scan({ index: "space", prefix: [space, 0], reverse: true, limit: lookedThrough }),
        (found) =>
          found.find(({ value }) => value.texts !== undefined && value.source === source && value.url === url)?.value
      ),
    part: (id, key) =>
      Effect.map(parts.scan({ index: "found", prefix: [id, key], limit: 1 }), ([found]) => found?.value),
    has,
    append: (id, key, value) =>
      storage.transaction(
        Effect.gen(function* () {
          if (yield* has(id, key)) return false
          const ordinal = yield* storage.increment("import-parts")
          yield* parts.insert({ import: id, ordinal, key, value })
          return true
        }).pipe(withoutConflict),
        [jobLock(id)]
      ),
    parts: (id, after, limit) => parts.scan({ prefix: [id], gt: after, limit }),
    replacePart: (read, value) => withoutConflict(parts.replace(read, { ...read.value, value })),
    countParts: (id) =>
      Effect.zipWith(
        parts.count({ prefix: [id] }),
        parts.count({ index: "found", prefix: [id], gte: answers, lt: afterAnswers }),
        (all, kept) => ({ found: all - kept, answers: kept })
      ),
    removeParts,
    purge
  }
})

/** {@link ImportRepository} over Storage. */
export const service = serviceOf(ImportRepository, make)
