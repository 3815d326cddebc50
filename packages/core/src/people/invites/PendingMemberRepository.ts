import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { UserId } from "../users/User.js"
import type { PendingMemberRecord, UserInviteId } from "./PendingMember.js"
import { PendingMembersTable } from "./PendingMembersTable.js"

/** Reads and writes memberships that wait for an answer; writes belong in a transaction. */
export interface PendingMemberRepositoryService {
  readonly find: (user: UserId, id: UserInviteId) => Effect.Effect<Stored<PendingMemberRecord> | undefined, Unavailable>
  /** The pending membership of a person in an organization. */
  readonly of: (
    organization: OrganizationId,
    user: UserId
  ) => Effect.Effect<Stored<PendingMemberRecord> | undefined, Unavailable>
  /** The pending memberships of a person, in the order of creation. */
  readonly list: (
    user: UserId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<PendingMemberRecord>>, Unavailable>
  readonly count: (user: UserId) => Effect.Effect<number, Unavailable>
  readonly insert: (member: PendingMemberRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<PendingMemberRecord>, member: PendingMemberRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (user: UserId, id: UserInviteId) => Effect.Effect<void, Unavailable>
  readonly removeAll: (user: UserId) => Effect.Effect<void, Unavailable>
}

/** The repository of memberships that wait for an answer. */
export class PendingMemberRepository extends Context.Tag("@lectern/core/PendingMemberRepository")<
  PendingMemberRepository,
  PendingMemberRepositoryService
>() {}

const make = Effect.map(Storage, (storage): PendingMemberRepositoryService => {
  const pending = rows(storage, PendingMembersTable)
  return {
    find: (user, id) => pending.find(user, id),
    of: (organization, user) =>
      Effect.map(
        pending.scan({ index: "organization", prefix: [organization, user], limit: 1 }),
        (found): Stored<PendingMemberRecord> | undefined => found[0]
      ),
    list: (user, scan) => pending.scan({ prefix: [user], ...scan }),
    count: (user) => pending.count({ prefix: [user] }),
    insert: (member) => withoutConflict(pending.insert(member)),
    replace: (read, member) => withoutConflict(pending.replace(read, member)),
    remove: (user, id) => pending.remove(user, id),
    removeAll: (user) => pending.removeAll({ prefix: [user] })
  }
})

/** {@link PendingMemberRepository} over Storage. */
export const service = serviceOf(PendingMemberRepository, make)
