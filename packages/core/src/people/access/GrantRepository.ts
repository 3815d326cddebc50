/** Levels that were given to one member, or to one team, on one piece of content. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type ColumnedTable, recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Duplicate, type Scan, Storage, type StorageService } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { TeamId } from "../teams/Team.js"
import type { UserId } from "../users/User.js"
import type { Given, GrantRecord, TeamGrantRecord } from "./GrantRows.js"
import { memberStamp, moveAccess, teamStamp } from "./StampedCache.js"

/** The grants, by target and user. */
export const Grants = recordTable({
  name: "grants",
  columns: { target: "text", user: "text", organization: "text" },
  key: ["target", "user"],
  indexes: { organization: { on: ["organization", "user"] } },
  lockedBy: "organization organization",
  columnsOf: ({ target, user, organization }: GrantRecord) => ({
    target,
    user,
    organization
  }),
  row: () => import("./GrantRows.js").then(({ grants }) => grants)
})

/** The grants to teams, by target and team. */
export const TeamGrants = recordTable({
  name: "team_grants",
  columns: { target: "text", team: "text", organization: "text" },
  key: ["target", "team"],
  indexes: { organization: { on: ["organization", "team"] } },
  lockedBy: "organization organization",
  columnsOf: ({ target, team, organization }: TeamGrantRecord) => ({
    target,
    team,
    organization
  }),
  row: () => import("./GrantRows.js").then(({ teamGrants }) => teamGrants)
})

/** Reads and writes grants to holders of one kind; writes belong in a transaction. */
export interface HolderGrants<Grant, Holder> {
  /** Every grant in an organization. */
  readonly inOrganization: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Grant>, Unavailable>
  /** Every grant of a holder in an organization. */
  readonly of: (organization: OrganizationId, holder: Holder) => Effect.Effect<ReadonlyArray<Grant>, Unavailable>
  /** Every grant on a space, collection or site. */
  readonly on: (target: string) => Effect.Effect<ReadonlyArray<Grant>, Unavailable>
  /** The grants on a space, collection or site, by holder. */
  readonly listOn: (
    target: string,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<Grant>>, Unavailable>
  readonly find: (target: string, holder: Holder) => Effect.Effect<Stored<Grant> | undefined, Unavailable>
  /** Adds a grant; fails with `Duplicate` if the holder already has one on the target. */
  readonly insert: (grant: Grant) => Effect.Effect<void, Duplicate | Unavailable>
  /** Adds a grant unless the holder has one on the target. */
  readonly insertIfNone: (grant: Grant) => Effect.Effect<void, Unavailable>
  /** Adds a grant, replacing the one that the holder has on the target, if any. */
  readonly set: (grant: Grant) => Effect.Effect<void, Unavailable>
  readonly remove: (grant: Grant) => Effect.Effect<void, Unavailable>
  /** Removes every grant of a holder in an organization. */
  readonly removeOf: (organization: OrganizationId, holder: Holder) => Effect.Effect<void, Unavailable>
}

/** Reads and writes grants; writes belong in a transaction. */
export interface GrantRepositoryService extends HolderGrants<GrantRecord, UserId> {
  /** The grants to teams. */
  readonly teams: HolderGrants<TeamGrantRecord, TeamId>
  /** Removes every grant on a space, collection or site, to teams too. */
  readonly removeOn: (target: string) => Effect.Effect<void, Unavailable>
}

/** The repository of grants. */
export class GrantRepository extends Context.Tag("@lectern/core/GrantRepository")<
  GrantRepository,
  GrantRepositoryService
>() {}

const holderGrants = <Grant extends Given, Holder extends string>(
  storage: StorageService,
  table: ColumnedTable<Grant>,
  holderOf: (grant: Grant) => Holder,
  stampOf: (organization: OrganizationId, holder: Holder) => string
): HolderGrants<Grant, Holder> => {
  const grants = rows(storage, table)
  const values = (found: Effect.Effect<ReadonlyArray<Stored<Grant>>, Unavailable>) =>
    Effect.map(found, (all) => all.map(({ value }) => value))
  const moved = (grant: Grant) => moveAccess(storage, grant.organization, stampOf(grant.organization, holderOf(grant)))
  const insert = (grant: Grant) => Effect.zipRight(grants.insert(grant), moved(grant))
  const add = (grant: Grant) => withoutConflict(insert(grant))
  const remove = (grant: Grant) => Effect.zipRight(grants.remove(grant.target, holderOf(grant)), moved(grant))
  const of: HolderGrants<Grant, Holder>["of"] = (organization, holder) =>
    values(grants.scan({ index: "organization", prefix: [organization, holder] }))
  return {
    inOrganization: (organization) => values(grants.scan({ index: "organization", prefix: [organization] })),
    of,
    on: (target) => values(grants.scan({ prefix: [target] })),
    listOn: (target, scan) => grants.scan({ prefix: [target], ...scan }),
    find: (target, holder) => grants.find(target, holder),
    insert,
    insertIfNone: (grant) =>
      Effect.flatMap(grants.find(grant.target, holderOf(grant)), (found) =>
        found === undefined ? add(grant) : Effect.void
      ),
    set: (grant) =>
      Effect.flatMap(grants.find(grant.target, holderOf(grant)), (found) => {
        if (found === undefined) return add(grant)
        if (found.value.level === grant.level) return Effect.void
        return grants.replace(found, grant).pipe(withoutConflict, Effect.zipRight(moved(grant)))
      }),
    remove,
    removeOf: (organization, holder) =>
      Effect.flatMap(of(organization, holder), (found) => Effect.forEach(found, remove, { discard: true }))
  }
}

const make = Effect.map(Storage, (storage): GrantRepositoryService => {
  const users = holderGrants<GrantRecord, UserId>(storage, Grants, ({ user }) => user, memberStamp)
  const teams = holderGrants<TeamGrantRecord, TeamId>(storage, TeamGrants, ({ team }) => team, teamStamp)
  const removeAll = <Grant>({ on, remove }: Pick<HolderGrants<Grant, never>, "on" | "remove">, target: string) =>
    Effect.flatMap(on(target), (found) => Effect.forEach(found, remove, { discard: true }))
  return {
    ...users,
    teams,
    removeOn: (target) => Effect.zipRight(removeAll(users, target), removeAll(teams, target))
  }
})

/** Copies the grants on one target to another. */
const copy = <Grant extends Given, Holder>(
  { insertIfNone, on }: HolderGrants<Grant, Holder>,
  from: string,
  target: string
) =>
  Effect.flatMap(on(from), (given) =>
    Effect.forEach(given, (grant) => insertIfNone({ ...grant, target }), { discard: true })
  )

/** {@link GrantRepository} over Storage. */
export const service = repositoryOf(GrantRepository, make, [Grants, TeamGrants], (grants) => ({
  removeOn: grants.removeOn,
  // Grants to teams are removed, because a team belongs to one organization.
  transfer: Effect.fnUntraced(function* (target, { isMember, organization }) {
    const given = yield* grants.on(target)
    yield* grants.removeOn(target)
    for (const grant of given) {
      if (yield* isMember(grant.user)) yield* grants.insertIfNone({ ...grant, organization })
    }
  }),
  duplicate: (original, target) =>
    Effect.zipRight(copy(grants, original, target), copy(grants.teams, original, target)),
  leave: grants.removeOf
}))
