/**
 * Who may do what: one pure policy. A level is decided by an ordered list of rules of which the first that says
 * something wins; what a level allows is the table {@link needs}. Permission booleans, the filtering of lists and
 * refusals are three readings of it.
 */
import { atLeast, type DefaultLevel, type Role, type RoleOrGuest, strongest } from "./Role.js"

/**
 * What may say something about a member's level on a piece of content: grants (to the member, to the member's teams,
 * on its sites), of which the strongest counts and none says nothing; or a default level, which does not speak to guests.
 */
export type Rule =
  | { readonly kind: "grants"; readonly levels: ReadonlyArray<RoleOrGuest> }
  | { readonly kind: "default"; readonly level: DefaultLevel }

const says = (role: RoleOrGuest, rule: Rule): RoleOrGuest | undefined => {
  if (rule.kind === "grants") return rule.levels.length === 0 ? undefined : strongest(rule.levels)
  return role === null || rule.level === "inherit" ? undefined : rule.level
}

/**
 * The level on a piece of content of a member with this organization role: what the first of `rules` that says
 * something says, else `inherited`, the level on what encloses it (at the root: the role itself). A `null` that a rule
 * says ends the search with no access. Organization admins always have `admin`.
 */
export const decide = (role: RoleOrGuest, rules: ReadonlyArray<Rule>, inherited: RoleOrGuest): RoleOrGuest => {
  if (role === "admin") return "admin"
  for (const rule of rules) {
    const level = says(role, rule)
    if (level !== undefined) return level
  }
  return inherited
}

/** The level that each kind of call needs on the content that it touches. */
export const needs = {
  /** See it, search it, list what belongs to it. */
  view: "read",
  /** Post comments, react. */
  comment: "comment",
  /** Open and edit change requests, edit main content directly. */
  edit: "edit",
  /** Merge, resolve others' comments. */
  review: "review",
  /** Create, change settings, delete, restore, duplicate, move, see invites. */
  manage: "create"
} as const satisfies Record<string, Role>

/** A kind of call on content. */
export type Need = keyof typeof needs

/** Whether a level allows a kind of call. */
export const allows = (level: RoleOrGuest, need: Need): boolean => atLeast(level, needs[need])
