/** Reads and changes the rules of approval of a space. */

import type { RuleNames } from "@lectern/core/internal/people/merge-rules/RuleChoices"
import type { MergeRule, OrganizationMergeRules, SpaceMergeRules } from "@lectern/core/merge-rules/MergeRule"
import type { TeamId } from "@lectern/core/teams/Team"
import type { UserId } from "@lectern/core/users/User"
import { all, get, json } from "../api/Api.js"
import type { Space, User } from "../api/Objects.js"
import { words } from "./texts.js"

/** A team of the organization. */
export interface Team {
  readonly id: TeamId
  readonly title: string
}

/** What the dialog knows of the rules of a space. */
export interface KnownRules {
  /** The rules of the space; absent for guests, who do not see them. */
  readonly own: SpaceMergeRules | undefined
  readonly ofOrganization: OrganizationMergeRules
  readonly organization: string
  readonly teams: ReadonlyArray<Team>
  /** The names of the people in the rules. */
  readonly people: ReadonlyMap<UserId, string>
  /** Whether the person administers the organization, and may change the rules. */
  readonly mayChange: boolean
  /** The names of some who may. */
  readonly administrators: ReadonlyArray<string>
}

/** How many administrators are named. */
const mostNamed = 3

const none: OrganizationMergeRules = { type: "none" }

const usersOf = (rules: SpaceMergeRules | undefined): ReadonlyArray<UserId> =>
  rules?.type === "rules" ? rules.rules.flatMap((rule: MergeRule) => ("users" in rule ? rule.users : [])) : []

/** Reads the rules of a space and of its organization, with the names in them. */
export const readRules = async ({ id, organization }: Space): Promise<KnownRules> => {
  const home = `/orgs/${organization}`
  const [{ mergeRules: own }, { mergeRules: ofOrganization = none, permissions }, teams, administrators] =
    await Promise.all([
      get<{ readonly mergeRules?: SpaceMergeRules }>(`/spaces/${id}`),
      get<{ readonly mergeRules?: OrganizationMergeRules; readonly permissions: { readonly admin: boolean } }>(home),
      all<Team>(`${home}/teams`).catch((): ReadonlyArray<Team> => []),
      get<{ items: ReadonlyArray<{ user: User }> }>(`${home}/members?role=admin&limit=${mostNamed}`).then(
        ({ items }) => items.map(({ user }) => user.displayName),
        () => []
      )
    ])
  const people = new Map<UserId, string>()
  for (const user of new Set([...usersOf(own), ...usersOf(ofOrganization)])) {
    const found = await get<{ user: User }>(`${home}/members/${user}`).catch(() => undefined)
    if (found !== undefined) people.set(user, found.user.displayName)
  }
  return {
    own,
    ofOrganization,
    organization,
    teams,
    people,
    mayChange: permissions.admin,
    administrators
  }
}

/** The names of teams and people. */
export const namesOf = ({ people, teams }: Pick<KnownRules, "people" | "teams">): RuleNames => {
  const titles = new Map(teams.map((team) => [team.id, team.title]))
  return {
    team: (team) => titles.get(team) ?? words.someTeam,
    user: (user) => people.get(user) ?? words.somebody
  }
}

/** Sets the rules of a space. */
export const saveRules = async ({ id }: Space, mergeRules: SpaceMergeRules): Promise<void> => {
  await json("PATCH", `/spaces/${id}`, { body: { mergeRules } })
}

/** A list with something in it, or without it. */
export const toggled = <A>(list: ReadonlyArray<A>, one: A, isIn: boolean): ReadonlyArray<A> =>
  isIn ? [...list, one] : list.filter((each) => each !== one)
