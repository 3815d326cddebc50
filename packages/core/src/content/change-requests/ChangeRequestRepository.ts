import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { idFirst } from "../../foundation/ids/Names.js"
import type { UserId } from "../../people/users/User.js"
import { type BatchedRead, combinedReads, mappedRead, readBatched } from "../../storage/rows/BatchedRead.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Range, type Scan, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type {
  ChangeRequestId,
  ChangeRequestRecord,
  ChangeRequestRef,
  ChangeRequestStatus,
  ContributorRecord
} from "./ChangeRequest.js"
import type { UndecidedRecord } from "./ChangeRequestRows.js"
import type { DecidedRecords } from "./DecidedRecord.js"
import type { Undecided } from "./Undecided.js"

/** The change requests, by their number in their space. */
export const ChangeRequestsTable = recordTable({
  name: "change_requests",
  emits: true,
  columns: { id: "text", space: "text", status: "text", number: "integer" },
  key: ["id"],
  indexes: { number: { on: ["space", "number"], unique: true }, status: { on: ["space", "status", "number"] } },
  lockedBy: "space space",
  columnsOf: ({ id, space, status, number }: ChangeRequestRecord) => ({
    id,
    space,
    status,
    number
  }),
  row: () => import("./ChangeRequestRows.js").then(({ changeRequests }) => changeRequests)
})

/** The contributors of change requests; status and number belong to the request. */
export const ContributorsTable = recordTable({
  name: "change_request_contributors",
  columns: { changeRequest: "text", user: "text", space: "text", status: "text", number: "integer", since: "text" },
  key: ["changeRequest", "user"],
  indexes: {
    listed: { on: ["space", "user", "status", "number"] },
    since: { on: ["changeRequest", "since"] }
  },
  lockedBy: "space space",
  columnsOf: ({ changeRequest, user, space, status, number, since }: ContributorRecord) => ({
    changeRequest,
    user,
    space,
    status,
    number,
    since
  }),
  unaudited: "content",
  row: () => import("./ChangeRequestRows.js").then(({ changeRequestContributors }) => changeRequestContributors)
})

/** Undecided conflicts of updated change requests, by item. */
export const UndecidedTable = recordTable({
  name: "change_request_conflicts",
  columns: { changeRequest: "text", item: "text" },
  key: ["changeRequest", "item"],
  indexes: {},
  lockedBy: "space",
  columnsOf: ({ changeRequest, item }: UndecidedRecord) => ({
    changeRequest,
    item
  }),
  unaudited: "content",
  row: () => import("./ChangeRequestRows.js").then(({ changeRequestConflicts }) => changeRequestConflicts)
})

/** The conflicts that are stored with a change request, by item. */
export interface KeptConflicts {
  readonly undecided: ReadonlyMap<string, Undecided>
  readonly decided: DecidedRecords
}

/** A selection of a space's change requests. */
export interface ChangeRequestsRange {
  readonly space: string
  readonly status: ChangeRequestStatus
  readonly contributor?: UserId
}

type Page = Pick<Scan, "after" | "limit">

/** Reads and writes change requests; writes belong in a transaction that has read the rows they replace. */
export interface ChangeRequestRepositoryService {
  /** The change request of a space with this id or number. */
  readonly find: (
    space: string,
    ref: ChangeRequestRef
  ) => Effect.Effect<Stored<ChangeRequestRecord> | undefined, Unavailable>
  /** {@link ChangeRequestRepositoryService.find}, to be combined with others. */
  readonly finding: (space: string, ref: ChangeRequestRef) => BatchedRead<Stored<ChangeRequestRecord> | undefined>
  /** The change requests in a range, newest first. */
  readonly list: (
    range: ChangeRequestsRange,
    scan: Page
  ) => Effect.Effect<ReadonlyArray<Stored<ChangeRequestRecord>>, Unavailable>
  readonly count: (range: ChangeRequestsRange) => Effect.Effect<number, Unavailable>
  /** The number of the next change request of a space: numbers are never reused. */
  readonly nextNumber: (space: string) => Effect.Effect<number, Unavailable>
  readonly insert: (request: ChangeRequestRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (
    read: Stored<ChangeRequestRecord>,
    request: ChangeRequestRecord
  ) => Effect.Effect<void, Unavailable>
  /** Records that a user contributed this many more revisions to a change request. */
  readonly contributed: (
    request: ChangeRequestRecord,
    user: UserId,
    at: string,
    edits: number
  ) => Effect.Effect<void, Unavailable>
  /** The contributors of a change request, in the order of their first contribution. */
  readonly contributors: (
    id: ChangeRequestId,
    scan: Page
  ) => Effect.Effect<ReadonlyArray<Stored<ContributorRecord>>, Unavailable>
  readonly countContributors: (id: ChangeRequestId) => Effect.Effect<number, Unavailable>
  /** A change request's unresolved conflicts since it was updated, and its decisions since it was last merged. */
  readonly conflicts: (id: ChangeRequestId) => Effect.Effect<KeptConflicts, Unavailable>
  /** Replaces all unresolved conflicts and decisions of a change request. */
  readonly keepConflicts: (id: ChangeRequestId, kept: KeptConflicts) => Effect.Effect<void, Unavailable>
  /** Replaces the undecided conflicts of some items of a change request; `left` is called for items that have any. */
  readonly decide: (
    id: ChangeRequestId,
    items: Iterable<string>,
    left: (item: string, undecided: Undecided) => Undecided | undefined
  ) => Effect.Effect<void, Unavailable>
  /** The ids of up to `limit` change requests of a space, of any status. */
  readonly some: (space: string, limit: number) => Effect.Effect<ReadonlyArray<ChangeRequestId>, Unavailable>
  /** Removes a change request permanently. */
  readonly remove: (id: ChangeRequestId) => Effect.Effect<void, Unavailable>
}

/** The repository of change requests. */
export class ChangeRequestRepository extends Context.Tag("@lectern/core/ChangeRequestRepository")<
  ChangeRequestRepository,
  ChangeRequestRepositoryService
>() {}

const isNothing = (undecided: Undecided): boolean => Object.keys(undecided).length === 0

const isNumber = /^[1-9]\d{0,14}$/

const make = Effect.map(Storage, (storage): ChangeRequestRepositoryService => {
  const requests = rows(storage, ChangeRequestsTable)
  const contributors = rows(storage, ContributorsTable)
  const undecided = rows(storage, UndecidedTable)
  const rangeOf = ({ space, status, contributor }: ChangeRequestsRange): Range =>
    contributor === undefined
      ? { index: "status", prefix: [space, status] }
      : { index: "listed", prefix: [space, contributor, status] }
  const found = (space: string, request: Stored<ChangeRequestRecord> | undefined) =>
    request?.value.space === space ? request : undefined

  const finding: ChangeRequestRepositoryService["finding"] = (space, ref) =>
    typeof ref === "string" && isNumber.test(ref)
      ? mappedRead(
          combinedReads([
            requests.finding(ref),
            requests.scanning({ index: "number", prefix: [space, Number(ref)], limit: 1 })
          ]),
          ([one, [numbered]]) => idFirst(found(space, one), numbered)
        )
      : mappedRead(requests.finding(ref), (one) => found(space, one))

  return {
    find: (space, ref) => readBatched(storage, finding(space, ref)),
    finding,
    list: (range, scan) =>
      range.contributor === undefined
        ? requests.scan({ ...rangeOf(range), ...scan, reverse: true })
        : Effect.flatMap(contributors.scan({ ...rangeOf(range), ...scan, reverse: true }), (parts) =>
            Effect.forEach(parts, ({ value, cursor }) =>
              Effect.map(Effect.flatMap(requests.find(value.changeRequest), Effect.fromNullable), (request) => ({
                ...request,
                cursor
              }))
            ).pipe(Effect.catchTag("NoSuchElementException", Effect.die))
          ),
    count: (range) => (range.contributor === undefined ? requests : contributors).count(rangeOf(range)),
    nextNumber: (space) => storage.increment(`change-requests:${space}`),
    insert: (request) => withoutConflict(requests.insert(request)),
    replace: Effect.fnUntraced(function* (read, request) {
      yield* requests.replace(read, request)
      if (read.value.status === request.status) return
      for (const part of yield* contributors.scan({ prefix: [request.id] })) {
        yield* contributors.replace(part, { ...part.value, status: request.status })
      }
    }, withoutConflict),
    contributed: Effect.fnUntraced(function* ({ id, space, status, number }, user, at, edits) {
      const part = yield* contributors.find(id, user)
      if (part === undefined) {
        yield* contributors.insert({ changeRequest: id, user, space, status, number, since: at, edits, updatedAt: at })
      } else yield* contributors.replace(part, { ...part.value, edits: part.value.edits + edits, updatedAt: at })
    }, withoutConflict),
    contributors: (id, scan) => contributors.scan({ index: "since", prefix: [id], ...scan }),
    countContributors: (id) => contributors.count({ prefix: [id] }),
    some: (space, limit) =>
      Effect.map(requests.scan({ index: "number", prefix: [space], limit }), (some) =>
        some.map(({ value }) => value.id)
      ),
    conflicts: (id) =>
      Effect.map(undecided.scan({ prefix: [id] }), (found) => ({
        undecided: new Map(
          found.flatMap(({ value }) => (isNothing(value.undecided) ? [] : [[value.item, value.undecided] as const]))
        ),
        decided: new Map(
          found.flatMap(({ value: { decided, item } }) => (decided === undefined ? [] : [[item, decided] as const]))
        )
      })),
    keepConflicts: Effect.fnUntraced(function* (changeRequest, kept) {
      yield* undecided.removeAll({ prefix: [changeRequest] })
      for (const item of new Set([...kept.undecided.keys(), ...kept.decided.keys()])) {
        const decided = kept.decided.get(item) ?? []
        const open = kept.undecided.get(item) ?? {}
        if (isNothing(open) && decided.length === 0) continue
        yield* undecided.insert({
          changeRequest,
          item,
          undecided: open,
          ...(decided.length > 0 && { decided })
        })
      }
    }, withoutConflict),
    decide: Effect.fnUntraced(function* (id, items, left) {
      if ((yield* undecided.scan({ prefix: [id], limit: 1 })).length === 0) return
      for (const item of items) {
        const found = yield* undecided.find(id, item)
        if (found === undefined || isNothing(found.value.undecided)) continue
        const next = left(item, found.value.undecided) ?? {}
        if (isNothing(next) && found.value.decided === undefined) yield* undecided.remove(id, item)
        else if (next !== found.value.undecided) yield* undecided.replace(found, { ...found.value, undecided: next })
      }
    }, withoutConflict),
    remove: (id) =>
      Effect.zipRight(
        Effect.zipRight(contributors.removeAll({ prefix: [id] }), undecided.removeAll({ prefix: [id] })),
        requests.remove(id)
      )
  }
})

/** {@link ChangeRequestRepository} over Storage. */
export const service = repositoryOf(ChangeRequestRepository, make, [
  ChangeRequestsTable,
  ContributorsTable,
  UndecidedTable
])
