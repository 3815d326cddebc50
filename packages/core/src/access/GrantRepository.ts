/** Levels that were given to one member on one piece of content. */
import { Context, Effect, Layer } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { rows } from "../storage/Repository.js"
import { type Duplicate, Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"
import type { UserId } from "../users/User.js"
import { accessStamp, bump } from "./Cached.js"
import type { RoleOrGuest } from "./Role.js"

/** A grant as stored; `target` is the id of a space or a collection, `null` a level of no access. */
export interface GrantRecord {
  readonly target: string
  readonly user: UserId
  readonly organization: OrganizationId
  readonly level: RoleOrGuest
}

/** The grants, by target and user. */
export const Grants = table({
  name: "grants",
  columns: { target: "text", user: "text", organization: "text" },
  key: ["target", "user"],
  indexes: { organization: { on: ["organization", "user"] } }
})

/** Reads and writes grants; writes belong in a transaction. */
export interface GrantRepositoryService {
  /** Every grant in an organization. */
  readonly inOrganization: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<GrantRecord>, Unavailable>
  /** Every grant on a space or collection. */
  readonly on: (target: string) => Effect.Effect<ReadonlyArray<GrantRecord>, Unavailable>
  /** Adds a grant; fails with `Duplicate` where the user has one on the target. */
  readonly insert: (grant: GrantRecord) => Effect.Effect<void, Duplicate | Unavailable>
  /** Adds a grant unless the user has one on the target. */
  readonly insertIfNone: (grant: GrantRecord) => Effect.Effect<void, Unavailable>
  /** Removes every grant on a space or collection. */
  readonly removeOn: (target: string) => Effect.Effect<void, Unavailable>
  /** Removes every grant of a user in an organization. */
  readonly removeOf: (organization: OrganizationId, user: UserId) => Effect.Effect<void, Unavailable>
}

/** The repository of grants. */
export class GrantRepository extends Context.Tag("@lectern/core/GrantRepository")<
  GrantRepository,
  GrantRepositoryService
>() {}

const make = Effect.map(Storage, (storage): GrantRepositoryService => {
  const grants = rows<GrantRecord, typeof Grants>(storage, Grants, ({ target, user, organization }) => ({
    target,
    user,
    organization
  }))
  const values = (found: Effect.Effect<ReadonlyArray<{ readonly value: GrantRecord }>, Unavailable>) =>
    Effect.map(found, (all) => all.map(({ value }) => value))
  const on: GrantRepositoryService["on"] = (target) => values(grants.scan({ prefix: [target] }))
  const insert: GrantRepositoryService["insert"] = (grant) =>
    Effect.zipRight(grants.insert(grant), bump(storage, accessStamp(grant.organization)))
  const removeAll = (found: ReadonlyArray<GrantRecord>) =>
    Effect.forEach(
      found,
      ({ target, user, organization }) =>
        Effect.zipRight(grants.remove(target, user), bump(storage, accessStamp(organization))),
      { discard: true }
    )
  return {
    inOrganization: (organization) => values(grants.scan({ index: "organization", prefix: [organization] })),
    on,
    insert,
    insertIfNone: (grant) =>
      Effect.flatMap(grants.find(grant.target, grant.user), (found) =>
        found === undefined ? Effect.catchTag(insert(grant), "Duplicate", Effect.die) : Effect.void
      ),
    removeOn: (target) => Effect.flatMap(on(target), removeAll),
    removeOf: (organization, user) =>
      Effect.flatMap(values(grants.scan({ index: "organization", prefix: [organization, user] })), removeAll)
  }
})

/** {@link GrantRepository} over Storage. */
export const layer: Layer.Layer<GrantRepository, never, Storage> = Layer.effect(GrantRepository, make)
