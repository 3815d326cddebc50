/** Planned changes of access and the snapshots they would lead to, as values. Nothing is changed. */
import * as Schema from "effect/Schema"
import { TeamId } from "../teams/Team.js"
import { UserId } from "../users/User.js"
import type { Content } from "./Policy.js"
import { DefaultLevel, RoleOrGuest } from "./Role.js"
import type { Levels } from "./Rules.js"
import type { WholeSnapshot } from "./Standing.js"

/** A space, a collection or a site of the organization. */
export const ContentInput = Schema.Struct({
  kind: Schema.Literal("space", "collection", "site"),
  id: Schema.String
})

const Holder = Schema.Union(Schema.Struct({ user: UserId }), Schema.Struct({ team: TeamId }))

/** One change: of a grant, a default level, a member's role, or a team's members. */
export const PlannedChange = Schema.Union(
  Schema.Struct({ change: Schema.Literal("grant"), on: ContentInput, holder: Holder, level: RoleOrGuest }),
  Schema.Struct({ change: Schema.Literal("remove-grant"), on: ContentInput, holder: Holder }),
  Schema.Struct({
    change: Schema.Literal("default-level"),
    on: Schema.Struct({ kind: Schema.Literal("space", "collection"), id: Schema.String }),
    level: DefaultLevel
  }),
  Schema.Struct({ change: Schema.Literal("role"), user: UserId, role: RoleOrGuest }),
  Schema.Struct({ change: Schema.Literal("add-to-team"), team: TeamId, user: UserId }),
  Schema.Struct({ change: Schema.Literal("remove-from-team"), team: TeamId, user: UserId })
)
/** @see {@link PlannedChange} */
export type PlannedChange = typeof PlannedChange.Type

/**
 * A space as planned changes need it: through `createdBy`, the creator keeps the space when its default level becomes
 * no access.
 */
export interface PlannedSpace {
  readonly id: string
  readonly defaultLevel: DefaultLevel
  readonly createdBy?: UserId
}

type Entries<K, V> = ReadonlyMap<K, V> | undefined

const withEntry = <K, V>(map: Entries<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value)

const without = <K, V>(map: Entries<K, V>, key: K): ReadonlyMap<K, V> => {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

const setLevel = (of: ReadonlyMap<string, Levels>, holder: string, target: string, level: RoleOrGuest) =>
  withEntry(of, holder, withEntry(of.get(holder), target, level))

/** The levels by holder, after a grant is set or removed. */
const granted = (
  of: ReadonlyMap<string, Levels>,
  holder: string,
  plan: Extract<PlannedChange, { on: Content; holder: unknown }>
): ReadonlyMap<string, Levels> =>
  plan.change === "grant"
    ? setLevel(of, holder, plan.on.id, plan.level)
    : withEntry(of, holder, without(of.get(holder), plan.on.id))

/**
 * The data that decides levels after a change, except for roles and the default levels of spaces, which are not in a
 * snapshot. The creator of content that is closed keeps it; a grant to a creator who has left has no visible effect.
 */
export const afterChange = (before: WholeSnapshot, plan: PlannedChange, space?: PlannedSpace): WholeSnapshot => {
  switch (plan.change) {
    case "grant":
    case "remove-grant":
      return "user" in plan.holder
        ? { ...before, grants: granted(before.grants, plan.holder.user, plan) }
        : { ...before, teamGrants: granted(before.teamGrants, plan.holder.team, plan) }
    case "default-level": {
      const collection = before.collections.get(plan.on.id)
      const creator = plan.level === null ? (collection ?? space)?.createdBy : undefined
      const keeps = creator !== undefined && before.grants.get(creator)?.has(plan.on.id) !== true
      return {
        ...before,
        ...(collection !== undefined && {
          collections: withEntry(before.collections, plan.on.id, { ...collection, defaultLevel: plan.level })
        }),
        ...(keeps && { grants: setLevel(before.grants, creator, plan.on.id, "create") })
      }
    }
    case "add-to-team":
    case "remove-from-team": {
      const teams = before.teams.get(plan.user)
      // Owners of a team have no other levels than its members.
      const changed =
        plan.change === "remove-from-team" ? without(teams, plan.team) : withEntry(teams, plan.team, "member")
      return { ...before, teams: withEntry(before.teams, plan.user, changed) }
    }
    case "role":
      return before
  }
}

/** Whether a change may alter the levels of a member: `false` only where it certainly does not. */
export const concerns = ({ teams }: WholeSnapshot, plan: PlannedChange, user: UserId): boolean => {
  if (plan.change === "default-level") return true
  if ("user" in plan) return plan.user === user
  return "user" in plan.holder ? plan.holder.user === user : teams.get(user)?.has(plan.holder.team) === true
}

/** Whether a change may alter levels on a thing in these collections and on these sites. */
export const reaches = (
  plan: PlannedChange,
  thing: { readonly id: string; readonly collections: ReadonlyArray<string>; readonly sites: ReadonlyArray<string> }
): boolean => !("on" in plan) || [thing.id, ...thing.collections, ...thing.sites].includes(plan.on.id)
