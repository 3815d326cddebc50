/** What one caller may do in one organization, decided from a snapshot of everything that decides it. */
import type { CollectionId, CollectionRecord } from "../collections/Collection.js"
import type { OrganizationRecord } from "../organizations/Organization.js"
import type { SpaceShape } from "../spaces/SpaceRepository.js"
import type { TeamId, TeamRole } from "../teams/Team.js"
import type { UserId } from "../users/User.js"
import { decide, type Rule } from "./Policy.js"
import { type DefaultLevel, type RoleOrGuest, rank } from "./Role.js"

/** Levels by the ids of spaces and collections. */
export type Levels = ReadonlyMap<string, RoleOrGuest>

/** What decides levels in an organization, besides its members and spaces. */
export interface OrganizationSnapshot {
  readonly organization: OrganizationRecord
  readonly collections: ReadonlyMap<string, CollectionRecord>
  /** The grants of each member, by what they are on. */
  readonly grants: ReadonlyMap<string, Levels>
  /** The grants of each team, by what they are on. */
  readonly teamGrants: ReadonlyMap<string, Levels>
  /** The teams that each member is in, and as what. */
  readonly teams: ReadonlyMap<string, ReadonlyMap<TeamId, TeamRole>>
}

/** A caller's place in an organization. A level of `null` means that the caller may not know of the thing. */
export interface Standing {
  readonly snapshot: OrganizationSnapshot
  readonly organization: OrganizationRecord
  /** The member; absent for the embedding program. */
  readonly user?: UserId
  /** The member's organization role, `null` for a guest; `admin` for the embedding program. */
  readonly role: RoleOrGuest
  readonly collectionLevel: (id: CollectionId) => RoleOrGuest
  readonly spaceLevel: (space: SpaceShape) => RoleOrGuest
}

const noLevels: Levels = new Map()

/** For each thing, the strongest of what some teams were granted on it. */
const ofTeams = (snapshot: OrganizationSnapshot, teams: Iterable<TeamId>): Levels => {
  const granted = [...teams].flatMap((team) => snapshot.teamGrants.get(team) ?? [])
  if (granted.length <= 1) return granted[0] ?? noLevels
  const strongest = new Map<string, RoleOrGuest>()
  for (const [target, level] of granted.flatMap((levels) => [...levels])) {
    const known = strongest.get(target)
    if (known === undefined || rank(level) > rank(known)) strongest.set(target, level)
  }
  return strongest
}

/** The standing of a member with this role, or of the embedding program when there is no `user`. */
export const standingOf = (snapshot: OrganizationSnapshot, role: RoleOrGuest, user?: UserId): Standing => {
  const teams = user === undefined ? undefined : snapshot.teams.get(user)
  const grants = (user === undefined ? undefined : snapshot.grants.get(user)) ?? noLevels
  const granted = teams === undefined ? noLevels : ofTeams(snapshot, teams.keys())
  return standing(snapshot, role, user, [grants, granted])
}

/** How a guest would stand who is in one team and was granted nothing: what the team itself has access to. */
export const standingOfTeam = (snapshot: OrganizationSnapshot, team: TeamId): Standing =>
  standing(snapshot, null, undefined, [ofTeams(snapshot, [team])])

/** `granted` is what is asked before defaults, in this order. */
const standing = (
  snapshot: OrganizationSnapshot,
  role: RoleOrGuest,
  user: UserId | undefined,
  granted: ReadonlyArray<Levels>
): Standing => {
  const asked = granted.filter((each) => each.size > 0)
  const levels = new Map<CollectionId, RoleOrGuest>()

  const levelOn = (id: string, defaultLevel: DefaultLevel, inherited: RoleOrGuest): RoleOrGuest => {
    const rules: Array<Rule> = []
    for (const given of asked) {
      const level = given.get(id)
      if (level !== undefined) rules.push({ kind: "grants", levels: [level] })
    }
    rules.push({ kind: "default", level: defaultLevel })
    return decide(role, rules, inherited)
  }

  const collectionLevel = (id: CollectionId): RoleOrGuest => {
    const path: Array<CollectionRecord> = []
    let above = snapshot.collections.get(id)
    while (above !== undefined && !levels.has(above.id)) {
      path.push(above)
      above = above.parent === undefined ? undefined : snapshot.collections.get(above.parent)
    }
    let level = above === undefined ? role : (levels.get(above.id) ?? null)
    for (const collection of path.toReversed()) {
      level = levelOn(collection.id, collection.defaultLevel, level)
      levels.set(collection.id, level)
    }
    return level
  }

  return {
    snapshot,
    organization: snapshot.organization,
    ...(user !== undefined && { user }),
    role,
    collectionLevel,
    spaceLevel: (space) =>
      levelOn(space.id, space.defaultLevel, space.parent === undefined ? role : collectionLevel(space.parent))
  }
}

/** What the collection `parent` and those that enclose it say by default, innermost first; `inherit` if nothing. */
export const enclosingDefault = (snapshot: OrganizationSnapshot, parent: CollectionId | undefined): DefaultLevel => {
  let above = parent === undefined ? undefined : snapshot.collections.get(parent)
  while (above !== undefined && above.defaultLevel === "inherit") {
    above = above.parent === undefined ? undefined : snapshot.collections.get(above.parent)
  }
  return above?.defaultLevel ?? (above === undefined ? "inherit" : null)
}

/**
 * The default level in force on a space or collection: its own, else that of the innermost enclosing collection that
 * has one, else the organization's default role.
 */
export const defaultInForce = (
  snapshot: OrganizationSnapshot,
  content: { readonly defaultLevel: DefaultLevel; readonly parent?: CollectionId }
): RoleOrGuest => {
  const level = content.defaultLevel === "inherit" ? enclosingDefault(snapshot, content.parent) : content.defaultLevel
  if (level !== "inherit") return level
  return snapshot.organization.defaultRole === undefined ? "read" : snapshot.organization.defaultRole
}
