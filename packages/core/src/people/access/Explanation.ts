/**
 * Explains a user's level: the rules of the policy with the verdict of each.
 * @since 0.1.0
 */
import { SpaceId } from "../places/SpaceId.js"
import type { TeamId } from "../teams/Team.js"
import type { UserId } from "../users/User.js"
import { type Content, decide, type Rule, type RuleName } from "./Policy.js"
import { type RoleOrGuest, rank } from "./Role.js"
import { grantedOnSite } from "./Rules.js"
import type { WholeSnapshot } from "./Standing.js"

/** A space, a collection or a site with its title. */
export interface Titled extends Content {
  readonly title: string
}

/** A grant that a rule is based on: to one of the member's teams, or on one of the space's sites, or both. */
export interface Source {
  readonly team?: { readonly id: TeamId; readonly title: string }
  readonly site?: Titled
  readonly level: RoleOrGuest
}

/** A rule with the content it was set on and the level it gave; `level` is absent where it said nothing. */
export interface ExplainedRule {
  readonly rule: RuleName
  readonly on?: Titled
  readonly level?: RoleOrGuest
  /** The grants behind rules that are based on several. */
  readonly sources: ReadonlyArray<Source>
}

/** The explanation of a member's level on a piece of content. */
export interface Explanation {
  readonly member: {
    readonly id: UserId
    readonly displayName: string
    readonly role: RoleOrGuest
    /** A disabled member is refused everything, whatever the level. */
    readonly disabled: boolean
  }
  readonly on: Titled
  readonly level: RoleOrGuest
  /** The first rule that gave a level. */
  readonly decidedBy: ExplainedRule
  /** The rules after it that would have given a level, in order. */
  readonly overruled: ReadonlyArray<ExplainedRule>
  /** The rules that gave no level, in order. */
  readonly silent: ReadonlyArray<ExplainedRule>
}

/** A level that would change. */
export interface LevelChange {
  readonly member: { readonly id: UserId; readonly displayName: string }
  readonly on: Titled
  readonly from: RoleOrGuest
  readonly to: RoleOrGuest
}

/** Grants behind a rule, by the ids of teams and sites. */
export interface RawSource {
  readonly team?: TeamId
  readonly site?: string
  readonly level: RoleOrGuest
}

const ofTeams = (snapshot: WholeSnapshot, user: UserId, target: string): ReadonlyArray<RawSource> =>
  [...(snapshot.teams.get(user)?.keys() ?? [])].flatMap((team) => {
    const level = snapshot.teamGrants.get(team)?.get(target)
    return level === undefined ? [] : [{ team, level }]
  })

const noGrants = new Map<string, RoleOrGuest>()

const onSite = (snapshot: WholeSnapshot, user: UserId, site: string): ReadonlyArray<RawSource> => {
  const own = grantedOnSite({ role: null, grants: snapshot.grants.get(user) ?? noGrants, teamGrants: noGrants }, site)
  if (own !== undefined) return [{ site, level: own }]
  return ofTeams(snapshot, user, site).map((source) => ({ ...source, site }))
}

/** The grants that a rule is based on, strongest first. */
export const sourcesOf = (snapshot: WholeSnapshot, user: UserId, { name, on }: Rule): ReadonlyArray<RawSource> => {
  if (on === undefined) return []
  const found =
    name === "team-grants"
      ? ofTeams(snapshot, user, on.id)
      : name === "site-grants"
        ? (snapshot.sitesOf.get(SpaceId.make(on.id)) ?? []).flatMap(({ id }) => onSite(snapshot, user, id))
        : []
  return found.toSorted((a, b) => rank(b.level) - rank(a.level))
}

/** The rules in the order of the search for a level. */
export interface Verdicts {
  readonly decidedBy: Rule
  readonly overruled: ReadonlyArray<Rule>
  readonly silent: ReadonlyArray<Rule>
}

/** The deciding rule, the overruled ones, and the ones that give no level. */
export const verdicts = (rules: ReadonlyArray<Rule>): Verdicts | undefined => {
  const decidedBy = decide(rules)
  if (decidedBy === undefined) return undefined
  return {
    decidedBy,
    overruled: rules.filter((rule) => rule.level !== undefined && rule !== decidedBy),
    silent: rules.filter((rule) => rule.level === undefined)
  }
}
