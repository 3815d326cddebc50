import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { repositoryOf } from "../services/Service.js"
import { rows, type Stored } from "../storage/Repository.js"
import { type Duplicate, type Scan, Storage, type VersionMismatch } from "../storage/Storage.js"
import { table } from "../storage/Table.js"
import type { UserId, UserRecord } from "./User.js"

/** The users, by id; e-mail addresses are unique. */
export const UsersTable = table({
  name: "users",
  columns: { id: "text", email: "text" },
  key: ["id"],
  indexes: { email: { on: ["email"], unique: true } }
})

/** Reads and writes users. */
export interface UserRepositoryService {
  readonly find: (id: UserId) => Effect.Effect<Stored<UserRecord> | undefined, Unavailable>
  /** The user with an e-mail address, which is compared without regard to case. */
  readonly findByEmail: (email: string) => Effect.Effect<Stored<UserRecord> | undefined, Unavailable>
  /** All users by id, oldest first. */
  readonly scan: (scan: Pick<Scan, "after" | "limit">) => Effect.Effect<ReadonlyArray<Stored<UserRecord>>, Unavailable>
  /** How many users there are. */
  readonly count: Effect.Effect<number, Unavailable>
  /** Adds a user; fails with `Duplicate` where the e-mail address is taken. */
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
  const users = rows<UserRecord, typeof UsersTable>(storage, UsersTable, ({ id, email }) => ({ id, email }))
  return {
    find: (id) => users.find(id),
    findByEmail: (email) =>
      Effect.map(
        users.scan({ index: "email", prefix: [email.toLowerCase()], limit: 1 }),
        (found): Stored<UserRecord> | undefined => found[0]
      ),
    scan: users.scan,
    count: users.count({}),
    insert: users.insert,
    replace: users.replace
  }
})

/** {@link UserRepository} over Storage. */
export const service = repositoryOf(UserRepository, make, [UsersTable])
