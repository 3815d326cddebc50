/** What one caller may do in one organization, decided from a snapshot of everything that decides it. */
import type { CollectionId, CollectionRecord } from "../collections/Collection.js"
import type { OrganizationRecord } from "../organizations/Organization.js"
import type { SiteId, SiteShape } from "../sites/Site.js"
import type { SpaceId } from "../spaces/Space.js"
import type { SpaceShape } from "../spaces/SpaceRepository.js"
import type { TeamId, TeamRole } from "../teams/Team.js"
import type { UserId } from "../users/User.js"
import { decide, type Rule } from "./Policy.js"
import { type DefaultLevel, type RoleOrGuest, rank } from "./Role.js"
import { adminRule, collectionRules, type Levels, roleRule, type Subject, siteRules, spaceRules } from "./Rules.js"

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
  /** The sites, in the order of creation. */
  readonly sites: ReadonlyMap<SiteId, SiteShape>
  /** The sites that each space is on. */
  readonly sitesOf: ReadonlyMap<SpaceId, ReadonlyArray<SiteShape>>
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
  readonly siteLevel: (id: SiteId) => RoleOrGuest
  /** Every rule that is asked about a thing, in order; the first that says something is the level. */
  readonly rules: {
    readonly collection: (id: CollectionId) => ReadonlyArray<Rule>
    readonly space: (space: SpaceShape) => ReadonlyArray<Rule>
    readonly site: (id: SiteId) => ReadonlyArray<Rule>
  }
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
  return standing(snapshot, { role, grants, teamGrants: ofTeams(snapshot, teams?.keys() ?? []) }, user)
}

/** How a guest would stand who is in one team and was granted nothing: what the team itself has access to. */
export const standingOfTeam = (snapshot: OrganizationSnapshot, team: TeamId): Standing =>
  standing(snapshot, { role: null, grants: noLevels, teamGrants: ofTeams(snapshot, [team]) }, undefined)

const standing = (snapshot: OrganizationSnapshot, subject: Subject, user: UserId | undefined): Standing => {
  const { role } = subject
  const levels = new Map<CollectionId, RoleOrGuest>()

  const collectionOf = (id: CollectionId | undefined): CollectionRecord | undefined =>
    id === undefined ? undefined : snapshot.collections.get(id)

  const decided = (own: ReadonlyArray<Rule>, inherited: () => RoleOrGuest): RoleOrGuest => {
    const rule = decide(own)
    return rule?.level === undefined ? inherited() : rule.level
  }

  const collectionLevel = (id: CollectionId): RoleOrGuest => {
    if (role === "admin") return role
    const path: Array<CollectionRecord> = []
    let above = collectionOf(id)
    while (above !== undefined && !levels.has(above.id)) {
      path.push(above)
      above = collectionOf(above.parent)
    }
    let level = above === undefined ? role : (levels.get(above.id) ?? null)
    for (const collection of path.toReversed()) {
      const inherited = level
      level = decided(collectionRules(subject, collection), () => inherited)
      levels.set(collection.id, level)
    }
    return level
  }

  const spaceLevel: Standing["spaceLevel"] = (space) =>
    role === "admin"
      ? role
      : decided(spaceRules(subject, space, snapshot.sitesOf.get(space.id)), () =>
          space.parent === undefined ? role : collectionLevel(space.parent)
        )

  const siteLevel: Standing["siteLevel"] = (id) => {
    if (!snapshot.sites.has(id)) return null
    return role === "admin" ? role : decided(siteRules(subject, id), () => role)
  }

  const enclosing = (id: CollectionId | undefined): ReadonlyArray<Rule> => {
    const rules: Array<Rule> = []
    for (let above = collectionOf(id); above !== undefined; above = collectionOf(above.parent)) {
      rules.push(...collectionRules(subject, above))
    }
    return rules
  }

  return {
    snapshot,
    organization: snapshot.organization,
    ...(user !== undefined && { user }),
    role,
    collectionLevel,
    spaceLevel,
    siteLevel,
    rules: {
      collection: (id) => [adminRule(subject), ...enclosing(id), roleRule(subject)],
      space: (space) => [
        adminRule(subject),
        ...spaceRules(subject, space, snapshot.sitesOf.get(space.id)),
        ...enclosing(space.parent),
        roleRule(subject)
      ],
      site: (id) => [adminRule(subject), ...siteRules(subject, id), roleRule(subject)]
    }
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
