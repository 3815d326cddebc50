/** The permissions of one caller in one organization, decided from a snapshot of all data that determines them. */
import type { TokenScope } from "../api-tokens/TokenScope.js"
import type { OrganizationRecord } from "../organizations/Organization.js"
import type { CollectionId, CollectionShape } from "../places/Collection.js"
import type { SiteId, SiteShape } from "../places/Site.js"
import type { SpaceId } from "../places/Space.js"
import type { SpaceShape } from "../places/SpaceShape.js"
import type { TeamId, TeamRole } from "../teams/Team.js"
import { UserId } from "../users/User.js"
import { decide, type Rule } from "./Policy.js"
import { type DefaultLevel, type RoleOrGuest, rank } from "./Role.js"
import { adminRule, collectionRules, type Levels, roleRule, type Subject, siteRules, spaceRules } from "./Rules.js"

/** The data that decides levels in an organization, in addition to its members, their teams and its spaces. */
export interface OrganizationSnapshot {
  readonly organization: OrganizationRecord
  readonly collections: ReadonlyMap<string, CollectionShape>
  /** The sites, in the order of creation. */
  readonly sites: ReadonlyMap<string, SiteShape>
  /** The sites that each space is on. */
  readonly sitesOf: ReadonlyMap<SpaceId, ReadonlyArray<SiteShape>>
}

/** The grants of all members of an organization, and the members of its teams. */
export interface Everybody {
  /** The grants of each member, by target. */
  readonly grants: ReadonlyMap<string, Levels>
  /** The grants of each team, by target. */
  readonly teamGrants: ReadonlyMap<string, Levels>
  /** The teams of each member, with the member's role in each. */
  readonly teams: ReadonlyMap<string, Places>
}

/** The teams of a member, with the member's role in each. */
export type Places = ReadonlyMap<TeamId, TeamRole>

/**
 * The data that decides levels of all members of an organization, except for their roles; as large as the organization.
 */
export interface WholeSnapshot extends OrganizationSnapshot, Everybody {}

/**
 * A caller's standing in an organization. A level of `null` means that the caller may not know that the content exists.
 */
export interface Standing {
  readonly snapshot: OrganizationSnapshot
  readonly organization: OrganizationRecord
  /** The member; absent for the embedding program. */
  readonly user?: UserId
  /** The limits of the token that the member calls with; levels and roles are within these limits. */
  readonly limits?: TokenScope
  /** The member's organization role, `null` for a guest; `admin` for the embedding program. */
  readonly role: RoleOrGuest
  readonly subject: Subject
  /** The member's teams. */
  readonly teams: Places
  /** `null` also for a remnant in which they see nothing. */
  readonly collectionLevel: (id: CollectionId) => RoleOrGuest
  readonly spaceLevel: (space: SpaceShape) => RoleOrGuest
  /** `null` also for a remnant of which they see nothing. */
  readonly siteLevel: (id: SiteId) => RoleOrGuest
  /** Every rule that applies to a piece of content, in order; the first with a verdict decides the level. */
  readonly rules: {
    readonly collection: (id: CollectionId) => ReadonlyArray<Rule>
    readonly space: (space: SpaceShape) => ReadonlyArray<Rule>
    readonly site: (id: SiteId) => ReadonlyArray<Rule>
  }
}

/** Whether a caller with this standing sees everything there is, as administrators do. */
export const seesAll = ({ limits, subject }: Standing): boolean =>
  subject.role === "admin" && limits?.spaces === undefined

/** The direct contents of each collection, by the collections of a snapshot. */
const inside = new WeakMap<OrganizationSnapshot["collections"], ReadonlyMap<string, ReadonlyArray<CollectionShape>>>()

const childrenOf = (collections: OrganizationSnapshot["collections"], id: CollectionId) => {
  const known = inside.get(collections)
  if (known !== undefined) return known.get(id) ?? []
  const children = new Map<string, Array<CollectionShape>>()
  for (const collection of collections.values()) {
    if (collection.parent === undefined) continue
    const siblings = children.get(collection.parent)
    if (siblings === undefined) children.set(collection.parent, [collection])
    else siblings.push(collection)
  }
  inside.set(collections, children)
  return children.get(id) ?? []
}

const noLevels: Levels = new Map()
const noPlaces: Places = new Map()

/** For each thing, the strongest level that any of some teams was granted on it. */
export const strongestOf = (granted: ReadonlyArray<Levels>): Levels => {
  if (granted.length <= 1) return granted[0] ?? noLevels
  const strongest = new Map<string, RoleOrGuest>()
  for (const [target, level] of granted.flatMap((levels) => [...levels])) {
    const known = strongest.get(target)
    if (known === undefined || rank(level) > rank(known)) strongest.set(target, level)
  }
  return strongest
}

/** The standing of a member with this role. */
export const standingOf = (snapshot: WholeSnapshot, role: RoleOrGuest, user: UserId): Standing => {
  const teams = snapshot.teams.get(user) ?? noPlaces
  const granted = [...teams.keys()].flatMap((team) => snapshot.teamGrants.get(team) ?? [])
  const grants = snapshot.grants.get(user) ?? noLevels
  return standing(snapshot, { role, grants, teamGrants: strongestOf(granted) }, user, teams)
}

/** The standing of the embedding program. */
export const standingOfSystem = (snapshot: OrganizationSnapshot): Standing =>
  standing(snapshot, { role: "admin", grants: noLevels, teamGrants: noLevels })

/** The standing of a visitor: an anonymous guest who may read some sites and spaces, and nothing else. */
export const standingOfVisitor = (snapshot: OrganizationSnapshot, readable: Iterable<string>): Standing => {
  const grants: Levels = new Map(Array.from(readable, (id) => [id, "read"]))
  return standing(snapshot, { role: null, grants, teamGrants: noLevels }, UserId.make(""))
}

/**
 * The standing of a hypothetical guest who is in one team and has no other grants, that is, the access of the team
 * itself.
 */
export const standingOfTeam = (snapshot: OrganizationSnapshot, granted: Levels): Standing =>
  standing(snapshot, { role: null, grants: noLevels, teamGrants: granted })

/** The collection whose rules apply to an item: its parent, or the collection that it was deleted with. */
export const around = ({
  inherits,
  parent
}: {
  readonly inherits?: CollectionId
  readonly parent?: CollectionId
}): CollectionId | undefined => inherits ?? parent

/** The standing of a member whom the rules are about. */
export const standing = (
  snapshot: OrganizationSnapshot,
  subject: Subject,
  user?: UserId,
  teams: Places = noPlaces
): Standing => {
  const { role } = subject
  const levels = new Map<CollectionId, RoleOrGuest>()

  const collectionOf = (id: CollectionId | undefined): CollectionShape | undefined =>
    id === undefined ? undefined : snapshot.collections.get(id)

  const decided = (own: ReadonlyArray<Rule>, inherited: () => RoleOrGuest): RoleOrGuest => {
    const rule = decide(own)
    return rule?.level === undefined ? inherited() : rule.level
  }

  /**
   * The level that the rules of a collection and its ancestors give, whether or not the collection itself is visible.
   */
  const levelIn = (id: CollectionId): RoleOrGuest => {
    if (role === "admin") return role
    const path: Array<CollectionShape> = []
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

  const levelAround = (id: CollectionId | undefined): RoleOrGuest => (id === undefined ? role : levelIn(id))

  const spaceLevel: Standing["spaceLevel"] = (space) =>
    role === "admin"
      ? role
      : decided(spaceRules(subject, space, snapshot.sitesOf.get(space.id)), () => levelAround(around(space)))

  const seesAny = ({ id, spaces = [] }: CollectionShape): boolean =>
    spaces.some((space) => spaceLevel(space) !== null) ||
    childrenOf(snapshot.collections, id).some((child) => collectionLevel(child.id) !== null)

  const collectionLevel = (id: CollectionId): RoleOrGuest => {
    const collection = collectionOf(id)
    return collection?.remnant === true && !seesAny(collection) ? null : levelIn(id)
  }

  const siteLevel: Standing["siteLevel"] = (id) => {
    const site = snapshot.sites.get(id)
    if (site === undefined) return null
    if (site.left?.every((space) => spaceLevel(space) === null) === true) return null
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
    subject,
    teams,
    collectionLevel,
    spaceLevel,
    siteLevel,
    rules: {
      collection: (id) => [adminRule(subject), ...enclosing(id), roleRule(subject)],
      space: (space) => [
        adminRule(subject),
        ...spaceRules(subject, space, snapshot.sitesOf.get(space.id)),
        ...enclosing(around(space)),
        roleRule(subject)
      ],
      site: (id) => [adminRule(subject), ...siteRules(subject, id), roleRule(subject)]
    }
  }
}

/** The default level of the collection `parent` and its ancestors, innermost first; `inherit` if none has one. */
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
  content: { readonly defaultLevel: DefaultLevel; readonly parent?: CollectionId; readonly inherits?: CollectionId }
): RoleOrGuest => {
  const level = content.defaultLevel === "inherit" ? enclosingDefault(snapshot, around(content)) : content.defaultLevel
  if (level !== "inherit") return level
  return snapshot.organization.defaultRole === undefined ? "read" : snapshot.organization.defaultRole
}

/** Whether a caller with this standing can see a collection. */
export const seesCollection = ({ collectionLevel, snapshot }: Standing, id: CollectionId): boolean =>
  snapshot.collections.has(id) && collectionLevel(id) !== null
