/**
 * The policy of permissions, as one pure module. A level is decided by an ordered list of rules, of which the first
 * with a verdict wins; the table {@link needs} states which calls a level allows. Permission booleans, the filtering of
 * lists, refusals and explanations derive from it.
 */
import { atLeast, type Role, type RoleOrGuest } from "./Role.js"

/** The kinds of content that have levels. */
export type ContentKind = "space" | "collection" | "site"

/** A space, a collection or a site, by its id. */
export interface Content {
  readonly kind: ContentKind
  readonly id: string
}

/** The rules that may decide a user's level; {@link RuleName} names them in the order in which they are evaluated. */
export const ruleNames = [
  "organization-admin",
  "member-grant",
  "team-grants",
  "default-level",
  "site-grants",
  "organization-role"
] as const

/** The name of a rule. */
export type RuleName = (typeof ruleNames)[number]

/** A rule and its verdict for one member: a level, `null` for no access, `undefined` for no verdict. */
export interface Rule {
  readonly name: RuleName
  /**
   * The content that the rule was set on: the thing itself or a collection around it; absent for rules of the
   * organization.
   */
  readonly on?: Content
  readonly level: RoleOrGuest | undefined
}

/** The first of some rules with a verdict: it decides, and its `null` ends the search. */
export const decide = (rules: ReadonlyArray<Rule>): Rule | undefined => {
  for (const rule of rules) if (rule.level !== undefined) return rule
  return undefined
}

/** The level that each kind of call needs on the content that it touches. */
export const needs = {
  /** View and search it, and list its contents. */
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
