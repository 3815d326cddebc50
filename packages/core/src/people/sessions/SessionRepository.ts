import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { UserId } from "../users/User.js"
import type { SessionId, SessionRecord } from "./Session.js"

/** The sessions of people who signed in, by id; found by the hash of their secret. */
export const SessionsTable = recordTable({
  name: "sessions",
  columns: { id: "text", user: "text", hash: "text", endsAt: "integer" },
  key: ["id"],
  indexes: { hash: { on: ["hash"], unique: true }, user: { on: ["user"] }, end: { on: ["endsAt"] } },
  lockedBy: "user user",
  columnsOf: ({ endsAt, hash, id, user }: SessionRecord) => ({
    id,
    user,
    hash,
    endsAt
  }),
  row: () => import("./SessionRows.js").then(({ sessions }) => sessions)
})

/** Reads and writes sessions; writes belong in a transaction that has read the rows they replace. */
export interface SessionRepositoryService {
  readonly find: (id: SessionId) => Effect.Effect<Stored<SessionRecord> | undefined, Unavailable>
  readonly findByHash: (hash: string) => Effect.Effect<Stored<SessionRecord> | undefined, Unavailable>
  /** A user's sessions, oldest first, including ended ones until they are removed. */
  readonly ofUser: (user: UserId) => Effect.Effect<ReadonlyArray<SessionRecord>, Unavailable>
  readonly insert: (session: SessionRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<SessionRecord>, session: SessionRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (id: SessionId) => Effect.Effect<void, Unavailable>
  readonly removeAll: (user: UserId) => Effect.Effect<void, Unavailable>
  /** Removes the sessions that ended before a time. */
  readonly clean: (before: number) => Effect.Effect<void, Unavailable>
}

/** The repository of sessions. */
export class SessionRepository extends Context.Tag("@lectern/core/SessionRepository")<
  SessionRepository,
  SessionRepositoryService
>() {}

const make = Effect.map(Storage, (storage): SessionRepositoryService => {
  const sessions = rows(storage, SessionsTable)
  return {
    find: (id) => sessions.find(id),
    findByHash: (hash) =>
      Effect.map(
        sessions.scan({ index: "hash", prefix: [hash], limit: 1 }),
        (found): Stored<SessionRecord> | undefined => found[0]
      ),
    ofUser: (user) =>
      Effect.map(sessions.scan({ index: "user", prefix: [user] }), (found) => found.map(({ value }) => value)),
    insert: (session) => withoutConflict(sessions.insert(session)),
    replace: (read, session) => withoutConflict(sessions.replace(read, session)),
    remove: (id) => Effect.asVoid(sessions.remove(id)),
    removeAll: (user) => sessions.removeAll({ index: "user", prefix: [user] }),
    clean: (before) => sessions.removeAll({ index: "end", lt: before })
  }
})

/** {@link SessionRepository} over Storage. */
export const service = repositoryOf(SessionRepository, make, [SessionsTable], ({ removeAll }) => ({
  erase: ({ id }) => removeAll(id)
}))
