/** The rules that decide the level of one member for spaces, collections and sites, in the order of the policy. */
import type { CollectionShape } from "../places/Collection.js"
import type { SiteId, SiteShape } from "../places/Site.js"
import type { SpaceShape } from "../places/SpaceShape.js"
import type { Content, Rule } from "./Policy.js"
import { type DefaultLevel, type RoleOrGuest, rank } from "./Role.js"

/** Levels by the ids of spaces, collections and sites. */
export type Levels = ReadonlyMap<string, RoleOrGuest>

/** The properties of a member that rules depend on. */
export interface Subject {
  /** The organization role, `null` for a guest. */
  readonly role: RoleOrGuest
  readonly grants: Levels
  /** For each thing, the strongest level that any of the member's teams was granted on it. */
  readonly teamGrants: Levels
}

const granted = ({ grants, teamGrants }: Subject, on: Content): Array<Rule> => [
  { name: "member-grant", on, level: grants.get(on.id) },
  { name: "team-grants", on, level: teamGrants.get(on.id) }
]

const byDefault = ({ role }: Subject, on: Content, level: DefaultLevel): Rule => ({
  name: "default-level",
  on,
  level: role === null || level === "inherit" ? undefined : level
})

/** The level granted on a site: to the member, else to the member's teams. */
export const grantedOnSite = ({ grants, teamGrants }: Subject, site: string): RoleOrGuest | undefined => {
  const own = grants.get(site)
  return own === undefined ? teamGrants.get(site) : own
}

const strongestOnSites = (subject: Subject, sites: ReadonlyArray<SiteShape>): RoleOrGuest | undefined => {
  let best: RoleOrGuest | undefined
  for (const { id } of sites) {
    const level = grantedOnSite(subject, id)
    if (level !== undefined && (best === undefined || rank(level) > rank(best))) best = level
  }
  return best
}

/** The first rule: administrators have `admin` everywhere. */
export const adminRule = ({ role }: Subject): Rule => ({
  name: "organization-admin",
  level: role === "admin" ? "admin" : undefined
})

/** The last rule, which always gives a level. */
export const roleRule = ({ role }: Subject): Rule => ({ name: "organization-role", level: role })

/** The rules set on a collection itself. */
export const collectionRules = (subject: Subject, { id, defaultLevel }: CollectionShape): ReadonlyArray<Rule> => {
  const on = { kind: "collection", id } as const
  const rules = granted(subject, on)
  rules.push(byDefault(subject, on, defaultLevel))
  return rules
}

/** The rules set on a space itself and on the sites that it is on. */
export const spaceRules = (
  subject: Subject,
  { id, defaultLevel }: SpaceShape,
  sites: ReadonlyArray<SiteShape> | undefined
): ReadonlyArray<Rule> => {
  const on = { kind: "space", id } as const
  const rules = granted(subject, on)
  rules.push(byDefault(subject, on, defaultLevel), {
    name: "site-grants",
    on,
    level: sites === undefined ? undefined : strongestOnSites(subject, sites)
  })
  return rules
}

/** The rules set on a site itself. */
export const siteRules = (subject: Subject, id: SiteId): ReadonlyArray<Rule> => granted(subject, { kind: "site", id })
