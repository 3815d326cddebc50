import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { collectionsStamp, moveAccess } from "../access/StampedCache.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { CollectionId, CollectionRecord, CollectionShape } from "./Collection.js"

/** The collections, listed by parent (empty at the root) and position. */
export const CollectionsTable = recordTable({
  name: "collections",
  emits: true,
  columns: { id: "text", organization: "text", parent: "text", position: "text" },
  key: ["id"],
  indexes: { place: { on: ["organization", "parent", "position"] } },
  lockedBy: "organization organization",
  columnsOf: (collection: CollectionRecord) => ({
    id: collection.id,
    organization: collection.organization,
    parent: collection.parent ?? "",
    position: collection.position
  }),
  row: () => import("./CollectionRows.js").then(({ collections }) => collections)
})

/** Reads and writes collections; writes belong in a transaction that has read the rows they replace. */
export interface CollectionRepositoryService {
  readonly find: (id: CollectionId) => Effect.Effect<Stored<CollectionRecord> | undefined, Unavailable>
  /** All collections of an organization, grouped by parent and in order, with the root's first. */
  readonly list: (
    organization: OrganizationId,
    scan?: Pick<Scan, "after" | "limit" | "reverse">
  ) => Effect.Effect<ReadonlyArray<Stored<CollectionRecord>>, Unavailable>
  /** The collections in a parent, or at the root, in order. */
  readonly in: (
    organization: OrganizationId,
    parent: CollectionId | undefined,
    scan?: Pick<Scan, "after" | "limit" | "reverse">
  ) => Effect.Effect<ReadonlyArray<Stored<CollectionRecord>>, Unavailable>
  /** The shapes of all collections of an organization. */
  readonly shapes: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<CollectionShape>, Unavailable>
  readonly insert: (collection: CollectionRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<CollectionRecord>, collection: CollectionRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (collection: Pick<CollectionRecord, "id" | "organization">) => Effect.Effect<void, Unavailable>
}

/** The repository of collections. */
export class CollectionRepository extends Context.Tag("@lectern/core/CollectionRepository")<
  CollectionRepository,
  CollectionRepositoryService
>() {}

const shapeOf = ({
  id,
  organization,
  parent,
  defaultLevel,
  createdBy,
  remnant
}: CollectionRecord): CollectionShape => ({
  id,
  organization,
  ...(parent !== undefined && { parent }),
  defaultLevel,
  ...(createdBy !== undefined && { createdBy }),
  ...(remnant === true && { remnant })
})

const sameShape = (a: CollectionShape, b: CollectionShape): boolean =>
  a.organization === b.organization &&
  a.parent === b.parent &&
  a.defaultLevel === b.defaultLevel &&
  a.createdBy === b.createdBy &&
  a.remnant === b.remnant

const make = Effect.map(Storage, (storage): CollectionRepositoryService => {
  const collections = rows(storage, CollectionsTable)
  const moved = ({ organization }: Pick<CollectionRecord, "organization">) =>
    moveAccess(storage, organization, collectionsStamp(organization))
  return {
    find: (id) => collections.find(id),
    list: (organization, scan) => collections.scan({ index: "place", prefix: [organization], ...scan }),
    in: (organization, parent, scan) =>
      collections.scan({ index: "place", prefix: [organization, parent ?? ""], ...scan }),
    shapes: (organization) =>
      Effect.map(collections.scan({ index: "place", prefix: [organization] }), (found) =>
        found.map(({ value }) => shapeOf(value))
      ),
    insert: (collection) => collections.insert(collection).pipe(withoutConflict, Effect.zipRight(moved(collection))),
    replace: (read, collection) =>
      collections
        .replace(read, collection)
        .pipe(
          withoutConflict,
          Effect.zipRight(sameShape(read.value, collection) ? Effect.void : moved(collection)),
          Effect.zipRight(read.value.organization === collection.organization ? Effect.void : moved(read.value))
        ),
    remove: (collection) => Effect.zipRight(collections.remove(collection.id), moved(collection))
  }
})

/** {@link CollectionRepository} over Storage. */
export const service = repositoryOf(CollectionRepository, make, [CollectionsTable])
