import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored } from "../../storage/rows/Repository.js"
import { type Duplicate, type Scan, Storage, type VersionMismatch } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { kindOf, type UserId, type UserRecord } from "./User.js"

/** The users, by id; e-mail addresses are unique. `kind` is the result of `kindOf`. */
export const UsersTable = recordTable({
  name: "users",
  columns: { id: "text", email: "text", kind: "text" },
  key: ["id"],
  indexes: { email: { on: ["email"], unique: true }, kind: { on: ["kind"] } },
  lockedBy: "user id",
  columnsOf: (user: UserRecord) => ({
    id: user.id,
    email: user.email,
    kind: kindOf(user)
  }),
  row: () => import("./UserRows.js").then(({ users }) => users)
})

/** Reads and writes users. */
export interface UserRepositoryService {
  readonly find: (id: UserId) => Effect.Effect<Stored<UserRecord> | undefined, Unavailable>
  /** The user with an e-mail address, compared case-insensitively. */
  readonly findByEmail: (email: string) => Effect.Effect<Stored<UserRecord> | undefined, Unavailable>
  /** The people among the users, oldest first. */
  readonly people: (
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<UserRecord>>, Unavailable>
  readonly countPeople: Effect.Effect<number, Unavailable>
  /** Adds a user; fails with `Duplicate` if the e-mail address is taken. */
  readonly insert: (user: UserRecord) => Effect.Effect<void, Duplicate | Unavailable>
  readonly replace: (
    read: Stored<UserRecord>,
    user: UserRecord
  ) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
}

/** The repository of users. */
export class UserRepository extends Context.Tag("@lectern/core/UserRepository")<
  UserRepository,
  UserRepositoryService
>() {}

const make = Effect.map(Storage, (storage): UserRepositoryService => {
  const users = rows(storage, UsersTable)
  const people = { index: "kind", prefix: ["person"] }
  return {
    find: (id) => users.find(id),
    findByEmail: (email) =>
      Effect.map(
        users.scan({ index: "email", prefix: [email.toLowerCase()], limit: 1 }),
        (found): Stored<UserRecord> | undefined => found[0]
      ),
    people: (scan) => users.scan({ ...people, ...scan }),
    countPeople: users.count(people),
    insert: users.insert,
    replace: users.replace
  }
})

/** {@link UserRepository} over Storage. */
export const service = repositoryOf(UserRepository, make, [UsersTable])
