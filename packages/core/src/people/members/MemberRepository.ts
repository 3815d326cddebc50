import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored } from "../../storage/rows/Repository.js"
import { type Duplicate, type Range, type Scan, Storage, type VersionMismatch } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { Role } from "../access/Role.js"
import { memberStamp, moveAccess } from "../access/StampedCache.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { UserId } from "../users/User.js"
import type { MemberRecord } from "./Member.js"

/** The memberships; `role` is `guest` if the record has `null`, and `disabled` is 0 or 1. */
export const MembersTable = recordTable({
  name: "members",
  emits: true,
  columns: {
    organization: "text",
    user: "text",
    role: "text",
    disabled: "integer",
    joinedAt: "text",
    lastSeenAt: "text?"
  },
  key: ["organization", "user"],
  indexes: {
    user: { on: ["user", "disabled", "organization"] },
    joined: { on: ["organization", "joinedAt"] },
    seen: { on: ["organization", "lastSeenAt"] },
    roleJoined: { on: ["organization", "role", "joinedAt"] },
    roleSeen: { on: ["organization", "role", "lastSeenAt"] }
  },
  lockedBy: "organization organization",
  columnsOf: (member: MemberRecord) => ({
    organization: member.organization,
    user: member.user,
    role: member.role ?? "guest",
    disabled: member.disabled ? 1 : 0,
    joinedAt: member.joinedAt,
    lastSeenAt: member.lastSeenAt ?? null
  }),
  row: () => import("./MemberRows.js").then(({ members }) => members)
})

/**
 * A selection and order of an organization's members: all by `joinedAt`, or only members that were seen, by
 * `lastSeenAt`.
 */
export interface MembersRange {
  readonly organization: OrganizationId
  readonly sort: "joinedAt" | "lastSeenAt"
  readonly role?: Role | "guest"
}

/** Reads and writes memberships; writes belong in a transaction. */
export interface MemberRepositoryService {
  readonly find: (
    organization: OrganizationId,
    user: UserId
  ) => Effect.Effect<Stored<MemberRecord> | undefined, Unavailable>
  readonly list: (
    range: MembersRange,
    scan: Pick<Scan, "after" | "limit" | "reverse">
  ) => Effect.Effect<ReadonlyArray<Stored<MemberRecord>>, Unavailable>
  readonly count: (range: MembersRange) => Effect.Effect<number, Unavailable>
  /** The memberships of a user that are not disabled, in the order in which the organizations were created. */
  readonly ofUser: (
    user: UserId,
    scan?: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<MemberRecord>>, Unavailable>
  /** All memberships of a user, including disabled ones. */
  readonly everyOfUser: (user: UserId) => Effect.Effect<ReadonlyArray<MemberRecord>, Unavailable>
  readonly countOfUser: (user: UserId) => Effect.Effect<number, Unavailable>
  /** Whether an organization has an administrator who is not disabled, other than a user and service users. */
  readonly hasOtherAdministrator: (organization: OrganizationId, user: UserId) => Effect.Effect<boolean, Unavailable>
  /** Adds a membership; fails with `Duplicate` if the user is already a member. */
  readonly insert: (member: MemberRecord) => Effect.Effect<void, Duplicate | Unavailable>
  readonly replace: (
    read: Stored<MemberRecord>,
    member: MemberRecord
  ) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  readonly remove: (organization: OrganizationId, user: UserId) => Effect.Effect<void, Unavailable>
}

/** The repository of memberships. */
export class MemberRepository extends Context.Tag("@lectern/core/MemberRepository")<
  MemberRepository,
  MemberRepositoryService
>() {}

const rangeOf = ({ organization, role, sort }: MembersRange): Range => {
  const prefix = role === undefined ? [organization] : [organization, role]
  if (sort === "joinedAt") return { index: role === undefined ? "joined" : "roleJoined", prefix }
  return { index: role === undefined ? "seen" : "roleSeen", prefix, gte: "" }
}

const make = Effect.map(Storage, (storage): MemberRepositoryService => {
  const members = rows(storage, MembersTable)
  const moved = ({ organization, user }: Pick<MemberRecord, "organization" | "user">) =>
    moveAccess(storage, organization, memberStamp(organization, user))
  return {
    find: (organization, user) => members.find(organization, user),
    list: (range, scan) => members.scan({ ...rangeOf(range), ...scan }),
    count: (range) => members.count(rangeOf(range)),
    ofUser: (user, scan) => members.scan({ index: "user", prefix: [user, 0], ...scan }),
    everyOfUser: (user) =>
      Effect.map(members.scan({ index: "user", prefix: [user] }), (found) => found.map(({ value }) => value)),
    countOfUser: (user) => members.count({ index: "user", prefix: [user, 0] }),
    hasOtherAdministrator: (organization, user) =>
      Effect.map(members.scan(rangeOf({ organization, sort: "joinedAt", role: "admin" })), (found) =>
        found.some(({ value }) => value.user !== user && !value.disabled && value.service !== true)
      ),
    insert: (member) => Effect.zipRight(members.insert(member), moved(member)),
    replace: (read, member) =>
      Effect.zipRight(
        members.replace(read, member),
        read.value.role === member.role && read.value.disabled === member.disabled ? Effect.void : moved(member)
      ),
    remove: (organization, user) => Effect.zipRight(members.remove(organization, user), moved({ organization, user }))
  }
})

/** {@link MemberRepository} over Storage. */
export const service = repositoryOf(MemberRepository, make, [MembersTable])
