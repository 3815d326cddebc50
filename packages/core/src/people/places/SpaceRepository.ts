import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Cursor } from "../../foundation/lists/List.js"
import { hold, moveHeld, release } from "../../storage/blobs/StoredBytes.js"
import { type BatchedRead, combinedReads, readBatched } from "../../storage/rows/BatchedRead.js"
import { organizationLock, spaceLock } from "../../storage/rows/Locks.js"
import type { Write } from "../../storage/rows/Reads.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { decoder } from "../../storage/rows/RowJson.js"
import { type Duplicate, type Scan, Storage, type VersionMismatch } from "../../storage/rows/Storage.js"
import { compareValues } from "../../storage/rows/Table.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { DefaultLevel } from "../access/Role.js"
import { bump, collectionsStamp, moveAccess, sitesStamp, spacesStamp } from "../access/StampedCache.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { CollectionId } from "./Collection.js"
import { CollectionsTable } from "./CollectionRepository.js"
import { SiteLinksTable, SitesTable } from "./SiteRepository.js"
import type { SpaceId, SpaceRecord } from "./Space.js"
import type { Inheriting } from "./SpaceRows.js"
import type { SpaceShape } from "./SpaceShape.js"
import { sameSynonyms } from "./Synonyms.js"

/**
 * The spaces. `parent` is empty at the root, `deleted` 0 or 1. `place` orders all spaces of a parent, including deleted
 * ones, which thereby keep their place; `listed` is the same order without them; `created` is the order of creation.
 */
export const SpacesTable = recordTable({
  name: "spaces",
  emits: true,
  columns: {
    id: "text",
    organization: "text",
    parent: "text",
    position: "text",
    defaultLevel: "text?",
    deleted: "integer",
    deletedAt: "text?",
    sealedBy: "text"
  },
  key: ["id"],
  indexes: {
    place: { on: ["organization", "parent", "position"] },
    listed: { on: ["organization", "deleted", "parent", "position"] },
    created: { on: ["organization", "deleted"] },
    deleted: { on: ["deletedAt"] },
    sealedBy: { on: ["sealedBy"] }
  },
  lockedBy: "space id",
  keeps: 4_096,
  columnsOf: (space: SpaceRecord) => ({
    id: space.id,
    organization: space.organization,
    parent: space.parent ?? "",
    position: space.position,
    defaultLevel: space.defaultLevel,
    deleted: space.deletedAt === undefined ? 0 : 1,
    deletedAt: space.deletedAt ?? null,
    sealedBy: keyIdOf(space.sealedDownloadKey)
  }),
  row: () => import("./SpaceRows.js").then(({ spaces }) => spaces)
})

/** The spaces that inherit levels from a collection that they are not in. */
export const InheritingSpacesTable = recordTable({
  name: "inheriting_spaces",
  columns: { space: "text", collection: "text", organization: "text" },
  key: ["space"],
  indexes: { collection: { on: ["collection"] }, organization: { on: ["organization"] } },
  lockedBy: "organization organization",
  columnsOf: (each: Inheriting) => ({
    ...each
  }),
  unaudited: "derived",
  row: () => import("./SpaceRows.js").then(({ inheritingSpaces }) => inheritingSpaces)
})

type Page = Pick<Scan, "after" | "limit" | "reverse">
type Found = Effect.Effect<ReadonlyArray<Stored<SpaceRecord>>, Unavailable>

/** Reads and writes spaces; writes belong in a transaction. */
export interface SpaceRepositoryService {
  /** The space with this id, deleted or not. */
  readonly find: (id: SpaceId) => Effect.Effect<Stored<SpaceRecord> | undefined, Unavailable>
  /** {@link SpaceRepositoryService.find}, to be combined with others. */
  readonly finding: (id: SpaceId) => BatchedRead<Stored<SpaceRecord> | undefined>
  /** The existing ones of some spaces, deleted or not, in the given order, read in one call. */
  readonly findAll: (ids: ReadonlyArray<SpaceId>) => Found
  /** The spaces of an organization that are not deleted, grouped by parent and in order, root first. */
  readonly list: (organization: OrganizationId, scan?: Page) => Found
  /** The spaces in a collection, or at the root, that are not deleted, in order. */
  readonly listIn: (organization: OrganizationId, parent: CollectionId | undefined, scan?: Page) => Found
  /** Some spaces of one place, except for deleted ones, in order, with the cursors of {@link listIn}. */
  readonly listAmong: (ids: ReadonlyArray<SpaceId>, scan: Pick<Scan, "after" | "limit">) => Found
  /** The spaces of an organization that are not deleted, in the order of creation. */
  readonly listCreated: (organization: OrganizationId, scan?: Page) => Found
  /** All spaces in a parent, or at the root, in order, including deleted ones. */
  readonly in: (organization: OrganizationId, parent: CollectionId | undefined, scan?: Page) => Found
  /** The number of spaces in an organization, or in one of its collections, that are not deleted. */
  readonly count: (organization: OrganizationId, parent?: CollectionId) => Effect.Effect<number, Unavailable>
  /** The spaces that inherit levels from a collection without being in it, including deleted ones. */
  readonly inheriting: (collection: CollectionId, scan?: Pick<Scan, "limit">) => Found
  /** The shapes of all spaces of an organization that are not deleted. */
  readonly shapes: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<SpaceShape>, Unavailable>
  /** Spaces that were deleted at `at` or before, earliest first: all, or at most `limit`. */
  readonly deletedUntil: (at: string, limit?: number) => Found
  readonly insert: (space: SpaceRecord) => Effect.Effect<void, Duplicate | Unavailable>
  readonly replace: (
    read: Stored<SpaceRecord>,
    space: SpaceRecord
  ) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /** Takes the locks of spaces, in a transaction that holds the lock of their organization. */
  readonly lock: (ids: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>
  /** The write that replaces a space whose place and rules do not change. */
  readonly moving: (read: Stored<SpaceRecord>, space: SpaceRecord) => Write
  /** Removes a space permanently, and releases its stored content. */
  readonly remove: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
  /** Counts bytes that a space stores from now on, for its organization. */
  readonly hold: (id: string, bytes: number) => Effect.Effect<void, Unavailable>
}

/** The repository of spaces. */
export class SpaceRepository extends Context.Tag("@lectern/core/SpaceRepository")<
  SpaceRepository,
  SpaceRepositoryService
>() {}

const decode = decoder<SpaceRecord>(SpacesTable)

const sameShape = (a: SpaceRecord, b: SpaceRecord): boolean =>
  a.organization === b.organization &&
  a.parent === b.parent &&
  a.inherits === b.inherits &&
  a.defaultLevel === b.defaultLevel &&
  a.deletedAt === b.deletedAt &&
  sameSynonyms(a.synonyms, b.synonyms)

const samePlace = (a: SpaceRecord, b: SpaceRecord): boolean =>
  a.organization === b.organization && a.parent === b.parent

const compareCursors = (a: Cursor, b: Cursor): number => {
  for (const [i, value] of a.entries()) {
    const order = compareValues(value, b[i] ?? null)
    if (order !== 0) return order
  }
  return 0
}

const make = Effect.map(Storage, (storage): SpaceRepositoryService => {
  const spaces = rows(storage, SpacesTable)
  const inheriting = rows(storage, InheritingSpacesTable)
  const collections = rows(storage, CollectionsTable)

  const sites = rows(storage, SitesTable)

  /** Moves the stamp of the spaces and, if a remnant is concerned, the stamp of the users who can see it. */
  const moved = ({ organization, parent }: SpaceRecord) =>
    Effect.zipRight(
      bump(storage, spacesStamp(organization)),
      parent === undefined
        ? Effect.void
        : Effect.flatMap(collections.find(parent), (found) =>
            found?.value.remnant === true
              ? moveAccess(storage, organization, collectionsStamp(organization))
              : Effect.void
          )
    )

  /** Moves the stamp of the users who can see the remnants of sites that a space is on. */
  const movedOnSites = ({ id, organization }: SpaceRecord) =>
    Effect.gen(function* () {
      for (const { columns } of yield* storage.scan(SiteLinksTable, { prefix: [id] })) {
        const site = yield* sites.find(columns.site)
        if (site?.value.remnant !== true) continue
        return yield* moveAccess(storage, organization, sitesStamp(organization))
      }
    })

  /** Records the collection that a space inherits from without being in it. */
  const inherit = (before: SpaceRecord | undefined, after: SpaceRecord | undefined) => {
    const { id: space, inherits: collection, organization } = after ?? {}
    if (before?.inherits === collection && before?.organization === organization) return Effect.void
    const forget = before?.inherits === undefined ? Effect.void : inheriting.remove(before.id)
    return space === undefined || collection === undefined || organization === undefined
      ? forget
      : Effect.zipRight(forget, withoutConflict(inheriting.insert({ space, collection, organization })))
  }

  const findAll: SpaceRepositoryService["findAll"] = (ids) =>
    Effect.map(readBatched(storage, combinedReads(ids.map((id) => spaces.finding(id)))), (found) =>
      found.filter((space) => space !== undefined)
    )

  return {
    find: (id) => spaces.find(id),
    finding: (id) => spaces.finding(id),
    findAll,
    list: (organization, scan) => spaces.scan({ index: "listed", prefix: [organization, 0], ...scan }),
    listIn: (organization, parent, scan) =>
      spaces.scan({ index: "listed", prefix: [organization, 0, parent ?? ""], ...scan }),
    listAmong: Effect.fnUntraced(function* (ids, { after, limit }) {
      const found: Array<Stored<SpaceRecord>> = []
      for (const read of yield* findAll(ids)) {
        const { deletedAt, id, organization, parent, position } = read.value
        if (deletedAt !== undefined) continue
        const cursor = [organization, 0, parent ?? "", position, id]
        if (after === undefined || compareCursors(cursor, after) > 0) found.push({ ...read, cursor })
      }
      return found.toSorted((a, b) => compareCursors(a.cursor, b.cursor)).slice(0, limit)
    }),
    listCreated: (organization, scan) => spaces.scan({ index: "created", prefix: [organization, 0], ...scan }),
    in: (organization, parent, scan) => spaces.scan({ index: "place", prefix: [organization, parent ?? ""], ...scan }),
    count: (organization, parent) =>
      spaces.count({ index: "listed", prefix: parent === undefined ? [organization, 0] : [organization, 0, parent] }),
    inheriting: Effect.fnUntraced(function* (collection, scan) {
      const found = yield* inheriting.scan({ index: "collection", prefix: [collection], ...scan })
      return yield* findAll(found.map(({ value }) => value.space))
    }),
    shapes: Effect.fnUntraced(function* (organization) {
      const found = yield* storage.scan(SpacesTable, { index: "listed", prefix: [organization, 0] })
      const inherits = new Map<string, CollectionId>()
      for (const { value } of yield* inheriting.scan({ index: "organization", prefix: [organization] })) {
        inherits.set(value.space, value.collection)
      }
      return found.map(({ columns, json }) => {
        const id = columns.id as SpaceId
        const synonyms = json.includes('"synonyms":') ? decode(json).synonyms : undefined
        const collection = inherits.get(id)
        return {
          id,
          ...(columns.parent !== "" && { parent: columns.parent as CollectionId }),
          ...(collection !== undefined && { inherits: collection }),
          defaultLevel: columns.defaultLevel as DefaultLevel,
          ...(synonyms !== undefined && { synonyms })
        }
      })
    }),
    deletedUntil: (at, limit) =>
      spaces.scan({ index: "deleted", gte: "", lte: at, ...(limit !== undefined && { limit }) }),
    insert: (space) =>
      spaces.insert(space).pipe(Effect.zipRight(inherit(undefined, space)), Effect.zipRight(moved(space))),
    replace: (read, space) =>
      spaces
        .replace(read, space)
        .pipe(
          Effect.zipRight(
            sameShape(read.value, space) ? Effect.void : Effect.zipRight(moved(space), movedOnSites(space))
          ),
          Effect.zipRight(samePlace(read.value, space) ? Effect.void : moved(read.value)),
          Effect.zipRight(inherit(read.value, space)),
          Effect.zipRight(
            read.value.organization === space.organization
              ? Effect.void
              : moveHeld(storage, read.value.organization, space.organization, space.id)
          )
        ),
    lock: (ids) => storage.lock(ids.map(spaceLock)),
    moving: spaces.replacing,
    remove: (space) =>
      storage.transaction(
        spaces
          .remove(space.id)
          .pipe(
            Effect.zipRight(inherit(space, undefined)),
            Effect.zipRight(moved(space)),
            Effect.zipRight(release(storage, space.organization, space.id))
          ),
        [organizationLock(space.organization), spaceLock(space.id)]
      ),
    hold: (id, bytes) =>
      Effect.flatMap(spaces.find(id), (found) =>
        found === undefined ? Effect.void : hold(storage, found.value.organization, id, bytes)
      )
  }
})

/** {@link SpaceRepository} over Storage. */
export const service = repositoryOf(SpaceRepository, make, [SpacesTable, InheritingSpacesTable])
